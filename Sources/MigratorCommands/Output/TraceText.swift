import MigratorEngine
import MigratorSession

enum TraceText {
  /// The statements of a migration: each with its location and first line, then its effects.
  ///
  /// Returns an empty array without `--trace`.
  static func lines(of identifier: String, among traces: [StatementTrace]?) -> [String] {
    guard let traces = traces?.filter({ $0.identifier == identifier }), let first = traces.first
    else { return [] }
    let what = first.count == nil ? "write statements run by its code" : "statement by statement"
    var lines = ["\(Printer.line(identifier))  \(what):"]
    for trace in traces {
      lines.append("  " + Printer.line(trace.headline.plain))
      lines += trace.lines.map { "      " + Printer.line($0.plain) }
    }
    return lines
  }

  static func json(_ trace: StatementTrace) -> JSON {
    [
      "migration": .string(trace.identifier),
      "index": .integer(Int64(trace.index)),
      "file": .optional(trace.location?.file),
      "line": trace.location.map { .integer(Int64($0.line)) } ?? .null,
      "column": trace.location.map { .integer(Int64($0.column)) } ?? .null,
      "sql": .string(trace.sql),
      "seconds": .number(trace.seconds),
      "changedRows": .integer(trace.changedRows),
      "rows": .array(trace.rows.map(json)),
      "rowsSoFar": .array(trace.rowsSoFar.map(json)),
      "schema": ChangesText.json(trace.changes),
      "violations": json(trace.violations),
      "plan": .array(
        trace.plan.map { ["depth": .integer(Int64($0.depth)), "text": .string($0.text)] }),
      "error": .optional(trace.error),
    ]
  }

  private static func json(_ rows: StatementTrace.TableRows) -> JSON {
    [
      "table": .string(rows.table), "inserted": .integer(rows.inserted),
      "updated": .integer(rows.updated), "deleted": .integer(rows.deleted),
      "cascaded": .integer(rows.cascaded), "isRecreated": .bool(rows.isRecreated),
    ]
  }

  private static func json(_ violations: StatementTrace.Violations) -> JSON {
    switch violations {
    case .counted(let counts): StepText.json(counts)
    case .notCounted(let reason): ["notCounted": .string(reason.rawValue)]
    }
  }
}
