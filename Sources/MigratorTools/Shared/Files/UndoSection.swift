import MigratorEngine
import MigratorPlatform

/// A section that undoes the migration, in a file that its tool would run from start to end.
///
/// Tools that support sections blank the down part, so a marker that remains in the script belongs
/// to another tool.
struct UndoSection {
  /// A comment that begins such a section in the format of a tool.
  private struct Marker {
    /// The words of the comment, in lower case and without punctuation except `+`.
    let words: [Substring]
    let tool: String
    /// The format with which migtui reads such files, or `nil` if it has none.
    var format: MigrationFormat?
    var hasOptions = false

    init(_ words: String, _ tool: String, _ format: MigrationFormat? = nil, options: Bool = false) {
      self.words = words.split(separator: " ")
      self.tool = tool
      self.format = format
      hasOptions = options
    }

    func matches(_ comment: [Substring]) -> Bool {
      hasOptions ? comment.starts(with: words) : comment == words
    }
  }

  /// Sources: the readme of each tool; pressly/goose `internal/sqlparser/parser.go`, amacneil/dbmate
  /// `pkg/dbmate/migration.go`, rubenv/sql-migrate `sqlparse/sqlparse.go`, kriasoft/node-sqlite
  /// `src/utils/migrate.ts`, salsita/node-pg-migrate `src/sqlMigration.ts`, mybatis/migrations
  /// `MigrationReader.java`, playframework `Evolutions.scala`, elwinar/rambler, jackc/tern.
  private static let markers = [
    Marker("+goose down", "goose", .goose),
    Marker("migrate down", "dbmate", .dbmate, options: true),
    Marker("+migrate down", "sql-migrate", options: true),
    Marker("+micrate down", "micrate"),
    Marker("rambler down", "rambler"),
    Marker("down migration", "node-pg-migrate"),
    Marker("downs", "Play evolutions"),
    Marker("undo", "MyBatis Migrations"),
    Marker("create above drop below", "tern"),
    Marker("down", "npm sqlite"),
  ]
  private let marker: Marker
  private let line: SourceLine

  /// Finds a section in a script; returns `nil` if no statement follows a marker.
  init?(in script: SQLScript) {
    // Most files contain none of these words.
    guard
      script.text.containsIgnoringASCIICase("down") || script.text.containsIgnoringASCIICase("undo")
        || script.text.containsIgnoringASCIICase("drop below")
    else { return nil }
    var tokens: (starts: Set<Int>, last: Int)?
    for line in SourceLine.lines(of: script.text, in: script.file) {
      let comment = line.text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard comment.hasPrefix("--") || comment.hasPrefix("#"), comment.utf8.count < 100,
        let marker = Self.marker(in: comment)
      else { continue }
      let known = tokens ?? Self.tokens(of: script.text)
      tokens = known
      // The marker may be inside a string or another comment, and a section may have only comments.
      let start = line.end - comment.utf8.count
      guard known.starts.contains(start), known.last > line.end else { continue }
      (self.marker, self.line) = (marker, line)
      return
    }
    return nil
  }

  /// The byte offsets at which tokens start, and the offset of the last one that is part of a
  /// statement.
  private static func tokens(of text: String) -> (starts: Set<Int>, last: Int) {
    var (starts, last, offset) = (Set<Int>(), 0, 0)
    for token in SQLTokenizer.tokens(of: text) {
      starts.insert(offset)
      if !token.isTrivia, token.text != ";" { last = offset }
      offset += token.text.utf8.count
    }
    return (starts, last)
  }

  private static func marker(in comment: Substring) -> Marker? {
    let words = comment.lowercased().split { !$0.isLetter && $0 != "+" }
    return markers.first { $0.matches(words) }
  }

  func problem(for tool: any MigrationTool) -> SourceProblem {
    let text = line.text.trimmingWhitespace
    let own = marker.format.map {
      "If this is a \($0.rawValue) file, add --format \($0.rawValue). Otherwise move"
    }
    return SourceProblem(
      .badDirective, path: line.place.file, location: line.place,
      message: "`\(text)` begins a section that undoes the migration, as in \(marker.tool). Files "
        + "of format \(tool.format.rawValue) run from start to end, including this section",
      remedy: "\(own ?? "Move") the section that begins at line \(line.place.line) out of the "
        + "file.")
  }
}

extension ToolMigration {
  /// Returns the migration as unusable if the tool would also run a section that undoes it.
  func refusingUndoSection(for tool: any MigrationTool) -> ToolMigration {
    guard let script, let section = UndoSection(in: script) else { return self }
    return with(body: .unusable([section.problem(for: tool)], text: script.source))
  }
}
