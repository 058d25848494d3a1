import MigratorSQLite

/// The schema and rows of a database as text.
///
/// Databases with equal content have equal dumps.
struct DatabaseDump: Hashable {
  let text: String

  /// Reads a database.
  ///
  /// Opening it first recovers a hot journal or WAL.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``DatabaseError``, or ``Damage`` if `PRAGMA integrity_check` reports a problem.
  init(path: String) throws {
    let queue = try DatabaseQueue(path: path)
    text = try queue.writeWithoutTransaction { db in
      let check = try String.fetchAll(db, sql: "PRAGMA integrity_check")
      guard check == ["ok"] else { throw Damage(findings: check) }
      let violations = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
      var lines = try String.fetchAll(
        db, sql: "SELECT type || name || sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      for table in tables {
        lines += try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\" ORDER BY 1").map {
          "\(table) \($0)"
        }
      }
      return (lines + violations.map { "violation \($0)" }).joined(separator: "\n")
    }
    try queue.close()
  }

  /// The problems that `PRAGMA integrity_check` reports.
  struct Damage: Error {
    let findings: [String]
  }
}
