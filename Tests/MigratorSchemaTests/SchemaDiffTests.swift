import MigratorSchema
import MigratorTestSupport
import SQLSyntax
import Testing

struct SchemaDiffTests {
  private func snapshot(_ rows: (SchemaObject.Kind, String, String, String?)...) -> SchemaSnapshot {
    SchemaSnapshot(
      objects: rows.map { SchemaObject(kind: $0.0, name: $0.1, tableName: $0.2, sql: $0.3) })
  }

  @Test func `an added comma, and quotes added by SQLite, do not mark a column as changed`() throws
  {
    let before = "CREATE TABLE t (a INTEGER, name TEXT)"
    let after = "CREATE TABLE \"t\" (\"a\" INTEGER, name TEXT, b)"
    func snapshot(_ sql: String) -> SchemaSnapshot {
      SchemaSnapshot(objects: [SchemaObject(kind: .table, name: "t", tableName: "t", sql: sql)])
    }
    let change = try #require(
      SchemaDiff(before: snapshot(before), after: snapshot(after)).changes.first)
    let lines = change.lineDiff.lines
    #expect(lines.filter { $0.kind != .same }.map { $0.text.filter { $0 != " " } } == ["b"])
  }

  @Test func `an added column and a dropped index are summarized in one line`() {
    let diff = SchemaDiff(
      before: snapshot(
        (.table, "player", "player", "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT)"),
        (.index, "player_on_name", "player", "CREATE INDEX player_on_name ON player(name)")),
      after: snapshot(
        (
          .table, "player", "player",
          "CREATE TABLE \"player\" (id INTEGER PRIMARY KEY, name TEXT, teamId INTEGER)"
        )))
    #expect(diff.summaryLines == ["player: + column teamId, - index player_on_name"])
    #expect(diff.changes.map(\.name) == ["player", "player_on_name"])
    #expect(!diff.isTextOnly)
  }

  @Test func `each table has a summary line, including new and dropped tables`() {
    let diff = SchemaDiff(
      before: snapshot(
        (.table, "score", "score", "CREATE TABLE score (a)"),
        (.trigger, "score_ai", "score", "CREATE TRIGGER score_ai AFTER INSERT ON score BEGIN END")),
      after: snapshot(
        (.table, "league", "league", "CREATE TABLE league (id INTEGER PRIMARY KEY)"),
        (.index, "league_on_id", "league", "CREATE INDEX league_on_id ON league(id)"),
        (.view, "best", "best", "CREATE VIEW best AS SELECT 1")))
    #expect(
      diff.summaryLines == [
        "best: + view", "league: + table, + index league_on_id",
        "score: - table, - trigger score_ai",
      ])
  }

  @Test func `automatic indexes of SQLite are not reported`() {
    let diff = SchemaDiff(
      before: snapshot((.index, "sqlite_autoindex_club_1", "club", nil)), after: .empty)
    #expect(diff.isEmpty)
    #expect(diff.isTextOnly)
  }

  @Test(arguments: [
    (
      "CREATE TABLE player (id INTEGER, name TEXT)",
      "CREATE TABLE \"player\" (id INTEGER, name TEXT)"
    ),
    ("CREATE TABLE 'player' ('id' INTEGER)", "CREATE TABLE player (id INTEGER)"),
    ("CREATE TABLE player (id INTEGER\n, name TEXT)", "create table player(id INTEGER,name TEXT);"),
    (
      "CREATE TABLE player (id INT) STRICT, WITHOUT ROWID",
      "CREATE TABLE player (id INT) WITHOUT ROWID, STRICT"
    ),
    (
      "CREATE TABLE player (clubId INTEGER REFERENCES \"club\"(\"id\"))",
      "CREATE TABLE player (clubId INTEGER REFERENCES club (id)) -- renamed"
    ),
  ])
  func `differences in quotes, white space and comments are reported as text only`(
    before: String, after: String
  ) {
    let diff = SchemaDiff(
      before: snapshot((.table, "player", "player", before)),
      after: snapshot((.table, "player", "player", after)))
    #expect(diff.changes.count == 1)
    #expect(diff.isTextOnly)
    #expect(diff.summaryLines == ["player: ~ table (text only)"])
    #expect(diff.changes.first?.details == [])
    #expect(diff.changes.first?.lineDiff.isEmpty == false)
  }

  @Test(arguments: [
    ("a INTEGER", "a INTEGER NOT NULL", "~ column a: NULL → NOT NULL"),
    ("a TEXT", "a INTEGER DEFAULT 0", "~ column a: type TEXT → INTEGER; + DEFAULT 0"),
    ("a", "a TEXT", "~ column a: type none → TEXT"),
    ("a DECIMAL(10, 5)", "a DECIMAL(10, 2)", "~ column a: type DECIMAL(10, 5) → DECIMAL(10, 2)"),
    ("a DEFAULT (1 + 2)", "a DEFAULT -3", "~ column a: DEFAULT (1 + 2) → DEFAULT -3"),
    ("a CHECK (a > 0)", "a", "~ column a: - CHECK (a > 0)"),
    ("a UNIQUE", "a PRIMARY KEY", "~ column a: + PRIMARY KEY; - UNIQUE"),
    (
      "a REFERENCES club(id)", "a REFERENCES club(id) ON DELETE CASCADE",
      "~ column a: REFERENCES club(id) → REFERENCES club(id) ON DELETE CASCADE"
    ),
    (
      "a REFERENCES p(key)", "a REFERENCES p(key) ON DELETE CASCADE",
      "~ column a: REFERENCES p(key) → REFERENCES p(key) ON DELETE CASCADE"
    ),
    ("a", "a, UNIQUE (key, Row)", "+ constraint UNIQUE (key, Row)"),
    (
      "a", "a, FOREIGN KEY (a) references plan(Key) on delete no action",
      "+ constraint FOREIGN KEY (a) REFERENCES plan(Key) ON DELETE NO ACTION"
    ),
    ("a DEFAULT (current_date)", "a", "~ column a: - DEFAULT (CURRENT_DATE)"),
    ("a COLLATE NOCASE", "a", "~ column a: - COLLATE NOCASE"),
    (
      "a INT GENERATED ALWAYS AS (b + 1) STORED", "a INT AS (b + 2)",
      "~ column a: GENERATED ALWAYS AS (b + 1) STORED → AS (b + 2)"
    ),
    (
      "a REFERENCES b DEFERRABLE INITIALLY DEFERRED", "a REFERENCES b",
      "~ column a: - DEFERRABLE INITIALLY DEFERRED"
    ),
    ("a, b", "b, a", "~ order of columns: b, a, z"),
    ("a, UNIQUE (a)", "a", "- constraint UNIQUE (a)"),
    ("a", "a, CONSTRAINT positive CHECK (a > 0)", "+ constraint positive: CHECK (a > 0)"),
    (
      "a, CONSTRAINT low CHECK (a > 0)", "a, CONSTRAINT low CHECK (a > 1)",
      "~ constraint low: CHECK (a > 0) → CHECK (a > 1)"
    ),
    (
      "a", "a, FOREIGN KEY (a) REFERENCES club (id) ON UPDATE SET NULL",
      "+ constraint FOREIGN KEY (a) REFERENCES club(id) ON UPDATE SET NULL"
    ),
  ])
  func `changes within a table are described in words`(before: String, after: String, words: String)
    throws
  {
    let change = try change(
      from: table("(\(withLastColumn(before)))"), to: table("(\(withLastColumn(after)))"))
    #expect(change.details.map(\.line) == [words])
  }

  /// Inserts an unchanged column after the columns and before the constraints.
  private func withLastColumn(_ body: String) -> String {
    let start = ["UNIQUE (", "CONSTRAINT ", "FOREIGN "].lazy.compactMap { word in
      body.indices.first { body[$0...].hasPrefix(", " + word) }
    }.first
    guard let start else { return body + ", z" }
    return body[..<start] + ", z" + body[start...]
  }

  private func change(from before: SchemaObject, to after: SchemaObject) throws -> SchemaChange {
    let diff = SchemaDiff(
      before: SchemaSnapshot(objects: [before]), after: SchemaSnapshot(objects: [after]))
    return try #require(diff.changes.first)
  }

  private func table(_ rest: String) -> SchemaObject {
    SchemaObject(kind: .table, name: "t", tableName: "t", sql: "CREATE TABLE t " + rest)
  }

  @Test func `constraints are matched by their content first and by their names last`() throws {
    let change = try change(
      from: table(
        "(a, b, CONSTRAINT k0 FOREIGN KEY (a) REFERENCES p, CONSTRAINT k1 CHECK (a > 0))"),
      to: table(
        """
        (a, b, CONSTRAINT k0 FOREIGN KEY (b) REFERENCES q, CONSTRAINT k1 CHECK (b > 0),
        CONSTRAINT k2 FOREIGN KEY (a) REFERENCES p)
        """))
    #expect(
      change.details.map(\.line) == [
        "- constraint k0: FOREIGN KEY (a) REFERENCES p",
        "~ constraint k1: CHECK (a > 0) → CHECK (b > 0)",
        "+ constraint k0: FOREIGN KEY (b) REFERENCES q",
        "+ constraint k2: FOREIGN KEY (a) REFERENCES p",
      ])
  }

  @Test func `a constraint with another action or conflict clause is reported as changed`() throws {
    let change = try change(
      from: table("(a, FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE, UNIQUE (a))"),
      to: table("(a, UNIQUE (a) ON CONFLICT REPLACE, FOREIGN KEY (a) REFERENCES p(id))"))
    #expect(
      change.details.map(\.line) == [
        "~ constraint FOREIGN KEY (a) REFERENCES p(id) ON DELETE CASCADE "
          + "→ FOREIGN KEY (a) REFERENCES p(id)",
        "~ constraint UNIQUE (a) → UNIQUE (a) ON CONFLICT REPLACE",
      ])
  }

  @Test func `changed table options are described in words`() throws {
    let change = try change(
      from: table("(a INT PRIMARY KEY)"),
      to: table("(a INT PRIMARY KEY) STRICT, WITHOUT ROWID"))
    #expect(change.details.map(\.line) == ["+ WITHOUT ROWID", "+ STRICT"])
  }

  @Test func `constraints without commas and columns named like keywords are parsed`() throws {
    let change = try change(
      from: table("(key, a, UNIQUE (a) CHECK (a > 0))"),
      to: table("(\"key\", a, UNIQUE (a))"))
    #expect(change.details.map(\.line) == ["- constraint CHECK (a > 0)"])
  }

  @Test func `a changed index is described in words`() throws {
    let index = { SchemaObject(kind: .index, name: "i", tableName: "t", sql: $0) }
    let change = try change(
      from: index("CREATE INDEX i ON t(a)"),
      to: index("CREATE UNIQUE INDEX i ON t(a, lower(b) DESC) WHERE a > 0"))
    #expect(
      change.details.map(\.line) == [
        "~ columns (a) → (a, lower(b) DESC)", "+ UNIQUE", "+ WHERE a > 0",
      ])
    let diff = SchemaDiff(
      before: SchemaSnapshot(objects: [index("CREATE INDEX i ON t(a)")]),
      after: SchemaSnapshot(objects: [index("CREATE INDEX i ON t(b)")]))
    #expect(diff.summaryLines == ["t: ~ index i: columns (a) → (b)"])
  }

  @Test
  func `for a changed trigger, the diff states whether its event or its body changed`() throws {
    let trigger = { SchemaObject(kind: .trigger, name: "g", tableName: "t", sql: $0) }
    let change = try change(
      from: trigger("CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END"),
      to: trigger("CREATE TRIGGER g AFTER UPDATE OF a ON t BEGIN SELECT 2; END"))
    #expect(
      change.details.map(\.line) == [
        "~ fires AFTER INSERT ON t → AFTER UPDATE OF a ON t", "~ body",
      ])
  }

  @Test func `a changed view is described by its line diff`() throws {
    let view = { SchemaObject(kind: .view, name: "v", tableName: "v", sql: $0) }
    let change = try change(
      from: view("CREATE VIEW v AS\nSELECT a\nFROM t"),
      to: view("CREATE VIEW v AS\nSELECT b\nFROM t"))
    #expect(change.details.map(\.line) == ["~ definition"])
    #expect(change.lineDiff.lines.map(\.kind) == [.same, .removed, .added, .same])
  }

  @Test func `an appended column appears on its own line of the diff`() throws {
    let change = try change(
      from: table("(\n  a INT,\n  b INT\n)"), to: table("(\n  a INT,\n  b INT\n, c INT)"))
    #expect(
      change.lineDiff.lines.filter { $0.kind == .added }.map(\.text) == ["  c INT"])
  }

  @Test func `filters omit SQLite's internal objects and the ledger`() {
    let all = snapshot(
      (.table, "sqlite_sequence", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"),
      (.table, "grdb_migrations", "grdb_migrations", "CREATE TABLE grdb_migrations (identifier)"),
      (
        .index, "ledger_i", "grdb_migrations",
        "CREATE INDEX ledger_i ON grdb_migrations(identifier)"
      ),
      (.table, "club", "club", "CREATE TABLE club (id)"))
    let left = all.filtered(.userObjects).filtered(.ledger(["grdb_migrations"]))
    #expect(left.objects.map(\.name) == ["club"])
  }

  @Test(arguments: 0..<600)
  func `the diff of random SQL is consistent`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 9_000)
    let first = RandomSQL.text(using: &generator)
    let second = RandomSQL.text(using: &generator)
    for kind in SchemaObject.Kind.allCases {
      let object = { SchemaObject(kind: kind, name: "t", tableName: "t", sql: $0) }
      let diff = SchemaDiff(
        before: SchemaSnapshot(objects: [object(first)]),
        after: SchemaSnapshot(objects: [object(second)]))
      #expect(diff.isEmpty == (first == second))
      #expect(diff.summaryLines.count == diff.changes.count)
      for change in diff.changes where !change.isTextOnly { #expect(!change.details.isEmpty) }
    }
  }

  @Test(arguments: [
    ("SELECT a, b FROM t", "SELECT c, b FROM t", "~ column a renamed to c"),
    ("SELECT t.a FROM t", "SELECT t.c FROM t", "~ column a renamed to c"),
    (
      "SELECT DISTINCT a + 1, a FROM t", "SELECT DISTINCT c + 1, c FROM t",
      "~ column a renamed to c"
    ),
    (
      "WITH x AS (SELECT 1) SELECT a FROM t, x", "WITH x AS (SELECT 1) SELECT c FROM t, x",
      "~ column a renamed to c"
    ),
    // Aliases of the view itself do not change.
    ("SELECT a AS a FROM t", "SELECT c AS a FROM t", nil as String?),
    ("SELECT max(a) FROM t", "SELECT max(c) FROM t", nil),
    ("SELECT b FROM t WHERE a > 1", "SELECT b FROM t WHERE c > 1", nil),
  ])
  func `if a view selects a renamed column, the view's column is reported as renamed`(
    before: String, after: String, words: String?
  ) {
    func schema(_ column: String, _ select: String) -> SchemaSnapshot {
      SchemaSnapshot(objects: [
        SchemaObject(kind: .table, name: "t", tableName: "t", sql: "CREATE TABLE t (\(column), b)"),
        SchemaObject(kind: .view, name: "v", tableName: "v", sql: "CREATE VIEW v AS \(select)"),
      ])
    }
    let diff = SchemaDiff(
      before: schema("a", before), after: schema("c", after),
      events: [.columnRenamed("a", to: "c", table: "t")])
    let view = diff.changes.first { $0.kind == .view }
    #expect(view?.details.map(\.line) == words.map { [$0] } ?? [])
    #expect(view?.isTextOnly == (words == nil))
  }
}
