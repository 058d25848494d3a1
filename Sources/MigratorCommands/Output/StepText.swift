import MigratorEngine
import MigratorSchema
import MigratorSession

enum StepText {
  static func lines(_ step: StepReport, on subject: RunSubject) -> [String] {
    let effects = step.lines(isDone: subject == .database).map { "  \($0.plain)" }
    if let failure = step.failure {
      return FailureText.lines(failure, on: subject)
        + (step.isKept ? effects : step.warningLines.map { "  \($0.plain)" })
    }
    return ["\(Printer.line(step.identifier))  ok in \(Format.seconds(step.seconds))"] + effects
      + (step.space.map { ["  file: \($0.words)"] } ?? [])
  }

  static func json(_ step: StepReport, on subject: RunSubject) -> JSON {
    return [
      "identifier": .string(step.identifier),
      "succeeded": .bool(step.failure == nil),
      "seconds": .number(step.seconds),
      "statements": step.statementCount.map { .integer(Int64($0)) } ?? .null,
      "schema": ChangesText.json(step.changes),
      "rows": .array(
        step.rows.map { rows in json(rows, step.changedRows(of: rows)) }),
      "losses": LossText.json(Losses(of: [step]), on: subject),
      "counting": .string(step.counting.name),
      "predicted": step.predicted.map {
        [
          "rows": .array($0.rows.map { json($0) }), "violations": $0.violations.map(json) ?? .null,
          "isSame": step.isCompared ? .bool(step.differences.isEmpty) : .null,
          "isOfSameState": $0.isOfSameState.map(JSON.bool) ?? .null,
        ]
      } ?? .null,
      "violations": step.violations.map(json) ?? .null,
      "newViolations": .array(step.newViolations.map { .string($0.description) }),
      "warnings": .array(step.warnings.map { .string($0) }),
      "header": .array(
        step.headerChanges.map {
          [
            "pragma": .string($0.pragma), "before": ChangedRowsText.json(ValueExcerpt($0.before)),
            "after": ChangedRowsText.json(ValueExcerpt($0.after)),
          ]
        }),
      "space": step.space.map(json) ?? .null,
      "failure": step.failure.map { FailureText.json($0, on: subject) } ?? .null,
    ]
  }

  private static func json(_ space: StepSpace) -> JSON {
    [
      "growth": .integer(space.growth), "sizeAfter": .integer(space.sizeAfter),
      "freeAfter": .integer(space.freeAfter),
      "written": .integer(space.writtenPages * space.pageSize),
    ]
  }

  static func json(_ counts: ViolationCounts) -> JSON {
    [
      "before": .integer(Int64(counts.before)), "after": .integer(Int64(counts.after)),
      "added": .integer(Int64(counts.added)),
    ]
  }

  static func json(_ rows: StepReport.TableRows, _ changes: ChangedRows? = nil) -> JSON {
    var members: [(String, JSON)] = [
      ("table", .string(rows.table)),
      ("formerName", .optional(rows.formerName)),
      ("before", rows.before.map { .integer($0) } ?? .null),
      ("after", rows.after.map { .integer($0) } ?? .null),
      ("inserted", .integer(rows.inserted)), ("updated", .integer(rows.updated)),
      ("deleted", .integer(rows.deleted)), ("cascaded", .integer(rows.cascaded)),
      ("isRecreated", .bool(rows.isRecreated)), ("copy", .optional(rows.copy)),
      ("values", json(rows.values)),
    ]
    if let changes { members.append(("changes", ChangedRowsText.json(changes))) }
    return .object(members)
  }

  private static func json(_ values: StepReport.Values) -> JSON {
    switch values {
    case .compared(let columns, let unmatched):
      return [
        "compared": true,
        "columns": .array(
          columns.map {
            json(
              $0.changes,
              of: [
                ("column", .string($0.column)), ("keptAs", .optional($0.keptAs)),
                ("movedTo", .optional($0.movedTo)),
              ])
          }),
        "unmatchedRows": .integer(unmatched),
      ]
    case .notCompared(let reason):
      return ["compared": false, "reason": .string(reason.rawValue)]
    }
  }

  private static func json(_ changes: ValueChanges, of subject: [(String, JSON)]) -> JSON {
    .object(
      subject + [
        ("overwritten", .integer(changes.replaced)), ("cut", .integer(changes.cut)),
        ("rounded", .integer(changes.rounded)), ("retyped", .integer(changes.retyped)),
        ("nulled", .integer(changes.nulled)),
        ("converted", .integer(changes.converted)), ("moved", .integer(changes.moved)),
        (
          "samples",
          .array(
            changes.samples.map {
              [
                "key": .array($0.key.map { .string($0.sqlLiteral) }),
                "before": .string($0.before.sqlLiteral), "after": .string($0.after.sqlLiteral),
              ]
            })
        ),
      ])
  }
}

extension StepReport.Counting {
  /// The name in JSON; history files contain the raw value.
  fileprivate var name: String { self == .predicted ? "predicted" : rawValue }
}
