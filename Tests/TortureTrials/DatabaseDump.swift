import MigratorSQLite

/// All that a database holds, as text: two databases with the same text are the same to everyone.
struct DatabaseDump: Hashable {
  /// The statements of the schema and the values of all rows.
  let text: String

  /// Reads a database, which recovers it first where something was left unfinished.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``DatabaseError``; ``Damage`` where SQLite's own check finds something.
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

  /// What SQLite's own check finds.
  struct Damage: Error {
    let findings: [String]
  }
}
