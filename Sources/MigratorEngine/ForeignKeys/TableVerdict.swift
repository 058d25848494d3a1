internal import MigratorSQLite

/// The violations of a table, as far as they are known without SQLite's own check.
enum TableVerdict {
  /// Calls a closure with the rowid and foreign key id of each violation, until it returns `false`.
  ///
  /// The order is that of SQLite's own check. Returns `false` if the closure did.
  typealias Search = (Database, (Int64, Int) throws -> Bool) throws -> Bool

  case clean
  /// Nothing is known; SQLite must check the table.
  case unknown
  /// The table may have violations, which the search finds.
  case found(by: Search)
}
