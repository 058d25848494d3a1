import MigratorEngine
import Testing

struct DefinitionTableTests {
  private let fixture: DefinitionFixture

  init() throws { fixture = try DefinitionFixture() }

  @discardableResult
  private func created(_ body: (TableDefinition) throws -> Void) throws -> String? {
    try fixture.define { try $0.create(table: "t", body: body) }.first
  }

  @Test func `a table has its columns in order`() throws {
    let sql = try created { t in
      t.primaryKey("id", .integer)
      t.column("name", .text)
      t.column("anything")
    }
    #expect(sql == #"CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "name" TEXT, "anything")"#)
  }

  @Test func `table options are written into the statement`() throws {
    try fixture.define { db in
      try db.create(table: "a", options: [.withoutRowID, .strict]) { $0.primaryKey("id", .integer) }
    }
    #expect(
      try fixture.texts("main")
        == [#"CREATE TABLE "a" ("id" INTEGER PRIMARY KEY) STRICT, WITHOUT ROWID"#])
    try fixture.define { db in
      try db.create(table: "b", options: .temporary) { $0.column("x") }
    }
    #expect(try fixture.texts("temp") == [#"CREATE TABLE "b" ("x")"#])
  }

  @Test func `ifNotExists leaves an existing table unchanged`() throws {
    for _ in 1...2 {
      try fixture.define { db in
        try db.create(table: "t", options: .ifNotExists) { $0.column("x").indexed() }
        try db.create(table: "old", temporary: true, ifNotExists: true, withoutRowID: true) {
          $0.primaryKey("id", .integer)
        }
      }
    }
    #expect(
      try fixture.texts("main") == [
        #"CREATE TABLE "t" ("x")"#, #"CREATE INDEX "t_on_x" ON "t"("x")"#,
      ])
    #expect(throws: DatabaseError.self) { try created { $0.column("x") } }
  }

  @Test func `names are quoted, including quotes in them`() throws {
    let sql = try fixture.define { db in
      try db.create(table: #"a"b"#) { t in
        t.column(#"x"y"#).indexed()
        t.column("select")
      }
    }
    #expect(
      sql == [
        #"CREATE TABLE "a""b" ("x""y", "select")"#,
        #"CREATE INDEX "a""b_on_x""y" ON "a""b"("x""y")"#,
      ])
  }

  @Test func `a strict table enforces types and supports ANY`() throws {
    try fixture.define { db in
      try db.create(table: "t", options: .strict) { t in
        t.column("n", .integer)
        t.column("x", .any)
      }
      try db.execute(sql: "INSERT INTO t VALUES (1, 'one')")
      #expect(throws: DatabaseError.self) { try db.execute(sql: "INSERT INTO t VALUES ('one', 1)") }
    }
  }

  @Test func `columns in the body of primaryKey are declared NOT NULL`() throws {
    let sql = try created { t in
      t.column("before")
      t.primaryKey(onConflict: .fail) {
        t.column("a", .text).defaults(to: "O'Reilly")
        t.column("b", .text)
      }
      t.column("after")
    }
    #expect(
      sql == """
        CREATE TABLE "t" ("before", "a" TEXT NOT NULL DEFAULT 'O''Reilly', "b" TEXT NOT NULL, \
        "after", PRIMARY KEY ("a", "b") ON CONFLICT FAIL)
        """)
  }

  @Test func `table constraints follow the columns in a fixed order`() throws {
    let sql = try created { t in
      t.constraint(sql: "CHECK (b < 3)")
      t.constraint(literal: "CHECK (b <> \("it's"))")
      t.check(Column("a") + Column("b") < 10)
      t.check(sql: "a + b < 10")
      t.uniqueKey(["a"])
      t.uniqueKey(["b", "a"], onConflict: .replace)
      t.primaryKey(["a", "b"])
      t.column("a", .integer)
      t.column("b", .integer)
    }
    #expect(
      sql == """
        CREATE TABLE "t" ("a" INTEGER, "b" INTEGER, PRIMARY KEY ("a", "b"), UNIQUE ("a"), \
        UNIQUE ("b", "a") ON CONFLICT REPLACE, CHECK (("a" + "b") < 10), CHECK (a + b < 10), \
        CHECK (b < 3), CHECK (b <> 'it''s'))
        """)
  }

  @Test func `columns may be written in SQL`() throws {
    let name = "O'Brien"
    let sql = try created { t in
      t.column(sql: "a TEXT")
      t.column(literal: "b TEXT DEFAULT \(name)")
    }
    #expect(sql == #"CREATE TABLE "t" (a TEXT, b TEXT DEFAULT 'O''Brien')"#)
  }

  @Test func `a definition that makes GRDB trap throws an error`() throws {
    let several = try fixture.refusal { db in
      try db.create(table: "t") { t in
        t.primaryKey(["a"])
        t.primaryKey { t.column("a") }
      }
    }
    #expect(several == .severalPrimaryKeys)
    let raw = try fixture.refusal { db in
      try db.create(table: "t") { t in t.primaryKey { t.column(sql: "a TEXT") } }
    }
    #expect(raw == .rawSQLInPrimaryKey)
    #expect(try fixture.texts("main").isEmpty)
  }

  @Test func `nothing is created if the body throws an error`() throws {
    #expect(throws: BodyError.self) { try created { _ in throw BodyError() } }
    #expect(try fixture.texts("main").isEmpty)
  }

  @Test func `alterations are made in the order of the calls`() throws {
    try created { $0.column("a", .text) }
    try fixture.define { db in
      try db.alter(table: "t") { t in
        t.add(column: "b", .integer).notNull().defaults(to: 1).indexed()
        t.rename(column: "b", to: "c")
        t.add(column: "d").generatedAs(Column("c") * 2)
        t.addColumn(sql: "e TEXT")
        t.addColumn(literal: "f TEXT DEFAULT \("O'Brien")")
        t.drop(column: "a")
      }
    }
    #expect(
      try fixture.texts("main") == [
        """
        CREATE TABLE "t" ("c" INTEGER NOT NULL DEFAULT 1, \
        "d" GENERATED ALWAYS AS ("c" * 2) VIRTUAL, e TEXT, f TEXT DEFAULT 'O''Brien')
        """, #"CREATE INDEX "t_on_b" ON "t"("c")"#,
      ])
  }

  @Test func `a table is renamed and dropped, or dropped only if it exists`() throws {
    try created { $0.column("a") }
    try fixture.define { db in
      try db.rename(table: "t", to: #"u"v"#)
      #expect(try db.tableExists(#"u"v"#))
      try db.drop(table: #"u"v"#)
      try db.drop(table: "t", options: .ifExists)
      #expect(throws: DatabaseError.self) { try db.drop(table: "t") }
    }
    #expect(try fixture.texts("main").isEmpty)
  }
}
