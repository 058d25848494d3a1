import Foundation

/// A documentation page: the README, a page for contributors, or an article of a module.
struct Page: Sendable {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func readme() throws -> Page { try Page("README.md") }

  static func all() throws -> [Page] {
    try [readme()] + pages(below: ".github") + pages(below: "Sources")
  }

  private static func pages(below folder: String) throws -> [Page] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    let pages = (paths?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }.sorted()
    return try pages.map { try Page("\(folder)/\($0)") }
  }

  let path: String
  let text: String

  private init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  var folder: URL { Self.root.appendingPathComponent(path).deletingLastPathComponent() }

  func blocks(in languages: Set<String>) -> [String] {
    text.matches(of: #/```(?<language>[a-z]*)\n(?<code>[^`]*)```/#)
      .filter { languages.contains(String($0.output.language)) }.map { String($0.output.code) }
  }

  var prose: String { text.replacing(#/```[a-z]*\n[^`]*```/#, with: "") }

  var links: [String] { prose.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) } }

  /// The articles of the same module linked with DocC syntax.
  var articles: [String] { prose.matches(of: #/<doc:(\w+)>/#).map { String($0.output.1) } }

  /// The anchors of the headings, as GitHub generates them.
  var anchors: [String] {
    prose.matches(of: #/(?m)^#+ (.+)$/#).map { heading in
      String(heading.output.1).lowercased().replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  /// The `migtui` command lines in code blocks and inline code.
  var commandLines: [String] {
    let lines = blocks(in: ["sh", "console", "yaml"]).flatMap { $0.split(separator: "\n") }
      .compactMap { $0.firstMatch(of: #/^(?:\$ | *- run: )?(migtui [^#>]*)/#) }
    let spans = prose.matches(of: #/`(migtui [^`]+)`/#)
    return (lines.map(\.output.1) + spans.map(\.output.1)).map(String.init)
  }
}
