import MigratorSession

enum HistoryText {
  static func json(_ history: History) -> JSON {
    [
      "file": .optional(history.path), "events": .array(history.events.map(json)),
      "damagedLines": .array(history.damagedLines.map { .integer(Int64($0)) }),
      "newerLines": .array(history.newerLines.map { .integer(Int64($0)) }),
    ]
  }

  private static func json(_ event: HistoryEvent) -> JSON {
    [
      "time": .string(event.time), "action": .string(event.action.rawValue),
      "outcome": .string(event.outcome.rawValue),
      "subject": .optional(event.subject), "digest": .optional(event.digest),
      "user": .optional(event.user), "database": .optional(event.database),
      "seconds": event.seconds.map { .number($0) } ?? .null,
      "rows": .array((event.rows ?? []).map(json)),
      "losses": event.losses.map(LossText.json) ?? .null,
      "violations": event.violations.map(StepText.json) ?? .null,
      "violationsPredicted": event.violationsPredicted.map(StepText.json) ?? .null,
      "backup": .optional(event.backup?.path), "restored": .optional(event.restored?.path),
      "keptStatements": event.keptStatements.map { .integer(Int64($0)) } ?? .null,
      "isUndone": .bool(event.isUndone == true), "message": .optional(event.message),
    ]
  }

  private static func json(_ rows: HistoryEvent.Rows) -> JSON {
    func number(_ count: Int64?) -> JSON { count.map { .integer($0) } ?? .null }
    return [
      "table": .string(rows.table), "before": number(rows.before), "after": number(rows.after),
      "inserted": number(rows.inserted), "updated": number(rows.updated),
      "deleted": number(rows.deleted), "isRecreated": .bool(rows.isRecreated ?? false),
    ]
  }
}
