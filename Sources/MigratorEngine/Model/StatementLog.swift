internal import MigratorSQLite
internal import MigratorSchema

/// The changes that each statement of a script made to tables and their rows.
struct StatementLog {
  /// The numbers of changed rows of a table.
  struct Rows {
    var inserted: Int64 = 0
    var updated: Int64 = 0
    var deleted: Int64 = 0

    mutating func add(_ counts: RowChangeCounter.Counts) {
      inserted += counts.inserted
      updated += counts.updated
      deleted += counts.deleted
    }
  }

  /// A statement with effects.
  struct Entry {
    let statement: ScriptStatement
    let events: [SchemaEvent]
    /// The changed rows, by the table's name after the statement.
    let rows: [SQLName: Rows]
  }

  private(set) var entries: [Entry] = []
  private var eventCount = 0
  private var running: (statement: ScriptStatement, isQuery: Bool)?
  private static let query = WordSearch(["SELECT"])

  /// Notes the statement that runs next; `mayQuery` is false if it certainly has no query.
  mutating func begin(_ statement: ScriptStatement, mayQuery: Bool, _ trace: SchemaTrace) {
    let isQuery = mayQuery && Self.query.isFound(in: statement.sql)
    // Only the rows that a query inserted matter, so only they must be counted exactly.
    if isQuery { _ = trace.takeRowsOfStatement() }
    running = (statement, isQuery)
  }

  /// Adds the statement that ran, with its events and the rows that it changed.
  ///
  /// A script may have many statements that only insert given values. They cause no losses, so they
  /// are skipped.
  mutating func end(_ trace: SchemaTrace) {
    guard let (statement, isQuery) = running else { return }
    running = nil
    let events = trace.events.dropFirst(eventCount)
    eventCount = events.endIndex
    guard isQuery || !events.isEmpty || !trace.hasOnlyInserted else { return }
    entries.append(
      Entry(statement: statement, events: Array(events), rows: trace.takeRowsOfStatement()))
  }
}
