import MigratorEngine
import Testing

struct DefinitionReferenceTests {
  private let fixture: DefinitionFixture

  init() throws {
    fixture = try DefinitionFixture()
    try fixture.execute(
      """
      CREATE TABLE parent (name TEXT PRIMARY KEY, email TEXT UNIQUE);
      CREATE TABLE pair (a TEXT, b "CUSTOM TYPE", PRIMARY KEY (b, a));
      CREATE TABLE keyless (a);
      """)
  }

  @Test func `a reference uses the parent's primary key`() throws {
    let sql = try fixture.define { db in
      try db.create(table: "child") { t in
        t.column("a").references("parent", onDelete: .cascade, onUpdate: .setDefault)
        t.column("b").references("parent", column: "email", onDelete: .restrict, deferred: true)
        t.column("c").references("PARENT", onDelete: .setNull, onUpdate: .noAction)
      }
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" (\
        "a" REFERENCES "parent"("name") ON DELETE CASCADE ON UPDATE SET DEFAULT, \
        "b" REFERENCES "parent"("email") ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED, \
        "c" REFERENCES "PARENT"("name") ON DELETE SET NULL ON UPDATE NO ACTION)
        """
      ])
  }

  @Test func `a composite key keeps its column order`() throws {
    let sql = try fixture.define { db in
      try db.create(table: "child") { t in
        t.column("c")
        t.column("d")
        t.foreignKey(["c", "d"], references: "pair", onDelete: .cascade)
        t.foreignKey(["d", "c"], references: "pair", columns: ["a", "b"], deferred: true)
      }
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" ("c", "d", \
        FOREIGN KEY ("c", "d") REFERENCES "pair"("b", "a") ON DELETE CASCADE, \
        FOREIGN KEY ("d", "c") REFERENCES "pair"("a", "b") DEFERRABLE INITIALLY DEFERRED)
        """
      ])
  }

  @Test func `a table may refer to itself before it exists`() throws {
    let sql = try fixture.define { db in
      try db.create(table: "one") { t in
        t.column("up", .integer).references("ONE")
        t.primaryKey("id", .integer)
      }
      try db.create(table: "two") { t in
        t.column("c")
        t.column("d")
        t.foreignKey(["c", "d"], references: "two")
        t.primaryKey(["a", "b"])
        t.column("a")
        t.column("b")
      }
    }
    #expect(
      sql == [
        #"CREATE TABLE "one" ("up" INTEGER REFERENCES "ONE"("id"), "id" INTEGER PRIMARY KEY)"#,
        """
        CREATE TABLE "two" ("c", "d", "a", "b", PRIMARY KEY ("a", "b"), \
        FOREIGN KEY ("c", "d") REFERENCES "two"("a", "b"))
        """,
      ])
  }

  @Test func `a reference to a primary key that is written in SQL omits the column names`() throws {
    let sql = try fixture.define { db in
      try db.create(table: "tree") { t in
        t.column(sql: "id INTEGER PRIMARY KEY")
        t.column("up").references("tree")
      }
      try db.execute(sql: "INSERT INTO tree VALUES (1, NULL), (2, 1)")
    }
    #expect(sql == [#"CREATE TABLE "tree" (id INTEGER PRIMARY KEY, "up" REFERENCES "tree")"#])
  }

  @Test func `an added column may refer to a parent or to its own table`() throws {
    try fixture.define { db in
      try db.alter(table: "parent") { t in
        t.add(column: "up").references("parent")
        t.add(column: "x").references("pair", column: "a")
      }
    }
    #expect(
      try fixture.texts("main").first == """
        CREATE TABLE parent (name TEXT PRIMARY KEY, email TEXT UNIQUE, \
        "up" REFERENCES "parent"("name"), "x" REFERENCES "pair"("a"))
        """)
  }

  @Test func `a parent without a primary key is referenced by rowid, as in GRDB`() throws {
    try fixture.define { db in
      try db.create(table: "child") { t in
        t.column("a").references("keyless")
        t.belongsTo("keyless", indexed: false)
        t.column("up").references("child")
      }
    }
    #expect(
      try fixture.texts("main").last == """
        CREATE TABLE "child" ("a" REFERENCES "keyless"("rowid"), \
        "keylessId" INTEGER REFERENCES "keyless"("rowid"), "up" REFERENCES "child"("rowid"))
        """)
  }

  @Test(arguments: [ForeignKeyChecks.deferred, .immediate], [true, false])
  func `a reference to a rowid is an error only if the foreign key is checked`(
    _ checks: ForeignKeyChecks, _ isDropped: Bool
  ) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("keyless", foreignKeyChecks: checks) { db in
      try db.create(table: "parent") { $0.column("a") }
      try db.create(table: "child") { $0.belongsTo("parent") }
      if isDropped { try db.drop(table: "child") }
    }
    let queue = try DatabaseQueue()
    let result = Result { try migrator.migrate(queue) }
    if checks == .deferred && !isDropped {
      let error = #expect(throws: DatabaseError.self) { try result.get() }
      #expect(error?.message == #"foreign key mismatch - "child" referencing "parent""#)
      #expect(try queue.read { try $0.tableExists("parent") } == false)
    } else {
      try result.get()
      #expect(try queue.read { try $0.tableExists("child") } == !isDropped)
    }
  }

  @Test func `a missing parent is reported with SQLite's message`() throws {
    for body: (TableDefinition) -> Void in [
      { $0.column("a").references("nowhere") }, { $0.belongsTo("nowhere") },
      { $0.belongsTo("here", inTable: "nowhere") },
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try fixture.define { try $0.create(table: "child", body: body) }
      }
      #expect(error?.message == "no such table: nowhere")
    }
  }
}
