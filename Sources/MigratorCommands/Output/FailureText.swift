import MigrationConsole
import MigratorEngine
import MigratorSession
import TerminalUI

enum FailureText {
  /// The location, SQLite's message, the marked statement, and the state of the database.
  ///
  /// The remedy is printed once, at the end of the run.
  static func lines(_ failure: MigrationFailure, on subject: RunSubject) -> [String] {
    let state = failure.stateLine(on: subject).plain
    guard !failure.isCancellation else { return ["\(failure.identifier)  stopped", state] }
    let place = failure.location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    var lines = ["\(Printer.line(failure.identifier))  FAILED", "\(place)\(failure.message)"]
    if let statement = failure.statement {
      lines += MarkedStatement(statement, at: failure.location, width: .max).lines
        .map { $0.margin + $0.text.plain }
    } else if let sql = failure.sql {
      lines += SafeText.lines(sql).map { "    \($0.plain)" }
    }
    let known = [failure.countLine].compactMap(\.self)
    return lines + (known + failure.violationLines).map(\.plain)
      + (failure.rejectedRows?.printedLines ?? []) + [state]
  }

  static func json(_ failure: MigrationFailure, on subject: RunSubject) -> JSON {
    [
      "identifier": .string(failure.identifier),
      "phase": .string(failure.phase.rawValue),
      "message": .string(failure.message),
      "extendedResultCode": failure.extendedResultCode.map { .integer(Int64($0)) } ?? .null,
      "file": .optional(failure.location?.file),
      "line": failure.location.map { .integer(Int64($0.line)) } ?? .null,
      "column": failure.location.map { .integer(Int64($0.column)) } ?? .null,
      "statement": .optional(failure.statement?.sql ?? failure.sql),
      "remedy": .string(
        (Printer.database.map(failure.remedy(on: subject).naming) ?? failure.remedy(on: subject))
          .sentence),
      "violationCounts": failure.violationCounts.map(StepText.json) ?? .null,
      "violations": .array(failure.violations.map(json)),
      "oldViolations": .array(failure.oldViolations.map(json)),
      "rejectedRows": failure.rejectedRows?.json ?? .null,
      "databaseIsAsBefore": .bool(failure.databaseState == .rolledBack),
      "databaseState": .string(failure.databaseState.name),
      "mayHoldMore": .bool(failure.databaseState.mayHoldMore),
      "isCancellation": .bool(failure.isCancellation),
    ]
  }

  private static func json(_ violation: ViolationDetail) -> JSON {
    [
      "description": .string(violation.description),
      "madeBy": violation.causedBy.map { .string($0.place) } ?? .null,
    ]
  }
}

extension MigrationFailure.DatabaseState {
  var name: String {
    switch self {
    case .rolledBack: "asBefore"
    case .partlyApplied: "partlyApplied"
    case .unknown: "unknown"
    }
  }

  /// True if the failed migration may have been committed.
  fileprivate var mayHoldMore: Bool {
    switch self {
    case .rolledBack: false
    case .partlyApplied(_, let mayHoldMore): mayHoldMore
    case .unknown: true
    }
  }
}

extension ExitStatus {
  init(_ failure: MigrationFailure, on subject: RunSubject) {
    self.init(failure.category(on: subject))
  }
}
