import Foundation
import MigratorSQLite

extension TemporaryFolder {
  /// Creates a database file, fills it, closes it and returns its path.
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

  /// Creates a WAL-mode database as a crash leaves it: the rows are only in the `-wal` file.
  @discardableResult
  public func makeCrashedWALDatabase(
    _ name: String = "app.sqlite",
    sql: String = "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
  ) throws -> String {
    try copyFilesOfOpenDatabase(name, suffixes: ["", "-wal"]) { db in
      try db.execute(sql: "PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0")
      try db.execute(sql: sql)
    }
  }

  /// Creates a database with a hot journal, as a crash inside a transaction leaves it.
  ///
  /// After recovery its table `player` has one row.
  @discardableResult
  public func makeHotJournalDatabase(_ name: String = "app.sqlite") throws -> String {
    try copyFilesOfOpenDatabase(name, suffixes: ["", "-journal"]) { db in
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

  /// Copies the files of a database while a connection is still open on it.
  private func copyFilesOfOpenDatabase(
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

  /// Sets the permissions, such as `0o444`, of a file, or of the folder if the name is empty.
  public func setPermissions(_ permissions: Int, of name: String = "") throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: name.isEmpty ? path : path(name))
  }
}
