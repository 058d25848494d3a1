import MigratorEngine

/// A file of goose, cut at its markers.
///
/// Source: pressly/goose `internal/sqlparser/parser.go`, `migrate.go` (`NumericComponent`).
struct GooseFile {
  /// What a line of `-- +goose …` says.
  enum Marker: String {
    case up = "UP"
    case down = "DOWN"
    case statementBegin = "STATEMENTBEGIN"
    case statementEnd = "STATEMENTEND"
    case noTransaction = "NO TRANSACTION"
    case envsubOn = "ENVSUB ON"
    case envsubOff = "ENVSUB OFF"
  }

  /// What is run on the way up.
  let body: ToolMigration.Body

  /// Whether a text holds a marker of goose.
  static func hasMarker(_ text: String) -> Bool {
    text.split(separator: "\n").contains { $0.hasPrefix("-- +goose ") }
  }

  /// The number before the first underscore of a `.sql` or `.go` file, at least 1; otherwise `nil`.
  static func version(of file: String) -> Int64? {
    guard file.hasSuffix(".sql") || file.hasSuffix(".go"), !file.hasSuffix("_test.go"),
      let underscore = file.firstIndex(of: "_"), let version = Int64(file[..<underscore]),
      version >= 1
    else { return nil }
    return version
  }

  /// Reads a file.
  ///
  /// - Throws: `SourceFailure` for what goose itself refuses: an unknown marker, none at all,
  ///   statements before the first.
  init(path: String, text: String) throws(SourceFailure) {
    var parts: [Range<Int>] = []
    var upStart: Int?
    var isTransactional = true
    var expands = false
    var hasSeenUp = false
    var isDown = false
    var offset = 0
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      defer { offset += line.count + 1 }
      let content = String(decoding: line, as: UTF8.self)
      guard content.hasPrefix("-- +goose") else {
        let isText = !content.allSatisfy(\.isWhitespace) && !content.hasPrefix("--")
        if isText, !hasSeenUp, !isDown {
          throw Self.failure(
            path, index, offset, "goose finds text before the first `-- +goose Up`",
            "Move it below the marker.")
        }
        continue
      }
      let word = content.dropFirst("-- +goose".count).split { $0.isWhitespace }
        .joined(separator: " ")
      guard let marker = Marker(rawValue: word.uppercased()) else {
        throw Self.failure(
          path, index, offset, "`-- +goose \(word)` is no marker goose knows",
          "Write Up, Down, StatementBegin, StatementEnd, NO TRANSACTION or ENVSUB.")
      }
      switch marker {
      case .up:
        hasSeenUp = true
        isDown = false
        upStart = offset + line.count
      case .down:
        if let start = upStart { parts.append(start..<offset) }
        upStart = nil
        isDown = true
      case .noTransaction: isTransactional = false
      case .envsubOn: expands = true
      case .statementBegin, .statementEnd, .envsubOff: break
      }
    }
    if let start = upStart { parts.append(start..<text.utf8.count) }
    guard hasSeenUp else {
      throw Self.failure(
        path, 0, 0, "goose finds no `-- +goose Up`", "Write the marker above the statements.")
    }
    let script = SQLScript(file: path, source: text, running: parts)
    if expands {
      body = .unavailable(
        StepObstacle(
          "\(FilePath.name(of: path)) takes values from the environment (ENVSUB ON).",
          remedy: "Run goose up-by-one where that environment is set."))
      return
    }
    let shape = try ScriptShape(script)
    body = .sql(
      script: script,
      transaction: isTransactional ? shape.transaction(toolWraps: true) : .none)
  }

  private static func failure(
    _ path: String, _ line: Int, _ offset: Int, _ message: String, _ remedy: String
  ) -> SourceFailure {
    SourceFailure(problems: [
      SourceProblem(
        .badDirective, path: path,
        location: ScriptLocation(file: path, line: line + 1, column: 1, offset: offset),
        message: message, remedy: remedy)
    ])
  }
}
