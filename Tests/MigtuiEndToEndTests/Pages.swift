import Foundation

/// The README and the articles of the modules.
struct Page: Sendable {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func readme() throws -> Page { try Page("README.md") }

  static func all() throws -> [Page] {
    let sources = root.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path)
    let articles = (paths?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }.sorted()
    return try [readme()] + articles.map { try Page("Sources/\($0)") }
  }

  let path: String
  let text: String

  private init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The folder that relative links start from.
  var folder: URL { Self.root.appendingPathComponent(path).deletingLastPathComponent() }

  /// The code blocks in one of the languages.
  func blocks(in languages: Set<String>) -> [String] {
    text.matches(of: #/```(?<language>[a-z]*)\n(?<code>[^`]*)```/#)
      .filter { languages.contains(String($0.output.language)) }.map { String($0.output.code) }
  }

  /// The text without its code blocks.
  var prose: String { text.replacing(#/```[a-z]*\n[^`]*```/#, with: "") }

  /// The targets of links and pictures.
  var links: [String] { prose.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) } }

  /// The articles of the same module that are linked in the syntax of DocC.
  var articles: [String] { prose.matches(of: #/<doc:(\w+)>/#).map { String($0.output.1) } }

  /// The anchors of the headings, as GitHub makes them.
  var anchors: [String] {
    prose.matches(of: #/(?m)^#+ (.+)$/#).map { heading in
      String(heading.output.1).lowercased().replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  /// The command lines: `migtui` in code blocks and in code within a sentence.
  var commandLines: [String] {
    let lines = blocks(in: ["sh", "console", "yaml"]).flatMap { $0.split(separator: "\n") }
      .compactMap { $0.firstMatch(of: #/^(?:\$ | *- run: )?(migtui [^#>]*)/#) }
    let spans = prose.matches(of: #/`(migtui [^`]+)`/#)
    return (lines.map(\.output.1) + spans.map(\.output.1)).map(String.init)
  }
}
