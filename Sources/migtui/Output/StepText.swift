import MigrationConsole
import MigratorEngine
import MigratorSchema
import MigratorSession

/// What migrations did, as text and as JSON.
enum StepText {
  /// What one migration did.
  ///
  /// - Parameters:
  ///   - step: The report.
  ///   - subject: What it ran on.
  /// - Returns: The lines.
  static func lines(_ step: StepReport, on subject: RunSubject) -> [String] {
    if let failure = step.failure { return FailureText.lines(failure, on: subject) }
    let lines =
      step.changeLines + step.rowLines + Losses(of: [step]).lines + step.countLines
      + step.newViolationLines
      + step.warningLines
    return ["\(Printer.line(step.identifier))  ok in \(Format.seconds(step.seconds))"]
      + lines.map { "  \($0.plain)" }
  }

  /// The options of the command line that agree to losses.
  static func options(_ agreements: [Agreement]) -> String {
    agreements.map { "--agree \"\($0.phrase)\"" }.joined(separator: " ")
  }

  static func json(_ step: StepReport) -> JSON {
    let losses = Losses(of: [step])
    return [
      "identifier": .string(step.identifier),
      "succeeded": .bool(step.failure == nil),
      "seconds": .number(step.seconds),
      "statements": .integer(Int64(step.statementCount)),
      "schema": ChangesText.json(step.changes),
      "rows": .array(step.rows.map(json)),
      "losses": .array(losses.lines.map { .string($0.plain) }),
      "counting": .string(step.counting.rawValue),
      "violations": step.violations.map(json) ?? .null,
      "newViolations": .array(step.newViolations.map { .string($0.description) }),
      "warnings": .array(step.warnings.map { .string($0) }),
      "fileGrowth": .integer(step.fileGrowth),
      "failure": step.failure.map(FailureText.json) ?? .null,
    ]
  }

  static func json(_ counts: ViolationCounts) -> JSON {
    [
      "before": .integer(Int64(counts.before)), "after": .integer(Int64(counts.after)),
      "added": .integer(Int64(counts.added)),
    ]
  }

  private static func json(_ rows: StepReport.TableRows) -> JSON {
    [
      "table": .string(rows.table),
      "formerName": .optional(rows.formerName),
      "before": rows.before.map { .integer($0) } ?? .null,
      "after": rows.after.map { .integer($0) } ?? .null,
      "inserted": .integer(rows.inserted), "updated": .integer(rows.updated),
      "deleted": .integer(rows.deleted), "cascaded": .integer(rows.cascaded),
      "isRecreated": .bool(rows.isRecreated),
    ]
  }
}
