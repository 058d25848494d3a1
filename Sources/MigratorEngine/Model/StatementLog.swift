internal import MigratorSQLite
internal import MigratorSchema

/// What each statement of a script did to tables and their rows.
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

  /// Adds a statement that ran, with all events so far and the rows that it changed.
  mutating func add(
    _ statement: ScriptStatement, after allEvents: [SchemaEvent], _ rows: [SQLName: Rows]
  ) {
    let events = Array(allEvents.dropFirst(eventCount))
    eventCount = allEvents.count
    // A script of many INSERT … VALUES statements loses nothing.
    guard
      !events.isEmpty || rows.values.contains(where: { $0.updated > 0 || $0.deleted > 0 })
        || WordSearch(["SELECT"]).isFound(in: statement.sql)
    else { return }
    entries.append(Entry(statement: statement, events: events, rows: rows))
  }
}
