import Foundation
import Testing

/// Follows the commands of all remedies that the sources contain.
struct RemedyTrialTests {
  @Test(arguments: RemedyTrial.all)
  func `running a suggested command leads to the promised state`(_ trial: RemedyTrial) throws {
    try trial.run()
  }

  @Test func `each suggested command is tried, or the reason for not trying it is given`() throws {
    let commands = try Self.commandsInSources()
    #expect(commands.count > 20)
    let tried = Set(RemedyTrial.all.map { $0.command })
    #expect(tried.count == RemedyTrial.all.count)
    let untried = Set(RemedyTrial.untried.keys)
    #expect(tried.isDisjoint(with: untried))
    let known = tried.union(untried)
    let (new, gone) = (commands.subtracting(known), known.subtracting(commands))
    #expect(new.isEmpty, "no trial: \(new.sorted())")
    #expect(gone.isEmpty, "no longer in the sources: \(gone.sorted())")
  }

  /// The commands in the remedies of all sources, each with the name of the file.
  ///
  /// The second one of the same words in a file ends with `(2)`.
  private static func commandsInSources() throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let name = file.deletingPathExtension().lastPathComponent
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for arguments in interpolations(in: line) {
          let command = "\(name): \(words(of: arguments))"
          var key = command
          var count = 1
          while !found.insert(key).inserted {
            count += 1
            key = "\(command) (\(count))"
          }
        }
      }
    }
    return found
  }

  private static func interpolations(in line: Substring) -> [Substring] {
    ["\\(command: ", "\\(shell: "].flatMap { opening in
      line.ranges(of: opening).map { range in
        var depth = 1
        let rest = line[range.upperBound...]
        let end = rest.indices.first { index in
          if rest[index] == "(" { depth += 1 }
          if rest[index] == ")" { depth -= 1 }
          return depth == 0
        }
        return rest[..<(end ?? rest.endIndex)]
      }
    }
  }

  /// Literals without quotes; for other arguments, the last name outside parentheses.
  private static func words(of arguments: Substring) -> String {
    arguments.split(separator: ",").map { argument in
      let text = argument.drop { $0 == " " }
      if text.hasPrefix("\"") { return String(text.dropFirst().dropLast()) }
      if text.hasPrefix("$") { return "name" }
      return String(
        text.prefix { $0 != "(" }.split(separator: ".").filter { $0 != "description" }.last ?? "")
    }.joined(separator: " ")
  }
}
