import MigratorEngine
import Testing

struct DefinitionRecreateTests {
  private let fixture: DefinitionFixture

  init() throws {
    fixture = try DefinitionFixture()
    try fixture.execute(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, team INTEGER REFERENCES team(id)
        ON DELETE CASCADE);
      CREATE TABLE log (line);
      CREATE INDEX team_name ON team(name COLLATE NOCASE) WHERE name <> '';
      CREATE TRIGGER team_gone AFTER DELETE ON team BEGIN
        INSERT INTO log VALUES (OLD.name); END;
      CREATE TRIGGER log_to_team AFTER INSERT ON log BEGIN
        UPDATE team SET name = name || '!'; END;
      CREATE VIEW named AS SELECT id, name FROM team WHERE name NOT NULL;
      INSERT INTO team VALUES (1, 'Reds'), (2, NULL), (9, 'Gone');
      DELETE FROM team WHERE id = 9;
      DELETE FROM log;
      INSERT INTO player VALUES (1, 1), (2, 2);
      """)
  }

  private func notNullName(_ db: Database) throws {
    try db.recreate(table: "TEAM", setting: ["name": "coalesce(name, \("?"))"]) { t in
      t.autoIncrementedPrimaryKey("id")
      t.column("name", .text).notNull().indexed()
    }
  }

  private func rows(_ sql: String) throws -> [String] {
    try fixture.queue.read { db in try Row.fetchAll(db, sql: sql).map(\.description) }
  }

  private func objects() throws -> [String] {
    try fixture.queue.strings(
      "SELECT name || ': ' || sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
  }

  @Test func `rows, indexes, triggers, views and children survive a re-creation`() throws {
    let before = try objects()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("names") { try notNullName($0) }
    try migrator.migrate(fixture.queue)
    let after = try objects().filter { !$0.hasPrefix("grdb_migrations") }
    let table = """
      team: CREATE TABLE "team" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL)
      """
    let index = #"team_on_name: CREATE INDEX "team_on_name" ON "team"("name")"#
    #expect(after.contains(table))
    #expect(after.contains(index))
    #expect(
      after.filter { $0 != table && $0 != index } == before.filter { !$0.hasPrefix("team:") })
    #expect(try rows("SELECT * FROM team") == [#"[id:1 name:"Reds!"]"#, #"[id:2 name:"?"]"#])
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 2)
    #expect(try fixture.queue.count("SELECT count(*) FROM log") == 0)
    #expect(try fixture.queue.count("SELECT count(*) FROM named") == 2)
  }

  @Test func `keys of deleted rows are not reused after a re-creation`() throws {
    try fixture.define { try notNullName($0) }
    try fixture.execute("INSERT INTO team (name) VALUES ('Blues')")
    #expect(try fixture.queue.count("SELECT max(id) FROM team") == 10)
  }

  @Test func `the AUTOINCREMENT counter of an empty table is kept`() throws {
    try fixture.execute("DELETE FROM player; DELETE FROM team")
    try fixture.define { try notNullName($0) }
    try fixture.execute("INSERT INTO team (name) VALUES ('Blues')")
    #expect(try fixture.queue.count("SELECT max(id) FROM team") == 10)
  }

  @Test func `triggers still work after a re-creation`() throws {
    try fixture.define { try notNullName($0) }
    try fixture.execute("DELETE FROM team WHERE id = 1")
    #expect(try fixture.queue.strings("SELECT line FROM log") == ["Reds!"])
    #expect(try fixture.queue.strings("SELECT name FROM team") == ["?!"])
  }

  @Test func `outside a transaction, foreign keys are turned off and checked at the end`() throws {
    try fixture.define { try notNullName($0) }
    #expect(try fixture.queue.foreignKeysAreOn())
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 2)
    let error = #expect(throws: DatabaseError.self) {
      try fixture.define { db in
        try db.recreate(table: "team", setting: ["id": "id + 100"]) { t in
          t.primaryKey("id", .integer)
          t.column("name", .text)
        }
      }
    }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(try fixture.queue.foreignKeysAreOn())
    #expect(try fixture.queue.count("SELECT count(*) FROM team WHERE id < 100") == 2)
  }

  @Test func `a parent is re-created with foreign keys enforced, and its children are kept`() throws
  {
    try fixture.define { db in
      try db.inTransaction {
        try notNullName(db)
        return .commit
      }
    }
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 2)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("now", foreignKeyChecks: .immediate) { try notNullName($0) }
    try migrator.migrate(fixture.queue)
    #expect(try fixture.queue.count("SELECT count(*) FROM player") == 2)
    #expect(try fixture.queue.foreignKeysAreOn())
  }

  @Test func `a table without children is re-created with foreign keys enforced`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("now", foreignKeyChecks: .immediate) { db in
      try db.recreate(table: "player") { t in
        t.primaryKey("id", .integer)
        t.column("team", .integer).notNull().references("team")
      }
    }
    try migrator.migrate(fixture.queue)
    #expect(try rows("SELECT * FROM player") == ["[id:1 team:1]", "[id:2 team:2]"])
  }

  @Test func `re-creating a table can change a column's position, name and type`() throws {
    try fixture.define { db in
      try db.execute(sql: "CREATE TABLE t (a TEXT, b TEXT, c); INSERT INTO t VALUES ('1', 'x', 3)")
      try db.recreate(table: "t", options: .strict, setting: ["title": "b"]) { t in
        t.column("C", .integer)
        t.column("title", .text)
        t.column("a", .integer)
        t.column("twice", .integer).generatedAs(Column("a") * 2)
      }
    }
    #expect(try rows("SELECT * FROM t") == [#"[C:3 title:"x" a:1 twice:2]"#])
  }

  @Test func `rowids are kept, whether or not they become a column`() throws {
    try fixture.define { db in
      try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t (rowid, a) VALUES (7, 'x'), (3, 'y')")
      try db.recreate(table: "t") { $0.column("a", .text) }
      #expect(try Int.fetchAll(db, sql: "SELECT rowid FROM t ORDER BY a") == [7, 3])
      try db.recreate(table: "t") { t in
        t.column("a", .text)
        t.primaryKey("id", .integer)
      }
    }
    #expect(try rows("SELECT * FROM t") == [#"[a:"y" id:3]"#, #"[a:"x" id:7]"#])
  }

  @Test
  func `rows that violate a new constraint cause an error, whatever its conflict clause`() throws {
    try fixture.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (1), (NULL)")
    for body: (TableDefinition) -> Void in [
      { $0.column("a").unique(onConflict: .replace) },
      { $0.column("a").notNull(onConflict: .ignore) },
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try fixture.define { try $0.recreate(table: "t", body: body) }
      }
      #expect(error?.message?.hasSuffix("constraint failed: t.a") == true)
    }
    #expect(try fixture.queue.count("SELECT count(*) FROM t") == 3)
  }

  @Test func `an index on a dropped column is reported before anything changes`() throws {
    try fixture.execute(#"CREATE INDEX quoted ON team("name")"#)
    let before = try objects()
    let refusal = try fixture.refusal { db in
      try db.recreate(table: "team") { $0.autoIncrementedPrimaryKey("id") }
    }
    #expect(
      refusal
        == .brokenByRecreation(
          object: "index team_name", reason: "it uses column name, which no longer exists"))
    #expect(try objects() == before)
  }

  @Test func `a broken view or trigger is reported, and nothing changes`() throws {
    try fixture.execute(
      #"DROP INDEX team_name; DROP TRIGGER team_gone; DROP TRIGGER log_to_team"#)
    let view = try fixture.refusal { db in
      try db.recreate(table: "team") { $0.autoIncrementedPrimaryKey("id") }
    }
    #expect(
      view == .brokenByRecreation(object: "view named", reason: "no such column: name"))
    try fixture.execute(
      #"""
      DROP VIEW named;
      CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE team SET id = id WHERE "name" = ''; END
      """#)
    let trigger = try fixture.refusal { db in
      try db.recreate(table: "team") { $0.autoIncrementedPrimaryKey("id") }
    }
    let hint =
      SQLiteLibrary.versionNumber < 3_046_000
      ? "name" : #""name" - should this be a string literal in single-quotes?"#
    #expect(
      trigger == .brokenByRecreation(object: "trigger t", reason: "no such column: \(hint)"))
    try fixture.execute(
      #"DROP TRIGGER t; CREATE TRIGGER u AFTER UPDATE OF "name" ON team BEGIN SELECT 1; END"#)
    let event = try fixture.refusal { db in
      try db.recreate(table: "team") { $0.autoIncrementedPrimaryKey("id") }
    }
    #expect(
      event
        == .brokenByRecreation(
          object: "trigger u", reason: "it uses column name, which no longer exists"))
    try fixture.execute("DROP TRIGGER u")
    try fixture.define { db in
      try db.recreate(table: "team") { $0.autoIncrementedPrimaryKey("id") }
    }
    #expect(try rows("SELECT * FROM team") == ["[id:1]", "[id:2]"])
  }

  @Test func `temporary triggers and tables are kept, too`() throws {
    try fixture.define { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE note (a);
          CREATE TEMP TRIGGER seen AFTER INSERT ON player BEGIN
            INSERT INTO note VALUES (NEW.id); END;
          """)
      try db.recreate(table: "player") { t in
        t.primaryKey("id", .integer)
        t.column("team", .integer)
      }
      try db.recreate(table: "note") { $0.column("a", .integer).indexed() }
      try db.execute(sql: "INSERT INTO player VALUES (5, 1)")
      #expect(try Int.fetchAll(db, sql: "SELECT a FROM temp.note") == [5])
    }
    #expect(try fixture.texts("temp").count == 3)
  }

  @Test func `a table that refers to itself keeps its references`() throws {
    try fixture.define { db in
      try db.execute(
        sql: """
          CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node ON DELETE CASCADE);
          INSERT INTO node VALUES (1, NULL), (2, 1);
          """)
      try db.recreate(table: "node") { t in
        t.primaryKey("id", .integer)
        t.column("up", .integer).references("node", onDelete: .setNull)
      }
    }
    #expect(try rows("SELECT * FROM node") == ["[id:1 up:NULL]", "[id:2 up:1]"])
    #expect(
      try fixture.texts("main").last?.contains(#"REFERENCES "node"("id") ON DELETE SET NULL"#)
        == true)
  }

  @Test func `a virtual table, a view or a value for an unknown column is refused`() throws {
    try fixture.execute("CREATE VIRTUAL TABLE v USING rtree(id, x0, x1); CREATE TABLE w (a)")
    let virtual = try fixture.refusal { try $0.recreate(table: "v") { $0.column("id") } }
    #expect(
      virtual == .notRecreatable(reason: "it is not an ordinary table, and cannot be re-created."))
    let unknown = try fixture.refusal { db in
      try db.recreate(table: "w", setting: ["b": "1"]) { $0.column("a") }
    }
    #expect(unknown == .unknownColumn("b"))
    #expect(throws: DatabaseError.self) {
      try fixture.define { try $0.recreate(table: "nowhere") { $0.column("a") } }
    }
    #expect(throws: DatabaseError.self) {
      try fixture.define { try $0.recreate(table: "named") { $0.column("a") } }
    }
  }
}
