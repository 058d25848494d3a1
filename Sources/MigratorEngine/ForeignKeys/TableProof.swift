internal import MigratorSQLite

/// What is known of the violations of a table before SQLite's own check of it.
enum TableProof {
  /// Calls a closure with the rowid and the foreign key's id of each violation, in the order of SQLite's own
  /// check, until it says no; returns whether it never did.
  typealias Search = (Database, (Int64, Int) throws -> Bool) throws -> Bool

  /// There are none.
  case clean
  /// Nothing: SQLite is to be asked.
  case unknown
  /// Some, or none: this finds them.
  case found(by: Search)
}
