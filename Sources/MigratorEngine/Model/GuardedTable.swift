internal import MigratorPlatform
internal import MigratorSQLite
internal import MigratorSchema

/// A table that a migration cannot change on this program's connections.
///
/// SQLite reports it as `table t may not be modified`. A connection in SQLite's default mode
/// permits changes to both kinds of table:
/// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>.
enum GuardedTable {
  /// `sqlite_master`, which a default connection can change after `PRAGMA writable_schema = ON`.
  case schema
  /// A table in which a virtual table stores its content.
  case shadow

  private static let schemaTables: Set<SQLName> = [
    "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
  ]

  /// Finds the kind in SQLite's message; `nil` for other messages and tables, such as `json_each`.
  init?(_ message: String) {
    let (opening, ending) = ("table ", " may not be modified")
    guard message.hasPrefix(opening), message.hasSuffix(ending) else { return nil }
    let name = SQLName(String(message.dropFirst(opening.count).dropLast(ending.count)))
    if Self.schemaTables.contains(name) {
      self = .schema
    } else if ShadowTables.hasSuffix(name) {
      self = .shadow
    } else {
      return nil
    }
  }

  /// The message, preceded by the reason for the refusal.
  func attributed(_ message: String) -> String {
    switch self {
    case .schema:
      "\(ProgramName.text) forbids writes to the schema table, even after PRAGMA writable_schema = "
        + "ON: \(message)"
    case .shadow:
      "\(ProgramName.text) forbids writes to shadow tables of virtual tables: \(message)"
    }
  }

  var remedy: Remedy {
    switch self {
    case .schema:
      """
      Remove the statement. To change a table, use ALTER TABLE, or create a new table, copy the rows, drop the \
      old table and rename the new one.
      """
    case .shadow:
      """
      Remove the statement, and write to the virtual table instead. To refill a full-text index, use its \
      'rebuild' command.
      """
    }
  }
}
