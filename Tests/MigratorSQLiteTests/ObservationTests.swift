import MigratorSQLite
import Testing

struct ObservationTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, teamId REFERENCES team ON DELETE CASCADE, name TEXT UNIQUE);
          CREATE TABLE log (text);
          CREATE TRIGGER player_log AFTER DELETE ON player
            BEGIN INSERT INTO log VALUES ('gone'); END;
          CREATE TABLE setting (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
          INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues');
          INSERT INTO player VALUES (1, 1, 'a'), (2, 1, 'b'), (3, 2, 'c');
          """)
    }
  }

  private func events(_ sql: String) throws -> [AuthorizerEvent] {
    var seen: [AuthorizerEvent] = []
    let authorizer = Authorizer { event in
      seen.append(event)
      return .allow
    }
    try queue.writeWithoutTransaction { db in
      try db.observed(by: authorizer) { try db.execute(sql: sql) }
    }
    return seen
  }

  @Test func `authorizer events contain tables, columns and triggers`() throws {
    let deleted = try events("DELETE FROM team WHERE id = 2")
    #expect(deleted.contains(.delete(table: "team", database: "main", via: nil)))
    #expect(deleted.contains(.delete(table: "player", database: "main", via: nil)))
    #expect(deleted.contains(.insert(table: "log", database: "main", via: "player_log")))
    #expect(
      try events("UPDATE player SET name = upper(name)").contains(
        .update(table: "player", column: "name", database: "main", via: nil)))
    #expect(try events("SELECT upper('a')") == [.function(name: "upper")])
  }

  @Test func `authorizer events describe schema changes`() throws {
    #expect(
      try events("CREATE TABLE a (x)").contains(.createTable(name: "a", database: "main")))
    #expect(
      try events("CREATE INDEX i ON a (x)").contains(
        .createIndex(name: "i", table: "a", database: "main")))
    #expect(
      try events("ALTER TABLE a RENAME TO b").contains(.alterTable(name: "a", database: "main")))
    #expect(try events("REINDEX i").contains(.reindex(index: "i", database: "main")))
    #expect(
      try events("CREATE VIEW v AS SELECT 1").contains(.createView(name: "v", database: "main")))
    #expect(try events("DROP VIEW v").contains(.dropView(name: "v", database: "main")))
    #expect(
      try events("DROP INDEX i").contains(.dropIndex(name: "i", table: "b", database: "main")))
    #expect(
      try events("DROP TRIGGER player_log").contains(
        .dropTrigger(name: "player_log", table: "player", database: "main")))
    #expect(try events("DROP TABLE b").contains(.dropTable(name: "b", database: "main")))
    #expect(
      try events("CREATE TEMP TABLE t (x)").contains(.createTable(name: "t", database: "temp")))
    #expect(
      try events("CREATE VIRTUAL TABLE f USING fts5(x)").contains(
        .createVirtualTable(name: "f", module: "fts5", database: "main")))
  }

  @Test func `authorizer events describe transactions, pragmas and attached files`() throws {
    #expect(
      try events("BEGIN; SAVEPOINT s; RELEASE s; COMMIT") == [
        .transaction(operation: "BEGIN"), .savepoint(operation: "BEGIN", name: "s"),
        .savepoint(operation: "RELEASE", name: "s"), .transaction(operation: "COMMIT"),
      ])
    #expect(
      try events("PRAGMA user_version = 3")
        == [.pragma(name: "user_version", argument: "3", database: nil)])
    #expect(try events("ATTACH ':memory:' AS o").contains(.attach(file: ":memory:")))
    #expect(try events("DETACH o") == [.detach(name: "o")])
  }

  @Test
  func `a denied statement fails with the given message but does not end the transaction`() throws {
    let authorizer = Authorizer { event in
      if case .transaction = event { return .deny("a migration cannot end its transaction") }
      return .allow
    }
    try queue.writeWithoutTransaction { db in
      try db.inTransaction {
        try db.observed(by: authorizer) {
          let error = #expect(throws: DatabaseError.self) { try db.execute(sql: "COMMIT") }
          #expect(error?.resultCode == .SQLITE_AUTH)
          #expect(error?.message == "a migration cannot end its transaction")
          // The library's own savepoints and transactions are not authorized.
          try db.inSavepoint {
            try db.execute(sql: "DELETE FROM log")
            return .commit
          }
        }
        #expect(db.isInsideTransaction)
        return .commit
      }
      try db.execute(sql: "BEGIN; COMMIT")
    }
  }

  @Test func `statements compiled before the authorizer was set are authorized as well`() throws {
    try queue.writeWithoutTransaction { db in
      let statement = try db.makeStatement(sql: "DELETE FROM log")
      let authorizer = Authorizer { _ in .deny("not now") }
      db.observed(by: authorizer) {
        let error = #expect(throws: DatabaseError.self) { try statement.execute() }
        #expect(error?.message == "not now")
      }
      try statement.execute()
    }
  }

  private func counts(_ sql: String) throws -> [SQLName: RowChangeCounter.Counts] {
    let counter = RowChangeCounter()
    try queue.writeWithoutTransaction { db in
      try db.counted(by: counter) { try db.execute(sql: sql) }
      try db.execute(sql: "DELETE FROM log")
    }
    return numbers(counter)
  }

  private func numbers(_ counter: RowChangeCounter) -> [SQLName: RowChangeCounter.Counts] {
    counter.tables.mapValues {
      .init(
        inserted: $0.inserted, updated: $0.updated, deleted: $0.deleted, cascaded: $0.cascaded)
    }
  }

  @Test func `changed rows are counted by table, including cascades and triggers`() throws {
    #expect(
      try counts("DELETE FROM team WHERE id = 1") == [
        "team": .init(deleted: 1), "player": .init(deleted: 2, cascaded: 2),
        "log": .init(inserted: 2),
      ])
    #expect(
      try counts("INSERT INTO setting VALUES (1, 1), (2, 2); UPDATE setting SET value = 3")
        == ["setting": .init(inserted: 2, updated: 2)])
  }

  @Test func `rows deleted by REPLACE or by an unconditional DELETE are counted`() throws {
    #expect(
      try counts("INSERT OR REPLACE INTO player VALUES (9, 1, 'a')")
        == ["player": .init(inserted: 1, deleted: 1)])
    #expect(
      try counts("CREATE TABLE big (x); INSERT INTO big VALUES (1), (2), (3); DELETE FROM big")
        == ["big": .init(inserted: 3, deleted: 3)])
  }

  @Test func `changes to temporary tables and SQLite's internal tables are not counted`() throws {
    #expect(
      try counts(
        """
        CREATE TEMP TABLE player (x); INSERT INTO player VALUES (1);
        CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT); ANALYZE
        """
      ).isEmpty)
  }

  @Test
  func `a counter counts nothing after its removal, and resetting it clears the counts`() throws {
    let counter = RowChangeCounter()
    try queue.writeWithoutTransaction { db in
      try db.counted(by: counter) { try db.execute(sql: "INSERT INTO log VALUES (1)") }
      try db.execute(sql: "INSERT INTO log VALUES (2)")
      #expect(numbers(counter) == ["log": .init(inserted: 1)])
      counter.reset()
      #expect(counter.tables.isEmpty)
      try db.counted(by: counter) { try db.execute(sql: "INSERT INTO log VALUES (3)") }
      #expect(numbers(counter) == ["log": .init(inserted: 1)])
    }
  }
}
