import Foundation
import MigratorSession
import MigratorTestSupport
import Testing

/// The table of rules in the documentation, the help, the completions and the schema.
struct CheckRulesTests {
  private static let rules = CheckFinding.Rule.allCases

  private static func document(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent(
        "Sources/MigratorCommands/MigratorCommands.docc/\(name)"),
      encoding: .utf8)
  }

  @Test func `the documentation lists each rule once, with its severity`() throws {
    let rows = try Self.document("CheckInCI.md").matches(
      of: #/(?m)^\| `([a-z-]+)` \| (off|note|warning|error) \| .+ \|$/#)
    let listed = rows.map { "\($0.output.1) \($0.output.2)" }
    #expect(listed.sorted() == Self.rules.map { "\($0.rawValue) \($0.severity.rawValue)" }.sorted())
  }

  @Test func `the schema lists each rule`() throws {
    let check = JSONSchema.shared.definitions["check"] as? [String: Any]
    let findings = (check?["properties"] as? [String: Any])?["findings"] as? [String: Any]
    let finding = (findings?["items"] as? [String: Any])?["properties"] as? [String: Any]
    let rule = finding?["rule"] as? [String: Any]
    #expect(rule?["enum"] as? [String] == Self.rules.map(\.rawValue))
  }

  @Test func `the help lists each rule, and describes accept comments and settings`() throws {
    let help = try BuiltProgram.run(["check", "--help"]).output
    for rule in Self.rules { #expect(help.contains("\n  \(rule.rawValue) "), "\(rule)") }
    let manual = try BuiltProgram.run(["man"]).output.replacing("\\-", with: "-")
    for text in [help, manual, try Self.document("CheckInCI.md")] {
      // Help and manual wrap their lines.
      let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for words in ["-- migtui: accept", "[accept]", "[check]", "[tool]", "foreign-keys = on"] {
        #expect(text.contains(words), "\(words)")
      }
    }
  }

  @Test func `shells complete the rules and severities`() throws {
    let words = try BuiltProgram.run(["---complete", "zsh", "check", "--rule", "lost-"])
      .output.split(separator: "\0")
    #expect(words.contains("lost-data=error"), "\(words)")
    #expect(words.contains("lost-rule=off"))
  }
}
