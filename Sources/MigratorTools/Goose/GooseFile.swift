import MigratorEngine
import MigratorPlatform

/// A file of goose, cut at its markers.
///
/// Source: pressly/goose `internal/sqlparser/parser.go`, `migrate.go` (`NumericComponent`).
enum GooseFile {
  /// Whether a text holds a marker of goose.
  static func hasMarker(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("-- +goose ") }
  }

  /// The number before the first underscore of a `.sql` or `.go` file, at least 1; otherwise `nil`.
  static func version(of file: String) -> Int64? {
    guard file.hasSuffix(".sql") || file.hasSuffix(".go"), !file.hasSuffix("_test.go"),
      let underscore = file.firstIndex(of: "_"), let version = Int64(file[..<underscore]),
      version >= 1
    else { return nil }
    return version
  }

  /// What is run of a file on the way up.
  ///
  /// - Throws: `SourceFailure` for what goose itself refuses: an unknown marker or one out of
  ///   place, none at all, text before the first, a statement without its semicolon.
  static func body(path: String, text: String) throws(SourceFailure) -> ToolMigration.Body {
    var reader = GooseReader(path: path)
    for line in SourceLine.lines(of: text, in: path) { try reader.read(line) }
    let parts = try reader.finish(at: text.utf8.count)
    if reader.expands {
      return .unavailable(
        "\(Paths.name(of: path)) takes values from the environment (ENVSUB ON).",
        remedy: "Run goose up-by-one where that environment is set.")
    }
    return try ToolMigration.Body(
      SQLScript(file: path, source: text, running: parts), isTransactional: reader.isTransactional)
  }
}
