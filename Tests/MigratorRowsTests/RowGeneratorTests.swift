import MigratorRows
import MigratorSQLite
import MigratorSchema
import Testing

/// A database with generated rows.
private struct Filled {
  let queue: DatabaseQueue
  let empty: [EmptyTable]
  let ownValues: Set<DatabaseValue>

  init(
    _ schema: String, scripts: [String] = [], later: [String] = [], class: GeneratedClass = .plain,
    seed: UInt64 = 1, excluding: Set<SQLName> = []
  ) throws {
    queue = try DatabaseQueue()
    (empty, ownValues) = try queue.writeWithoutTransaction { db in
      try db.execute(sql: schema)
      var generator = RowGenerator(
        seed: seed, class: `class`,
        history: SchemaHistory(
          scripts: [schema] + scripts, schemas: try Self.snapshots([schema] + later)))
      return (try generator.fill(db, changed: nil, excluding: excluding), generator.ownValues)
    }
  }

  static func snapshots(_ schemas: [String]) throws -> [SchemaSnapshot] {
    try schemas.map { sql in
      try DatabaseQueue().writeWithoutTransaction { db in
        try db.execute(sql: sql)
        return try snapshot(db)
      }
    }
  }

  static func snapshot(_ db: Database) throws -> SchemaSnapshot {
    try SchemaSnapshot(
      objects: db.schemaRows { row in
        SchemaObjectKind(rawValue: try row.type).map {
          SchemaObject($0, row)
        } ?? nil
      })
  }

  func count(_ sql: String) throws -> Int {
    try queue.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(sql)") ?? 0
    }
  }

  func values(_ sql: String) throws -> [DatabaseValue] {
    try queue.writeWithoutTransaction { try Row.fetchAll($0, sql: sql).flatMap(\.databaseValues) }
  }

  /// True if foreign keys and the file are intact.
  func isIntact() throws -> Bool {
    try queue.writeWithoutTransaction { db in
      try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok"
        && Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty
    }
  }
}

extension SchemaObject {
  fileprivate init?(_ kind: SchemaObjectKind, _ row: SchemaRow) {
    guard let name = try? row.name, let table = try? row.tableName else { return nil }
    self.init(kind: kind, name: name, tableName: table, sql: (try? row.sql) ?? nil)
  }
}

struct RowGeneratorTests {
  @Test("A batch has NULLs, repeated values, and values that occur only once")
  func plainBatch() throws {
    let filled = try Filled(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, email TEXT, size REAL)")
    #expect(filled.empty.isEmpty)
    #expect(try filled.count("person") >= 8)
    #expect(try filled.count("person WHERE name IS NULL") > 0)
    #expect(
      try filled.count("(SELECT name FROM person GROUP BY name, age HAVING count(*) > 1)") > 0)
    #expect(try filled.count("person a JOIN person b ON a.email = b.email AND a.id < b.id") == 0)
    #expect(
      try filled.count(
        "person a JOIN person b ON a.size <> b.size AND CAST(a.size AS INT) = CAST(b.size AS INT)")
        > 0)
    let all = try filled.values("SELECT name, age, email, size FROM person")
    for value in filled.ownValues {
      #expect(all.count { $0 == value } == 1, "\(value)")
    }
    #expect(filled.ownValues.count > 10)
  }

  @Test("Rowids have gaps, so that a migration that renumbers rows is detected")
  func gaps() throws {
    let filled = try Filled("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT)")
    #expect(try filled.values("SELECT max(id) - min(id) >= count(*) FROM t")[0] == 1.databaseValue)
  }

  @Test("Some rows differ in only one column of a composite key")
  func compositeKey() throws {
    let filled = try Filled("CREATE TABLE t (a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b))")
    #expect(try filled.count("t x JOIN t y ON x.a = y.a AND x.b <> y.b") > 0)
    #expect(try filled.count("t x JOIN t y ON x.b = y.b AND x.a <> y.a") > 0)
  }

  @Test("The same seed inserts the same rows, and another seed inserts different rows")
  func seeds() throws {
    let schema = """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT);
      CREATE TABLE child (id TEXT PRIMARY KEY, parent_id INTEGER REFERENCES parent, at DATETIME);
      """
    let query = "SELECT * FROM parent, child"
    let first = try Filled(schema, seed: 7).values(query)
    #expect(try first == Filled(schema, seed: 7).values(query))
    #expect(try first != Filled(schema, seed: 8).values(query))
  }

  static let schemas = [
    "CREATE TABLE t (a CHECK (length(a) = 12), b TEXT NOT NULL CHECK (b GLOB '[A-Z][A-Z]-[0-9]*'))",
    "CREATE TABLE t (a INTEGER NOT NULL CHECK (a BETWEEN 3 AND 9), b TEXT CHECK (b IN ('x', 'y')))",
    "CREATE TABLE t (day TEXT NOT NULL CHECK (day IS date(day)), at TEXT NOT NULL CHECK (datetime(at) = at))",
    "CREATE TABLE t (a TEXT NOT NULL CHECK (strftime('%Y-%m-%dT%H:%M:%SZ', a) = a))",
    "CREATE TABLE t (a TEXT NOT NULL CHECK (json_valid(a)), b TEXT NOT NULL CHECK (b LIKE 'v_.%'))",
    "CREATE TABLE t (a TEXT NOT NULL CHECK (length(a) = 64 AND a NOT GLOB '*[^0-9a-f]*'))",
    "CREATE TABLE t (a BLOB NOT NULL CHECK (typeof(a) = 'blob' AND length(a) = 32))",
    "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id = 0), a TEXT)",
    "CREATE TABLE t (id INTEGER PRIMARY KEY CHECK (id = 1), a TEXT)",
    "CREATE TABLE t (starts INTEGER NOT NULL, ends INTEGER NOT NULL, CHECK (ends >= starts))",
    "CREATE TABLE t (a REAL NOT NULL CHECK (a > 0 AND a < 1))",
    """
    CREATE TABLE t (kind TEXT NOT NULL, a TEXT, b INTEGER, c TEXT,
      CHECK (kind = 'p' AND a IS NOT NULL AND b IS NULL AND c IS NULL
        OR kind = 'q' AND a IS NULL AND b IS NOT NULL AND c IS NOT NULL))
    """,
    "CREATE TABLE t (a INT, b INT, c INT, CHECK ((a IS NOT NULL) + (b IS NOT NULL) + (c IS NOT NULL) = 1))",
    "CREATE TABLE t (a INT NOT NULL, b REAL, c TEXT, d BLOB, e ANY) STRICT",
    "CREATE TABLE t (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
    "CREATE TABLE t (a INT, b INT GENERATED ALWAYS AS (a * 2) STORED UNIQUE, c DEFAULT (random()))",
    "CREATE TABLE t (a TEXT, b TEXT); CREATE UNIQUE INDEX i ON t (lower(a)); CREATE UNIQUE INDEX j ON t (b) WHERE a = 'abc'",
    "CREATE TABLE t (a TEXT NOT NULL); CREATE TRIGGER r BEFORE INSERT ON t WHEN NEW.a NOT IN ('on', 'off') BEGIN SELECT RAISE(ABORT, 'bad'); END",
    "CREATE TABLE t (a INT NOT NULL); CREATE TRIGGER r BEFORE INSERT ON t WHEN NEW.a > 100 BEGIN SELECT RAISE(ROLLBACK, 'bad'); END",
    "CREATE TABLE t (a INT NOT NULL); CREATE TRIGGER r BEFORE INSERT ON t WHEN NEW.a > 100 BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TABLE t (a INT NOT NULL UNIQUE ON CONFLICT ROLLBACK, b TEXT CHECK (b <> ''))",
    "CREATE TABLE u (code TEXT); CREATE TABLE t (a TEXT NOT NULL); CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'unknown') WHERE NOT EXISTS (SELECT 1 FROM u WHERE code = NEW.a); END",
    #"CREATE TABLE "t""x" ("a""; DROP" TEXT, "select" INT CHECK ("select" > 5), [b c] TEXT, `d` TEXT, "é, t.a" TEXT UNIQUE)"#,
    "CREATE TABLE t (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t)",
    "CREATE TABLE t (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES t)",
    "CREATE TABLE t (id TEXT PRIMARY KEY, parent TEXT NOT NULL REFERENCES t (id))",
    """
    CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INTEGER NOT NULL REFERENCES b DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a);
    """,
    """
    CREATE TABLE a (id TEXT PRIMARY KEY, b_id TEXT REFERENCES b);
    CREATE TABLE b (id TEXT PRIMARY KEY, a_id TEXT REFERENCES a);
    """,
    """
    CREATE TABLE tenant (id INTEGER PRIMARY KEY);
    CREATE TABLE person (tenant INTEGER REFERENCES tenant, id TEXT, PRIMARY KEY (tenant, id));
    CREATE TABLE visit (tenant INTEGER NOT NULL REFERENCES tenant, person TEXT NOT NULL,
      guest TEXT, UNIQUE (tenant, person), FOREIGN KEY (tenant, person) REFERENCES person,
      FOREIGN KEY (tenant, guest) REFERENCES person);
    """,
    """
    CREATE TABLE person (id INTEGER PRIMARY KEY);
    CREATE TABLE profile (person_id INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE, bio TEXT);
    """,
  ]

  @Test("Every table gets rows that the schema allows", arguments: schemas)
  func variedSchemas(schema: String) throws {
    for valueClass in GeneratedClass.allCases {
      let filled = try Filled(schema, class: valueClass)
      #expect(filled.empty == [])
      #expect(try filled.isIntact())
      let counts = try filled.values("SELECT name FROM sqlite_master WHERE type = 'table'").map {
        try filled.count("\(String.fromDatabaseValue($0)?.quotedDatabaseIdentifier ?? "")")
      }
      #expect(counts.allSatisfy { $0 > 0 && $0 <= 60 }, "\(counts)")
    }
  }

  @Test("Children refer to different parents, and some references are NULL")
  func parents() throws {
    let filled = try Filled(
      """
      CREATE TABLE a (id TEXT PRIMARY KEY);
      CREATE TABLE b (id TEXT PRIMARY KEY, a_id TEXT REFERENCES a, note TEXT);
      """)
    #expect(try filled.count("(SELECT DISTINCT a_id FROM b)") > 2)
    #expect(try filled.count("b WHERE a_id IS NULL") > 0)
  }

  @Test("A table that cannot have rows is reported with SQLite's reason")
  func impossible() throws {
    let filled = try Filled(
      "CREATE TABLE t (a INT CHECK (0)); CREATE TABLE u (a INT); CREATE VIEW v AS SELECT 1")
    #expect(filled.empty == [EmptyTable(table: "t", reason: "CHECK constraint failed: 0")])
    #expect(try filled.count("u") > 0)
  }

  @Test("Excluded and shadow tables, and full-text tables without their own text, get no rows")
  func excluded() throws {
    let filled = try Filled(
      """
      CREATE VIRTUAL TABLE f USING fts5(a, content=''); CREATE VIRTUAL TABLE g USING fts5(a);
      CREATE TABLE ledger (a TEXT); CREATE TABLE t (a TEXT)
      """, excluding: ["LEDGER"])
    #expect(filled.empty.isEmpty)
    #expect(try filled.count("ledger") == 0)
    #expect(try filled.count("f") == 0)
    #expect(try filled.count("g") > 0)
    #expect(try filled.count("t") > 0)
  }

  @Test("A column that migrations compare with strings contains only these strings")
  func domain() throws {
    let filled = try Filled(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, status TEXT NOT NULL)",
      scripts: [
        "UPDATE t SET status = 'done' WHERE status = 'finished'; DELETE FROM t WHERE status IN ('old', 'gone')"
      ])
    #expect(try filled.count("t WHERE status NOT IN ('finished', 'old', 'gone')") == 0)
    #expect(try filled.count("(SELECT DISTINCT status FROM t)") == 3)
  }

  @Test("Rows satisfy a later foreign key, but may violate a later NOT NULL")
  func lookAhead() throws {
    let first =
      "CREATE TABLE p (id TEXT PRIMARY KEY); CREATE TABLE t (id INTEGER PRIMARY KEY, p TEXT NOT NULL"
    let filled = try Filled(
      first + ", added TEXT)",
      later: [first + " REFERENCES p (id), added TEXT NOT NULL)"])
    #expect(try filled.count("t WHERE p NOT IN (SELECT id FROM p)") == 0)
    // The column was there from the beginning, so its NULL is possible.
    #expect(try filled.count("t WHERE added IS NULL") > 0)
  }

  @Test("JSON has the members that a migration reads")
  func jsonPaths() throws {
    let filled = try Filled(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT NOT NULL)",
      scripts: ["UPDATE t SET x = json_extract(data, '$.user.id'), y = data ->> 'name'"])
    #expect(try filled.count("t WHERE NOT json_valid(data)") == 0)
    #expect(
      try filled.count("t WHERE data ->> '$.user.id' LIKE 'id%' AND data ->> 'name' LIKE 'name%'")
        > 3)
  }

  @Test("Elements of a JSON array have the members that a migration reads")
  func jsonElements() throws {
    let filled = try Filled(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, list TEXT)",
      scripts: [
        "UPDATE t SET x = (SELECT json_extract(e.value, '$.fee') FROM json_each(t.list) AS e)"
      ])
    #expect(try filled.count("t, json_each(list) AS e WHERE e.value ->> 'fee' LIKE 'fee%'") > 3)
    #expect(try filled.count("t, json_each(list) AS e WHERE e.type <> 'object'") == 0)
  }

  @Test("Columns named like counts have small values, as migrations may insert that many rows")
  func counts() throws {
    let filled = try Filled(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, play_count INTEGER)", class: .odd)
    #expect(try filled.count("t WHERE typeof(play_count) = 'integer' AND play_count > 100") == 0)
    #expect(try filled.count("t WHERE play_count > 3") > 2)
  }

  @Test("Rows with unusual values are generated in addition to ordinary rows")
  func oddValues() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, name TEXT, token TEXT)")
      var generator = RowGenerator(
        seed: 1, class: .odd, history: SchemaHistory(scripts: [], schemas: []))
      _ = try generator.fill(db, changed: nil, excluding: [])
      let count = "SELECT count(*) FROM t WHERE"
      #expect(try Int.fetchOne(db, sql: "\(count) n = -1") ?? 0 > 0)
      #expect(try Int.fetchOne(db, sql: "\(count) typeof(n) = 'text'") ?? 0 > 0)
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(token) - count(DISTINCT token) FROM t") ?? 0 > 0)
      #expect(try Int.fetchOne(db, sql: "\(count) n = 0") ?? 0 > 0)
    }
  }

  @Test("Later calls fill new and changed tables, up to a limit, and keep old rows")
  func laterCalls() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
      var generator = RowGenerator(
        seed: 1, class: .plain, history: SchemaHistory(scripts: [], schemas: []))
      func count(_ condition: String = "t") throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(condition)") ?? 0
      }
      _ = try generator.fill(db, changed: nil, excluding: [])
      let first = try count()
      _ = try generator.fill(db, changed: [], excluding: [])
      #expect(try count() == first)
      try db.execute(sql: "ALTER TABLE t ADD COLUMN b TEXT; CREATE TABLE u (a TEXT)")
      _ = try generator.fill(db, changed: ["t"], excluding: [])
      #expect(try count() > first)
      #expect(try count("t WHERE b IS NOT NULL") > 1)
      #expect(try count("u") > 5)
      for number in 0..<20 {
        try db.execute(sql: "ALTER TABLE t ADD COLUMN c\(number) TEXT")
        _ = try generator.fill(db, changed: ["T"], excluding: [])
        #expect(try count() <= 60)
        #expect(try count("t WHERE c\(number) IS NOT NULL") > 0)
      }
      #expect(try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true)
    }
  }

  @Test("If many rows are generated, they have different values and use all parent rows")
  func manyRows() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT UNIQUE, city TEXT);
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, club INTEGER NOT NULL REFERENCES club,
            boss INTEGER REFERENCES player, born TEXT);
          CREATE TABLE member (
            player INTEGER REFERENCES player, club INTEGER REFERENCES club, PRIMARY KEY (player, club));
          CREATE TABLE state (name TEXT PRIMARY KEY CHECK (name IN ('new', 'done')));
          """)
      var generator = RowGenerator(
        seed: 1, class: .plain, amount: .many(300),
        history: SchemaHistory(scripts: [], schemas: []))
      #expect(try generator.fill(db, changed: nil, excluding: []) == [])
      func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT \(sql)") ?? 0 }
      for table in ["club", "player", "member"] {
        #expect(try count("count(*) FROM \(table)") == 300, "\(table)")
      }
      #expect(try count("count(*) FROM state") > 0)
      #expect(try count("count(DISTINCT city) FROM club") == 300)
      #expect(try count("count(DISTINCT club) FROM player") == 300)
      #expect(try count("count(DISTINCT boss) FROM player") > 30)
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      // A later call adds only what is missing.
      try db.execute(sql: "DELETE FROM member WHERE player % 2")
      _ = try generator.fill(db, changed: [], excluding: [])
      #expect(try count("count(*) FROM member") == 300)
      #expect(try count("count(*) FROM club") == 300)
    }
  }
}
