internal import MigratorSQLite
internal import MigratorSchema

/// `ALTER TABLE … ALTER COLUMN`, which libSQL and Turso have, but SQLite does not.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/libsql-sqlite3/doc/libsql_extensions.md>.
enum AlterColumn {
  static func isUsed(in sql: String) -> Bool {
    var reader = TokenReader(sql)
    guard reader.skip("ALTER", "TABLE"), reader.take() != nil else { return false }
    if reader.skip(".") { _ = reader.take() }
    return reader.skip("ALTER", "COLUMN")
  }

  static let remedy: Remedy = """
    ALTER COLUMN is a statement of libSQL and Turso only. In SQLite, rebuild the table: create a new one, copy the \
    rows, drop the old one and rename the new one. `new` writes such a migration.
    """
}
