import Foundation
import MigratorTestSupport
import Synchronization
import Testing

/// A page of the help, as the program prints it.
struct HelpPage {
  /// The commands that the help of the program lists.
  static func commands(withAliases: Bool = false) throws -> [String] {
    let page = try HelpPage()
    return page.text.matches(of: #/\n  ([a-z][a-z-]+) {2,}[A-Z](?:[^(\n]*\(also: ([a-z, ]+)\))?/#)
      .flatMap { match -> [String] in
        let aliases = match.output.2.map { $0.split(separator: ", ").map(String.init) } ?? []
        return [String(match.output.1)] + (withAliases ? aliases : [])
      }
  }

  /// The pages printed so far.
  ///
  /// Several tests read each page, and printing one takes 0.2 s.
  private static let printed = Mutex<[[String]: String]>([:])

  let text: String

  /// Prints the page of a command or topic, or of the program.
  init(_ name: String? = nil, of program: String = "migtui") throws {
    let arguments = ["help"] + (name.map { [$0] } ?? [])
    let key = [program] + arguments
    if let text = Self.printed.withLock({ $0[key] }) {
      self.text = text
      return
    }
    let outcome = try BuiltProgram.run(arguments, of: program)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let text = outcome.output
    Self.printed.withLock { $0[key] = text }
    self.text = text
  }

  /// The lines of a section, without its heading.
  func section(_ title: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .drop { $0 != "\(title):" }.dropFirst().prefix { !$0.isEmpty }.map { $0 }
  }

  /// The command lines of the examples.
  var examples: [String] {
    section("Examples").compactMap { line in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.dropFirst(2).split(separator: "  ", maxSplits: 1).first.map(String.init)
    }
  }

  /// The exit statuses of the command.
  var statuses: [Int32] {
    guard let start = text.range(of: "Exit status: ") else { return [] }
    return text[start.upperBound...].replacing(#/\n */#, with: " ")
      .matches(of: #/(?:^|· )([0-9]+) /#).compactMap { Int32($0.output.1) }
  }
}
