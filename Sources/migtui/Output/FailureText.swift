import MigratorEngine
import TerminalUI

/// Why a migration failed, as text and as JSON.
enum FailureText {
  /// The place, SQLite's words, the statement with the place marked, and the state of the database.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - subject: What the migration ran on: `The database` or `The copy`.
  /// - Returns: The lines.
  static func lines(_ failure: MigrationFailure, on subject: String) -> [String] {
    guard !failure.isCancellation else {
      return ["\(failure.identifier)  stopped", state(failure, subject)]
    }
    let place = failure.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    var lines = ["\(failure.identifier)  FAILED", "\(place)\(failure.message)"]
    if let statement = failure.statement { lines += marked(statement, at: failure.location) }
    lines += failure.violations.prefix(10).map { "  \($0.description)" }
    lines.append(state(failure, subject))
    return lines
  }

  private static func state(_ failure: MigrationFailure, _ subject: String) -> String {
    switch failure.databaseState {
    case .asBefore: "\(subject) is as it was before \(failure.identifier)."
    case .partlyApplied(let count):
      "\(subject) keeps the first \(Count.words(count, "statement")) of \(failure.identifier), "
        + "which runs outside a transaction."
    }
  }

  /// The statement with the numbers of its lines, and a caret below the place of the error.
  private static func marked(_ statement: ScriptStatement, at place: ScriptLocation?) -> [String] {
    let texts = SafeText.lines(statement.sql)
    let digits = String(statement.location.line + texts.count).count
    var lines: [String] = []
    for (index, text) in texts.enumerated() {
      let number = statement.location.line + index
      lines.append("\(padded(String(number), digits)) | \(text.plain)")
      guard let place, place.line == number else { continue }
      // The first line of a statement may stand further right in the file than it does here.
      let start = index == 0 ? statement.location.column : 1
      let skipped = text.clusters.prefix(max(0, place.column - start))
      let indent = String(repeating: " ", count: skipped.reduce(0) { $0 + $1.width })
      lines.append("\(padded("", digits)) | \(indent)^ here")
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func json(_ failure: MigrationFailure) -> JSON {
    let isAsBefore = failure.databaseState == .asBefore
    return [
      "identifier": .string(failure.identifier),
      "phase": .string(failure.phase.rawValue),
      "message": .string(failure.message),
      "extendedResultCode": failure.extendedResultCode.map { .integer(Int64($0)) } ?? .null,
      "file": .optional(failure.location?.file),
      "line": failure.location.map { .integer(Int64($0.line)) } ?? .null,
      "column": failure.location.map { .integer(Int64($0.column)) } ?? .null,
      "statement": .optional(failure.statement?.sql),
      "violations": .array(failure.violations.map { .string($0.description) }),
      "databaseIsAsBefore": .bool(isAsBefore),
      "isCancellation": .bool(failure.isCancellation),
    ]
  }
}
