import Foundation
import MigrationConsole
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ReadmeTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the README's keys are the binding table`() throws {
    let file = Self.root.appendingPathComponent("README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = "<!-- keys: begin -->\n"
    let end = "\n<!-- keys: end -->"
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    guard start <= stop, text[start..<stop] == Binding.markdown else {
      let before = text[..<start]
      let after = text[try #require(text.range(of: "<!-- keys: end -->")).lowerBound...]
      try (before + Binding.markdown + "\n" + after).write(
        to: file, atomically: true, encoding: .utf8)
      Issue.record("the keys in README.md were out of date and are written anew; look at them")
      return
    }
  }

  @Test func `every picture the README shows is there`() throws {
    let text = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let pictures = text.matches(of: /\]\((screenshots\/[^)]+)\)/).map { String($0.output.1) }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(FileManager.default.fileExists(atPath: Self.root.path + "/" + picture), "\(picture)")
    }
  }
}
