import MigratorSession

/// The history of a database as JSON.
enum HistoryText {
  static func json(_ history: History) -> JSON {
    [
      "file": .optional(history.path), "events": .array(history.events.map(json)),
      "damagedLines": .array(history.damagedLines.map { .integer(Int64($0)) }),
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
      "losses": event.losses.map(json) ?? .null,
      "violations": event.violations.map(StepText.json) ?? .null,
      "violationsForetold": event.violationsForetold.map(StepText.json) ?? .null,
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

  private static func json(_ losses: HistoryEvent.Losses) -> JSON {
    [
      "rows": .integer(losses.rows), "values": .integer(losses.values),
      "unseen": .strings(losses.unseen), "tables": .strings(losses.tables),
      "columns": .strings(losses.columns), "objects": .strings(losses.objects),
      "list": .array(losses.list.map(json)),
    ]
  }

  private static func json(_ loss: Loss) -> JSON {
    let kind: String
    var (table, column, name): (String?, String?, String?)
    var count: Int64?
    switch loss {
    case .rows(let origin, let lost, let way):
      (kind, table, count) = (way == .tableDropped ? "table" : "rows", origin, lost)
    case .values(let origin, let values, let lost):
      (kind, table, column, count) = ("values", origin, values, lost.count)
    case .table(let gone, let isEmpty): (kind, table, count) = ("table", gone, isEmpty ? 0 : nil)
    case .column(let origin, let gone, let values):
      (kind, table, column, count) = ("column", origin, gone, values)
    case .unseen(let origin, _): (kind, table) = ("unseen", origin)
    case .object(let object, let gone): (kind, name) = (object, gone)
    case .uniqueKey(let origin, let words): (kind, table, name) = ("unique key", origin, words)
    case .constraint(let origin, let part, let words):
      (kind, table, column, name) = ("constraint", origin, part, words)
    case .former: kind = "former"
    }
    return [
      "kind": .string(kind), "table": .optional(table), "column": .optional(column),
      "name": .optional(name),
      "count": count.map { .integer($0) } ?? .null, "sentence": .string(loss.words),
    ]
  }
}
