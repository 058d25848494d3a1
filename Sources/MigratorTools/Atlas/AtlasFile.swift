import MigratorEngine
import MigratorPlatform

/// An Atlas file: its directives and its statements.
///
/// Source: ariga/atlas `sql/migrate/dir.go`, `sql/migrate/lex.go`.
struct AtlasFile {
  let body: ToolMigration.Body
  /// The statements as Atlas counts them.
  let statements: [String]
  /// `true` if the file replaces all earlier files on an empty database.
  let isCheckpoint: Bool

  init(path: String, text: String) throws(SourceFailure) {
    let name = Paths.name(of: path)
    let directives = Self.directives(of: text)
    isCheckpoint = directives["checkpoint"] != nil
    var script = SQLScript(file: path, text: text)
    let unknown = ["txtar", "import"].first { directives[$0] != nil }
    if let unknown {
      statements = []
      body = .unavailable(
        "\(name) contains `atlas:\(unknown)`, which only Atlas supports.",
        remedy: "Run atlas migrate apply 1.")
      return
    }
    var texts = try SQLFile.statements(of: script).map(\.sql)
    if let delimiter = Self.delimiter(of: text) {
      guard let split = ScriptParts(script, endingAt: delimiter) else {
        let failure = SourceFailure(
          .badDirective, path: path, location: ScriptLocation(startOf: path),
          "the delimiter ends a statement where SQLite does not",
          remedy: "End the statements with semicolons, or run atlas migrate apply 1.",
          isOnlyOfItsTurn: true)
        statements = []
        body = .unusable(failure.problems, text: text)
        return
      }
      script = split.script
      texts = split.parts
    }
    statements = texts
    body = try ToolMigration.Body(script, isTransactional: directives["txmode"] != "none")
  }

  /// The directives in the leading comments, which an empty line must separate from the rest.
  private static func directives(of text: String) -> [String: String] {
    var found: [String: String] = [:]
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    while let line = lines.first, line.hasPrefix("--") || line.hasPrefix("#") {
      lines = lines.dropFirst()
      if let (name, value) = directive(in: line) { found[name] = found[name] ?? value }
    }
    guard let next = lines.first else { return found }
    return next.allSatisfy(\.isWhitespace) ? found : [:]
  }

  private static func directive(in line: Substring) -> (name: String, value: String)? {
    guard let mark = line.firstRange(of: "atlas:") else { return nil }
    let rest = line[mark.upperBound...]
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard !name.isEmpty else { return nil }
    let value = rest[name.endIndex...].drop { $0 == " " }
    return (String(name), value.trimmingWhitespace)
  }

  /// The delimiter that the first line sets, or `nil` for the semicolon.
  private static func delimiter(of text: String) -> String? {
    let line = text.prefix { !$0.isNewline }
    guard line.hasPrefix("-- atlas:"), let (name, value) = directive(in: line),
      name == "delimiter", !value.isEmpty
    else { return nil }
    let plain = value.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
      .replacing("\\t", with: "\t")
    return plain == ";" ? nil : plain
  }
}

struct AtlasMigration: ToolFile {
  let version: String
  let description: String
  let statements: [String]
  /// `true` if the file replaces all earlier files on an empty database.
  let isCheckpoint: Bool
  /// The state of the hash chain after the file; empty if the file is not in the chain.
  let hash: String
  let migration: ToolMigration
}
