import CSQLite3
import MigratorPlatform

/// Remembers which rows of `main` statements insert and update, table by table, while they are few.
///
/// It sees what `sqlite3_update_hook` sees: rows of tables with rowid, written by statements,
/// triggers and foreign-key actions. It does not see deleted rows as such, tables without rowid,
/// `CREATE TABLE AS`, and what ALTER TABLE rewrites. A rollback does not take rows back.
/// Source: <https://www.sqlite.org/c3ref/update_hook.html>.
package final class RowWriteLog {
  /// How many rows of one table are remembered.
  package let limit: Int
  private var entries: [(name: [CChar], rows: Set<Int64>, isOver: Bool)] = []
  private var indices: [[CChar]: Int] = [:]
  private var last = 0

  /// Creates a log that has seen nothing.
  ///
  /// - Parameter limit: How many rows of one table are remembered.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The rows of each table that was written, `nil` where there are more than are remembered.
  ///
  /// No dictionary: Swift holds names for the same that SQLite does not.
  package var tables: [(name: String, rows: Set<Int64>?)] {
    entries.map { (Self.text($0.name), $0.isOver ? nil : $0.rows) }
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Forgets all rows.
  package func reset() {
    entries = []
    indices = [:]
    last = 0
  }

  fileprivate func note(_ table: UnsafePointer<CChar>, _ row: Int64) {
    // Rows come in runs of one table, so the last one is tried first.
    if !(last < entries.count && strcmp(entries[last].name, table) == 0) {
      let name = Array(UnsafeBufferPointer(start: table, count: strlen(table) + 1))
      last = indices[name] ?? entries.count
      if last == entries.count {
        indices[name] = last
        entries.append((name, [], false))
      }
    }
    if entries[last].isOver { return }
    entries[last].rows.insert(row)
    if entries[last].rows.count > limit {
      entries[last].isOver = true
      entries[last].rows = []
    }
  }
}

extension Database {
  /// Runs a closure while a log remembers the rows that are written.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  package func logged<T>(by log: RowWriteLog, _ body: () throws -> T) rethrows -> T {
    let outer = rowWriteLog
    install(log)
    defer { install(outer) }
    return try body()
  }

  private func install(_ log: RowWriteLog?) {
    rowWriteLog = log
    guard let log else {
      sqlite3_update_hook(connection, nil, nil)
      return
    }
    // `rowWriteLog` keeps the log alive for as long as SQLite knows its address.
    sqlite3_update_hook(
      connection,
      { context, operation, database, table, row in
        guard let context, let database, let table, operation != SQLITE_DELETE,
          strcmp(database, "main") == 0
        else { return }
        Unmanaged<RowWriteLog>.fromOpaque(context).takeUnretainedValue().note(table, row)
      }, Unmanaged.passUnretained(log).toOpaque())
  }
}
