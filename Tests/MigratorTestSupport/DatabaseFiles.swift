import Foundation
import MigratorSQLite

extension TemporaryFolder {
  /// Makes a database file, fills it, closes it, and returns its path.
  @discardableResult
  public func makeDatabase(
    _ name: String = "app.sqlite", journalMode: String = "delete",
    sql: String = "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
  ) throws -> String {
    let queue = try DatabaseQueue(path: path(name))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(journalMode)")
      try db.execute(sql: sql)
    }
    try queue.close()
    return path(name)
  }

  /// Makes a database in WAL mode as a crash leaves it: the rows are in the `-wal` file only.
  @discardableResult
  public func makeCrashedWALDatabase(
    _ name: String = "app.sqlite",
    sql: String = "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
  ) throws -> String {
    try leaveBehind(name, suffixes: ["", "-wal"]) { db in
      try db.execute(sql: "PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0")
      try db.execute(sql: sql)
    }
  }

  /// Makes a database as a crash in the middle of a transaction leaves it, with a hot journal; its
  /// table `player` has one row once it is recovered.
  @discardableResult
  public func makeHotJournalDatabase(_ name: String = "app.sqlite") throws -> String {
    try leaveBehind(name, suffixes: ["", "-journal"]) { db in
      try db.execute(
        sql: """
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO player VALUES (1, 'Arthur');
          PRAGMA cache_size = 1;
          BEGIN;
          WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO player SELECT i, 'unfinished ' || i FROM n;
          """)
    }
  }

  /// Copies the files of a database while a connection is in the midst of its work.
  private func leaveBehind(
    _ name: String, suffixes: [String], _ work: (Database) throws -> Void
  ) throws -> String {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path(name))
    try queue.writeWithoutTransaction { db in
      try work(db)
      for suffix in suffixes {
        try FileManager.default.copyItem(
          atPath: folder.path(name + suffix), toPath: path(name + suffix))
      }
      try db.rollback()
    }
    return path(name)
  }

  /// Sets the permissions, such as `0o444`, of a file or, with an empty name, of the folder.
  public func setPermissions(_ permissions: Int, of name: String = "") throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: name.isEmpty ? path : path(name))
  }
}
