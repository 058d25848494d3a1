import MigratorEngine
import MigratorTestSupport
import Testing

struct ViolationDetailTests {
  private func details(_ sql: String) throws -> [ViolationDetail] {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: folder.path("v.sqlite"), configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    var found: [ViolationDetail] = []
    try DatabaseInspection(path: folder.path("v.sqlite")).violations(onViolation: {
      found.append($0)
      return true
    })
    return found
  }

  private func remedies(_ detail: ViolationDetail) -> [String] {
    detail.remedies.map { "\($0.sql) -- \($0.note)" }
  }

  @Test(arguments: [
    (
      "id INTEGER PRIMARY KEY, code TEXT UNIQUE) WITHOUT ROWID",
      "-- INSERT INTO \"club\" (\"code\", \"id\") VALUES ('a', ?); -- adds the missing parent, once "
        + "you give a value for id"
    ),
    (
      "id INTEGER PRIMARY KEY, code TEXT UNIQUE)",
      "INSERT INTO \"club\" (\"code\") VALUES ('a'); -- adds the missing parent"
    ),
  ])
  func `the fix names the primary key as required if SQLite does not set it`(
    parent: String, expected: String
  ) throws {
    let found = try details(
      """
      CREATE TABLE club (\(parent);
      CREATE TABLE player (id INTEGER PRIMARY KEY, club TEXT REFERENCES club(code));
      INSERT INTO player VALUES (1, 'a');
      """)
    let insertion = try #require(found.first.map(remedies)?.last)
    #expect(insertion == expected)
  }

  @Test func `a violation has its row, its missing key and fixes`() throws {
    let found = try details(
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL DEFAULT '');
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
      INSERT INTO player VALUES (1017, 42, 'O''Brien');
      """)
    let detail = try #require(found.first)
    #expect(found.count == 1)
    #expect(detail.problem == .missingParent)
    #expect(
      detail.row.map { "\($0.column) \($0.value)" } == [
        "id 1017", "clubId 42", "name \"O'Brien\"",
      ])
    #expect(detail.missingKey.map { "\($0.column) \($0.value)" } == ["clubId 42"])
    #expect(detail.foreignKey.destinationColumns == ["id"])
    #expect(detail.foreignKey.onDelete == "NO ACTION")
    #expect(
      remedies(detail) == [
        "UPDATE \"player\" SET \"clubId\" = NULL WHERE rowid = 1017; -- keeps the row, without a parent",
        "DELETE FROM \"player\" WHERE rowid = 1017; -- removes the row",
        "-- INSERT INTO \"club\" (\"id\", \"name\") VALUES (42, ?); -- adds the missing parent, once "
          + "you give a value for name",
      ])
  }

  @Test func `long values are truncated, and fixes do not contain them`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE p (id TEXT PRIMARY KEY);
        CREATE TABLE c (id INTEGER PRIMARY KEY, pid TEXT REFERENCES p(id), b BLOB);
        CREATE TABLE w (id TEXT PRIMARY KEY, pid TEXT REFERENCES p(id)) WITHOUT ROWID;
        PRAGMA foreign_keys = OFF;
        INSERT INTO c VALUES (1, hex(zeroblob(500000)), zeroblob(2000000));
        INSERT INTO w SELECT pid || 'x', 'y' FROM c;
        """)
    func details(limit: Int?) throws -> [ViolationDetail] {
      var found: [ViolationDetail] = []
      try DatabaseInspection.inspect(path: path) {
        try $0.violations(
          valueLimit: limit,
          onViolation: {
            found.append($0)
            return true
          })
      }
      return found
    }
    let cut = try details(limit: ValueExcerpt.limit)
    #expect(cut.map(\.missingKey[0].fullLength) == [1_000_000, nil])
    #expect(cut[0].row.map(\.fullLength) == [nil, 1_000_000, 2_000_000])
    #expect(cut.allSatisfy { $0.description.utf8.count < 3_000 })
    #expect(cut[0].description.hasSuffix("0\"… (1000000 bytes) b:Data(2000000 bytes)]"))
    #expect(cut[0].remedies.allSatisfy { $0.sql.utf8.count < 100 })
    #expect(cut[1].remedies == [])
    let whole = try details(limit: nil)
    #expect(whole.allSatisfy { $0.row.allSatisfy { $0.fullLength == nil } })
    #expect(whole[1].remedies.count == 3)
    let insertion = try #require(cut[0].remedies.last).sql
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: insertion) }
    try queue.close()
    #expect(try details(limit: nil).map(\.violation.originTable) == ["w"])
  }

  @Test func `each fix removes the violation`() throws {
    let sql = """
      CREATE TABLE "odd ""team" ("the key" TEXT PRIMARY KEY, size INTEGER);
      CREATE TABLE "my player" (
        a TEXT, b INTEGER, team TEXT REFERENCES "odd ""team"("the key"), PRIMARY KEY (a, b)
      ) WITHOUT ROWID;
      INSERT INTO "my player" VALUES ('it''s', 1, 'no ''one'), ('fine', 2, NULL);
      """
    let remedies = try #require(try details(sql).first).remedies
    #expect(remedies.count == 3)
    for remedy in remedies {
      #expect(try details(sql + remedy.sql).isEmpty, "\(remedy.sql)")
    }
  }

  @Test func `no fix sets a NOT NULL column to NULL`() throws {
    let found = try details(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE strict (teamId INTEGER NOT NULL REFERENCES team(id));
      INSERT INTO strict VALUES (5);
      """)
    #expect(found.first?.remedies.contains { $0.sql.hasPrefix("UPDATE") } == false)
  }

  @Test func `violations in a table without rowid are described with their rows`() throws {
    let found = try details(
      """
      CREATE TABLE match (id INTEGER, slot INTEGER, PRIMARY KEY (id, slot));
      CREATE TABLE line_up (
        matchId INTEGER, slot INTEGER, playerId INTEGER,
        PRIMARY KEY (matchId, slot), FOREIGN KEY (matchId, slot) REFERENCES match(id, slot)
      ) WITHOUT ROWID;
      INSERT INTO match VALUES (1, 1);
      INSERT INTO line_up VALUES (1, 1, 7), (9, 3, 8), (9, 4, 9);
      """)
    #expect(found.map { $0.row.map(\.value.description) } == [["9", "3", "8"], ["9", "4", "9"]])
    #expect(found.allSatisfy { $0.violation.originRowID == nil })
    #expect(
      found.allSatisfy {
        $0.description
          == "FOREIGN KEY constraint violation - from line_up(matchId, slot) to match(id, slot)"
      })
    #expect(
      found[0].remedies[0].sql == """
        DELETE FROM "line_up" WHERE "matchId" = 9 AND "slot" = 3;
        """)
  }

  @Test func `a missing parent table is reported for each row`() throws {
    let found = try details(
      "CREATE TABLE a (x REFERENCES nowhere); INSERT INTO a VALUES (1), (NULL), (2);")
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.problem == .missingTable })
    #expect(
      found[0].description == "FOREIGN KEY constraint violation - from a to nowhere, in rowid 1")
    #expect(!found[0].remedies.contains { $0.sql.hasPrefix("INSERT") })
  }

  @Test func `a key that SQLite cannot check does not hide other violations`() throws {
    let found = try details(
      """
      CREATE TABLE loose (id INTEGER, code TEXT);
      CREATE UNIQUE INDEX loose_part ON loose(code) WHERE id > 0;
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE both (a REFERENCES loose(id), b REFERENCES team(id), c REFERENCES loose(code));
      CREATE TABLE zebra (t REFERENCES team(id));
      INSERT INTO both VALUES (1, 2, 3); INSERT INTO zebra VALUES (4);
      """)
    let mismatch = ViolationDetail.Problem.mismatch(
      message: "foreign key mismatch - \"both\" referencing \"loose\"")
    #expect(found.filter { $0.problem == mismatch }.count == 2)
    #expect(
      found.filter { $0.problem == .missingParent }.map(\.description) == [
        "FOREIGN KEY constraint violation - from both(b) to team(id), in [a:1 b:2 c:3]",
        "FOREIGN KEY constraint violation - from zebra(t) to team(id), in [t:4]",
      ])
  }

  @Test func `violations are found in rows whose rowid is hidden by their columns`() throws {
    let found = try details(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, u);
      CREATE TABLE a ("rowid", oid, _rowid_, x REFERENCES p(u), y REFERENCES p(id));
      CREATE TABLE z (x REFERENCES p(id));
      INSERT INTO a VALUES (1, 2, 3, NULL, 77), (1, 2, 3, NULL, NULL), (1, 2, 3, NULL, 78);
      INSERT INTO z VALUES (5);
      """)
    #expect(found.filter { $0.problem.isUnchecked }.map(\.foreignKey.originColumns) == [["x"]])
    let told = "FOREIGN KEY constraint violation - from a(y) to p(id)"
    #expect(
      found.filter { !$0.problem.isUnchecked }.map(\.description) == [
        told, told, "FOREIGN KEY constraint violation - from z(x) to p(id), in [x:5]",
      ])
    #expect(
      found.filter { $0.description == told }.allSatisfy { $0.row == [] && $0.remedies == [] })
  }

  @Test(arguments: [
    ("(a TEXT, UNIQUE (a COLLATE NOCASE))", "(x) REFERENCES p(a)"),
    ("(a TEXT COLLATE NoCase UNIQUE)", "(x) REFERENCES p(a)"),
    ("(a TEXT COLLATE NOCASE, UNIQUE (a COLLATE BINARY))", "(x) REFERENCES p(A)"),
    ("(a TEXT, UNIQUE (a COLLATE NOCASE), UNIQUE (a))", "(x) REFERENCES p(a)"),
    ("(a TEXT, PRIMARY KEY (a COLLATE NOCASE))", "(x) REFERENCES p"),
    ("(a TEXT, PRIMARY KEY (a COLLATE NOCASE))", "(x) REFERENCES p(a)"),
    ("(a, b, PRIMARY KEY (b, a)) WITHOUT ROWID", "(x, y) REFERENCES p(a, b)"),
    ("(a, b, PRIMARY KEY (b, a))", "(x) REFERENCES p"),
    ("(k INTEGER PRIMARY KEY)", "(x) REFERENCES p(K)"),
    ("(k INTEGER PRIMARY KEY)", "(x, y) REFERENCES p"),
    ("(k INTEGER PRIMARY KEY)", "(x, y) REFERENCES p(k, k)"),
    ("(k UNIQUE)", "(x, y) REFERENCES p(k, k)"),
  ])
  func `other foreign keys of a table do not affect whether a foreign key can be checked`(
    parent: String, key: String
  ) throws {
    func tables(_ other: String) -> String {
      """
      CREATE TABLE p \(parent); CREATE TABLE loose (a);
      CREATE TABLE c (x TEXT, y TEXT, z\(other), FOREIGN KEY \(key));
      INSERT INTO c VALUES ('n', 'n', NULL);
      """
    }
    let alone: Int? = try DatabaseQueue().writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; " + tables(""))
      return try? Array(db.foreignKeyViolations(in: "c")).count
    }
    let beside = try details(tables(" REFERENCES loose(a)"))
    let found = beside.filter { $0.foreignKey.originColumns != ["z"] }
    #expect(beside.count == found.count + 1)
    let counted: Int? = found.contains(where: \.problem.isUnchecked) ? nil : found.count
    #expect(counted == alone)
  }

  @Test func `a foreign key is checked even if the index for another one has the wrong collation`()
    throws
  {
    let found = try details(
      """
      CREATE TABLE p (a TEXT COLLATE NOCASE UNIQUE, b TEXT);
      CREATE UNIQUE INDEX pb ON p(b COLLATE NOCASE);
      CREATE TABLE c (id INTEGER PRIMARY KEY, x TEXT REFERENCES p(a), y TEXT REFERENCES p(b));
      INSERT INTO p VALUES ('Here', NULL);
      INSERT INTO c VALUES (1, 'orphan', NULL), (2, 'here', NULL);
      """)
    #expect(found.filter(\.problem.isUnchecked).map(\.foreignKey.originColumns) == [["y"]])
    #expect(
      found.filter { !$0.problem.isUnchecked }.map(\.description) == [
        "FOREIGN KEY constraint violation - from c(x) to p(a), in [id:1 x:\"orphan\" y:NULL]"
      ])
  }

  @Test(arguments: [
    "INTEGER", "TEXT", "TEXT COLLATE NOCASE", "BLOB", "REAL", "NUMERIC", "",
  ])
  func `the rows found in tables without rowid match SQLite's count`(
    parentType: String
  ) throws {
    let values = ["1", "1.0", "'1'", "'1.0'", "'a'", "'A'", "x'61'", "2", "NULL", "'1 '", "1e0"]
    for childType in ["INTEGER", "TEXT", "BLOB", "REAL", "NUMERIC", "TEXT COLLATE NOCASE", ""] {
      var sql = """
        CREATE TABLE parent (id \(parentType) NOT NULL, PRIMARY KEY (id)) WITHOUT ROWID;
        CREATE TABLE child (n INTEGER PRIMARY KEY, p \(childType) REFERENCES parent) WITHOUT ROWID;
        INSERT OR IGNORE INTO parent VALUES (1), ('a'), (x'62');
        """
      for (n, value) in values.enumerated() { sql += "INSERT INTO child VALUES (\(n), \(value));" }
      let folder = try TemporaryFolder()
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: folder.path("v.sqlite"), configuration: configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      let count = try queue.count("SELECT count(*) FROM pragma_foreign_key_check('child')")
      var found: Set<[ViolationDetail.Field]> = []
      try DatabaseInspection(path: folder.path("v.sqlite")).violations(onViolation: {
        found.insert($0.row)
        return true
      })
      #expect(found.count == count, "\(childType) in \(parentType)")
      #expect(count > 0)
    }
  }
}
