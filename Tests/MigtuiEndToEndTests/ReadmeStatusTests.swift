import Foundation
import Testing

import MigratorCommands

@Suite(.timeLimit(.minutes(15)))
struct ReadmeStatusTests {
  @Test func `the README's exit statuses are those of the program`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let table =
      "| status | meaning |\n|---|---|\n"
      + ExitStatus.allCases.map { "| \($0.rawValue) | \($0.meaning) |\n" }.joined()
    let start = try #require(text.range(of: "<!-- exit statuses: begin -->\n")).upperBound
    let stop = try #require(text.range(of: "<!-- exit statuses: end -->")).lowerBound
    guard start <= stop, text[start..<stop] == table else {
      try (text[..<start] + table + text[stop...]).write(
        to: file, atomically: true, encoding: .utf8)
      Issue.record("the exit statuses in README.md were out of date and are written anew")
      return
    }
  }
}
