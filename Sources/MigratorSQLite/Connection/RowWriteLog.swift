import CSQLite3
import MigratorPlatform

/// Records which rows of `main` statements insert and update, by table, up to a limit.
///
/// It records what `sqlite3_update_hook` reports: rows of rowid tables, written by statements,
/// triggers and foreign-key actions. It does not record deleted rows, tables without rowid, `CREATE
/// TABLE AS`, or rows rewritten by ALTER TABLE. A rollback does not remove rows.
/// Source: <https://www.sqlite.org/c3ref/update_hook.html>.
package final class RowWriteLog {
  /// The maximum number of recorded rows per table.
  package let limit: Int
  private var entries: [(name: [CChar], rows: Set<Int64>, isOver: Bool)] = []
  private var indices: [[CChar]: Int] = [:]
  private var last = 0

  /// Creates an empty log.
  ///
  /// - Parameter limit: The maximum number of recorded rows per table.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The rows of each written table, or `nil` if there are more than the limit.
  ///
  /// This is not a dictionary, because Swift treats some names as equal that SQLite does not.
  package var tables: [(name: String, rows: Set<Int64>?)] {
    entries.map { (Self.text($0.name), $0.isOver ? nil : $0.rows) }
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func reset() {
    entries = []
    indices = [:]
    last = 0
  }

  func note(_ table: UnsafePointer<CChar>, _ row: Int64) {
    // Consecutive rows usually belong to one table, so the last table is compared first.
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
