import MigratorEngine
import Testing

struct DefinitionBelongsToTests {
  private let fixture: DefinitionFixture

  init() throws {
    fixture = try DefinitionFixture()
    try fixture.execute(
      """
      CREATE TABLE country (code VARCHAR(2) PRIMARY KEY);
      CREATE TABLE teams (id INTEGER PRIMARY KEY);
      CREATE TABLE people (id INTEGER PRIMARY KEY);
      CREATE TABLE place ("left" TEXT, "right", PRIMARY KEY ("left", "right"));
      """)
  }

  private func child(
    options: TableOptions = [], _ body: (TableDefinition) throws -> Void
  ) throws -> [String] {
    try fixture.define { try $0.create(table: "child", options: options, body: body) }
  }

  @Test func `belongsTo names a column after the table and its key, and indexes it`() throws {
    let sql = try child { t in
      t.column("a")
      t.belongsTo("country")
      t.column("b")
    }
    #expect(
      sql == [
        #"CREATE TABLE "child" ("a", "countryCode" VARCHAR(2) REFERENCES "country"("code"), "b")"#,
        #"CREATE INDEX "child_on_countryCode" ON "child"("countryCode")"#,
      ])
  }

  @Test
  func `the parent table is found in any case, in the plural or by the argument inTable`() throws {
    let sql = try child { t in
      t.belongsTo("COUNTRY", indexed: false)
      t.belongsTo("team", indexed: false)
      t.belongsTo("person", indexed: false)
      t.belongsTo("captain", inTable: "people", indexed: false)
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" ("COUNTRYCode" VARCHAR(2) REFERENCES "COUNTRY"("code"), \
        "teamId" INTEGER REFERENCES "teams"("id"), "personId" INTEGER REFERENCES "people"("id"), \
        "captainId" INTEGER REFERENCES "people"("id"))
        """
      ])
  }

  @Test func `a single foreign-key column may be unique and not null and have actions`() throws {
    let sql = try child { t in
      t.belongsTo("team", onDelete: .cascade, onUpdate: .setNull, deferred: true)
        .notNull(onConflict: .ignore).unique()
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" ("teamId" INTEGER NOT NULL ON CONFLICT IGNORE UNIQUE \
        REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE SET NULL \
        DEFERRABLE INITIALLY DEFERRED)
        """
      ])
  }

  @Test func `belongsTo creates several columns for a composite key`() throws {
    let sql = try child { t in
      t.belongsTo("place", onDelete: .cascade).notNull()
      t.belongsTo("origin", inTable: "place").unique()
      t.belongsTo("team")
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" ("placeLeft" TEXT NOT NULL, "placeRight" NOT NULL, \
        "originLeft" TEXT, "originRight", "teamId" INTEGER REFERENCES "teams"("id"), \
        FOREIGN KEY ("placeLeft", "placeRight") REFERENCES "place"("left", "right") \
        ON DELETE CASCADE, \
        FOREIGN KEY ("originLeft", "originRight") REFERENCES "place"("left", "right"))
        """,
        """
        CREATE INDEX "index_child_on_placeLeft_placeRight" ON "child"("placeLeft", "placeRight")
        """,
        """
        CREATE UNIQUE INDEX "index_child_on_originLeft_originRight" \
        ON "child"("originLeft", "originRight")
        """, #"CREATE INDEX "child_on_teamId" ON "child"("teamId")"#,
      ])
  }

  @Test func `indexes are created with IF NOT EXISTS if the table is`() throws {
    let once = try child(options: .ifNotExists) { t in
      t.belongsTo("place")
      t.belongsTo("team")
    }
    #expect(once.count == 3)
    let twice = try child(options: .ifNotExists) { t in
      t.belongsTo("place")
      t.belongsTo("team")
    }
    #expect(twice.isEmpty)
  }

  @Test(arguments: ["employee", "employees"])
  func `a table may refer to itself, by its singular or plural name`(_ name: String) throws {
    let sql = try fixture.define { db in
      try db.create(table: name) { t in
        t.autoIncrementedPrimaryKey("id")
        t.belongsTo("employee")
        t.belongsTo("boss", inTable: name.uppercased(), indexed: false)
      }
    }
    #expect(
      sql.filter { $0.contains("CREATE TABLE \"") } == [
        """
        CREATE TABLE "\(name)" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, \
        "employeeId" INTEGER REFERENCES "\(name)"("id"), \
        "bossId" INTEGER REFERENCES "\(name)"("id"))
        """
      ])
  }

  @Test func `a primary key made of foreign keys gets no separate indexes`() throws {
    let sql = try child { t in
      t.primaryKey {
        t.column("season")
        t.belongsTo("place")
        t.belongsTo("team")
      }
    }
    #expect(
      sql == [
        """
        CREATE TABLE "child" ("season" NOT NULL, "placeLeft" TEXT NOT NULL, \
        "placeRight" NOT NULL, "teamId" INTEGER NOT NULL REFERENCES "teams"("id"), \
        PRIMARY KEY ("season", "placeLeft", "placeRight", "teamId"), \
        FOREIGN KEY ("placeLeft", "placeRight") REFERENCES "place"("left", "right"))
        """
      ])
  }

  @Test func `the primary key of a new table cannot refer to the table itself`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try child { t in t.primaryKey { t.belongsTo("child") } }
    }
    #expect(error?.message == "no such table: child")
  }

  @Test func `column names cannot be derived from a primary key that is written in SQL`() throws {
    let refusal = try fixture.refusal { db in
      try db.create(table: "node") { t in
        t.column(sql: "id INTEGER PRIMARY KEY")
        t.belongsTo("node")
      }
    }
    #expect(refusal == .unknownPrimaryKey)
  }
}
