import MigratorEngine
import MigratorPlatform

/// A goose file, split at its markers.
///
/// Source: pressly/goose `internal/sqlparser/parser.go`, `migrate.go` (`NumericComponent`).
enum GooseFile {
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

  /// The up part of a file.
  ///
  /// - Throws: `SourceFailure` for files that goose rejects: a marker is unknown, misplaced or
  ///   missing, text precedes the first marker, or a statement has no semicolon.
  static func body(_ source: SourceText) throws(SourceFailure) -> ToolMigration.Body {
    let (path, text) = (source.file, source.text)
    var reader = GooseReader(path: path)
    for line in SourceLine.lines(of: text, in: path) { try reader.read(line) }
    let parts = try reader.finish(at: text.utf8.count)
    if reader.expands {
      return .unavailable(
        "\(Paths.name(of: path)) uses environment variables (ENVSUB ON).",
        remedy: "Run goose up-by-one with these variables set.")
    }
    // goose runs each part separately, even if SQLite would not end a statement there.
    let script = SQLScript(file: path, source: text, running: parts, endsParts: true)
    if let obstacle = Self.obstacle(script, parts) { return .unavailable(obstacle) }
    return try ToolMigration.Body(script, isTransactional: reader.isTransactional)
  }

  /// The obstacle if goose ends a statement within a trigger, string, name or comment.
  ///
  /// It is `nil` if the script is incomplete even without goose's splits.
  private static func obstacle(_ script: SQLScript, _ parts: [Range<Int>]) -> StepObstacle? {
    guard case .failure(let problem) = script.parsed, let first = parts.first?.lowerBound,
      let last = parts.last?.upperBound,
      let cut = parts.first(where: { $0.contains(problem.location.offset) }),
      case .success = SQLScript(
        file: script.file, source: script.source, running: [first..<last]
      ).parsed
    else { return nil }
    let end = ScriptLocation(startOf: script.file)
      .advanced(over: script.source.utf8.prefix(cut.upperBound)).line
    return StepObstacle(
      "In \(Paths.name(of: script.file)), goose ends the statement of line "
        + "\(problem.location.line) at the semicolon on line \(end), but SQLite does not.",
      remedy: "Write `-- +goose StatementBegin` above it and `-- +goose StatementEnd` below it.")
  }
}
