import MigrationConsole
import MigratorEngine
import MigratorSchema

/// What migrations did, as text and as JSON.
enum StepText {
  /// What one migration did.
  ///
  /// - Parameters:
  ///   - step: The report.
  ///   - subject: What it ran on: `The database` or `The copy`.
  /// - Returns: The lines.
  static func lines(_ step: StepReport, on subject: String) -> [String] {
    guard step.failure == nil else {
      return step.failure.map { FailureText.lines($0, on: subject) } ?? []
    }
    var lines = ["\(Printer.line(step.identifier))  ok in \(Format.seconds(step.seconds))"]
    lines += ChangesText.lines(step.changes, showsLines: false).map { "  \($0)" }
    lines += step.rows.map { "  \(Self.words($0))" }
    let losses = Losses(of: [step])
    lines += Self.losses(losses).map { "  \($0)" }
    if step.newViolationCount > 0 || step.oldViolationCount > 0 {
      lines.append(
        "  violations: \(step.newViolationCount) new, \(step.oldViolationCount) from before")
    }
    lines += step.newViolations.prefix(10).map { "    \($0.description)" }
    lines += step.warnings.map { "  warning: \($0)" }
    return lines
  }

  private static func words(_ rows: StepReport.TableRows) -> String {
    var text = "\(rows.table): "
    switch (rows.before, rows.after) {
    case (nil, let after?): text += "\(Format.count(after, "row")), a new table"
    case (let before?, nil): text += "\(Format.count(before, "row")) before, the table is gone"
    case (let before?, let after?) where before != after: text += "\(before) → \(after) rows"
    case (let before?, _): text += Format.count(before, "row")
    case (nil, nil): text += "made and dropped"
    }
    var parts: [String] = []
    if rows.isRecreated { parts.append("made anew") }
    if rows.updated > 0 { parts.append("\(rows.updated) updated") }
    if rows.cascaded > 0 { parts.append("\(rows.cascaded) deleted by cascade") }
    return parts.isEmpty ? text : text + " (" + parts.joined(separator: ", ") + ")"
  }

  /// What is lost, a line each.
  static func losses(_ losses: Losses) -> [String] {
    losses.rows.map {
      "LOSES \(Format.count($0.count, "row")) of \($0.table)\($0.isCascade ? " by cascade" : "")"
    }
      + losses.tables.map { "LOSES table \($0)" }
      + losses.columns.map { "LOSES column \($0.column) of \($0.table)" }
      + losses.objects.map { "\($0.kind.rawValue) \($0.name) is not brought back" }
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
      "losses": .array(Self.losses(losses).map { .string($0) }),
      "agree": .optional(losses.phrase),
      "newViolationCount": .integer(Int64(step.newViolationCount)),
      "oldViolationCount": .integer(Int64(step.oldViolationCount)),
      "newViolations": .array(step.newViolations.map { .string($0.description) }),
      "warnings": .array(step.warnings.map { .string($0) }),
      "fileGrowth": .integer(step.fileGrowth),
      "failure": step.failure.map(FailureText.json) ?? .null,
    ]
  }

  private static func json(_ rows: StepReport.TableRows) -> JSON {
    [
      "table": .string(rows.table),
      "before": rows.before.map { .integer($0) } ?? .null,
      "after": rows.after.map { .integer($0) } ?? .null,
      "inserted": .integer(rows.inserted), "updated": .integer(rows.updated),
      "deleted": .integer(rows.deleted), "cascaded": .integer(rows.cascaded),
      "isRecreated": .bool(rows.isRecreated),
    ]
  }
}
