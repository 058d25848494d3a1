import MigratorEngine
import Testing

struct DefinitionColumnTests {
  private let fixture: DefinitionFixture

  init() throws { fixture = try DefinitionFixture() }

  private func columns(_ body: (TableDefinition) throws -> Void) throws -> String {
    let sql = try fixture.define { try $0.create(table: "t", body: body) }.first ?? ""
    return String(sql.dropFirst(#"CREATE TABLE "t" ("#.count).dropLast())
  }

  @Test func `an integer primary key is not declared NOT NULL, so that SQLite assigns it`() throws {
    #expect(try columns { $0.primaryKey("id", .integer) } == #""id" INTEGER PRIMARY KEY"#)
  }

  @Test func `any other primary key is declared NOT NULL`() throws {
    #expect(
      try columns { $0.primaryKey("id", .text, onConflict: .ignore) }
        == #""id" TEXT PRIMARY KEY ON CONFLICT IGNORE NOT NULL"#)
  }

  @Test func `a primary key may be autoincremented`() throws {
    #expect(
      try columns { $0.autoIncrementedPrimaryKey("id", onConflict: .fail) }
        == #""id" INTEGER PRIMARY KEY ON CONFLICT FAIL AUTOINCREMENT"#)
    try fixture.execute("DROP TABLE t")
    #expect(
      try columns { $0.column("id", .integer).primaryKey(autoincrement: true) }
        == #""id" INTEGER PRIMARY KEY AUTOINCREMENT"#)
  }

  @Test(arguments: [
    (Database.ConflictResolution?.none, ""), (.abort, ""), (.rollback, " ON CONFLICT ROLLBACK"),
    (.fail, " ON CONFLICT FAIL"), (.ignore, " ON CONFLICT IGNORE"),
    (.replace, " ON CONFLICT REPLACE"),
  ])
  func `the default conflict clause is omitted`(
    _ conflict: Database.ConflictResolution?, _ clause: String
  ) throws {
    let sql = try columns { t in
      t.column("a").notNull(onConflict: conflict)
      t.column("b").unique(onConflict: conflict)
    }
    #expect(sql == #""a" NOT NULL\#(clause), "b" UNIQUE\#(clause)"#)
  }

  @Test func `a unique column is not indexed twice`() throws {
    try fixture.define { db in
      try db.create(table: "t") { $0.column("a").unique().indexed() }
    }
    #expect(try fixture.texts("main") == [#"CREATE TABLE "t" ("a" UNIQUE)"#])
  }

  @Test func `a check can be built from columns and values`() throws {
    let sql = try columns { t in
      t.column("a", .integer).check { $0 > 0 }.check { $0 < 10 }
      t.column("b", .integer).check(sql: "b <> 2")
      t.column("c", .integer).check { $0 != Column("a") }
    }
    #expect(
      sql == """
        "a" INTEGER CHECK ("a" > 0) CHECK ("a" < 10), "b" INTEGER CHECK (b <> 2), \
        "c" INTEGER CHECK ("c" <> "a")
        """)
    try fixture.execute("INSERT INTO t VALUES (1, 0, 2)")
    #expect(throws: DatabaseError.self) { try fixture.execute("INSERT INTO t VALUES (0, 0, 2)") }
  }

  @Test func `default values are written as literals`() throws {
    let sql = try columns { t in
      t.column("a").defaults(to: 1)
      t.column("b").defaults(to: 1.0)
      t.column("c").defaults(to: "'é👨🏿'")
      t.column("d").defaults(to: Array("foo".utf8))
      t.column("e").defaults(to: true)
      t.column("f").defaults(sql: "CURRENT_TIMESTAMP")
      t.column("g").defaults(to: String?.none)
    }
    #expect(
      sql == """
        "a" DEFAULT 1, "b" DEFAULT 1.0, "c" DEFAULT '''é👨🏿''', "d" DEFAULT X'666F6F', \
        "e" DEFAULT 1, "f" DEFAULT CURRENT_TIMESTAMP, "g" DEFAULT NULL
        """)
  }

  @Test func `a column may have a collation`() throws {
    #expect(try columns { $0.column("a", .text).collate(.nocase) } == #""a" TEXT COLLATE NOCASE"#)
  }

  @Test func `a generated column is virtual by default`() throws {
    let sql = try columns { t in
      t.column("a", .integer)
      t.column("b", .integer).generatedAs(sql: "a * 2", .stored)
      t.column("c").generatedAs(sql: "a")
      t.column("d").generatedAs(Column("a") * 2)
      t.column("e").generatedAs("O'Brien")
    }
    #expect(
      sql == """
        "a" INTEGER, "b" INTEGER GENERATED ALWAYS AS (a * 2) STORED, \
        "c" GENERATED ALWAYS AS (a) VIRTUAL, "d" GENERATED ALWAYS AS ("a" * 2) VIRTUAL, \
        "e" GENERATED ALWAYS AS ('O''Brien') VIRTUAL
        """)
  }

  @Test func `clauses are in SQLite's order, whatever the order of the calls`() throws {
    try fixture.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
    let sql = try columns { t in
      t.column("a", .integer).references("p").collate(.rtrim).defaults(to: 0)
        .check { $0 > -1 }.unique().notNull()
    }
    #expect(
      sql == """
        "a" INTEGER NOT NULL UNIQUE CHECK ("a" > -1) DEFAULT 0 COLLATE RTRIM REFERENCES "p"("id")
        """)
  }

  @Test(arguments: [
    (Database.ColumnType.text, "TEXT"), (.jsonText, "TEXT"), (.jsonb, "BLOB"),
    (.integer, "INTEGER"), (.double, "DOUBLE"), (.real, "REAL"), (.numeric, "NUMERIC"),
    (.boolean, "BOOLEAN"), (.blob, "BLOB"), (.date, "DATE"), (.datetime, "DATETIME"),
    (.any, "ANY"), (.init(rawValue: "VARCHAR(10)"), "VARCHAR(10)"),
  ])
  func `a column type is written as SQL`(_ type: Database.ColumnType, _ text: String) throws {
    #expect(try columns { $0.column("a", type) } == "\"a\" \(text)")
  }
}
