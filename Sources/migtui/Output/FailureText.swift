import MigrationConsole
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
    var lines = ["\(Printer.line(failure.identifier))  FAILED", "\(place)\(failure.message)"]
    if let statement = failure.statement {
      lines += MarkedStatement(statement, at: failure.location, width: .max).lines
        .map { $0.margin + $0.text.plain }
    }
    if let remedy = failure.remedy { lines.append(remedy) }
    lines += failure.violations.prefix(10).map { "  \($0.description)" }
    lines.append(state(failure, subject))
    return lines
  }

  private static func state(_ failure: MigrationFailure, _ subject: String) -> String {
    switch failure.databaseState {
    case .asBefore: "\(subject) is as it was before \(failure.identifier)."
    case .partlyApplied(0):
      "\(subject) keeps no statement of \(failure.identifier), but its ledger says that it failed."
    case .partlyApplied(let count):
      "\(subject) keeps the first \(Format.count(count, "statement")) of \(failure.identifier), "
        + "which runs outside a transaction."
    }
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
