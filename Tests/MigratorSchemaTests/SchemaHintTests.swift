import MigratorSchema
import Testing

/// Hints about schemas that are valid but often not intended.
struct SchemaHintTests {
  /// The hints of a schema, given as its statements.
  private func hints(_ statements: String...) -> [SchemaHint] {
    var schema: [SchemaObject] = []
    for sql in statements {
      guard case .change(.created(let kind, let name), _) = SchemaStatement(sql) else { continue }
      var words = sql.split { " ()\n".contains($0) }.map(String.init)[...]
      if let place = words.firstIndex(of: "ON") { words = words[(place + 1)...] }
      schema.append(
        SchemaObject(
          kind: kind, name: name.text,
          tableName: kind == .index || kind == .trigger ? words.first ?? "" : name.text, sql: sql))
    }
    return SchemaHint.all(in: SchemaSnapshot(objects: schema))
  }

  // MARK: Foreign keys

  @Test func `a foreign key without an index is reported with its columns`() {
    #expect(
      hints(
        "CREATE TABLE club (id INTEGER PRIMARY KEY)",
        "CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club)")
        == [.foreignKeyWithoutIndex(table: "player", columns: ["club"], parent: "club")])
  }

  @Test(arguments: [
    "CREATE INDEX i ON c (p)", "CREATE INDEX i ON c (\"P\" DESC, x)",
    "CREATE UNIQUE INDEX i ON c (p, q)", "CREATE INDEX i ON c (q, p)",
    "CREATE INDEX i ON c (p COLLATE NOCASE)", "CREATE INDEX i ON c (p) WHERE p IS NOT NULL",
    "CREATE INDEX i ON c (p) WHERE [p] NOTNULL", "CREATE INDEX i ON c (q)",
  ])
  func `an index prevents the hint if it finds the rows of the foreign key`(index: String) {
    #expect(
      hints(
        "CREATE TABLE c (x, p, q, FOREIGN KEY (p, q) REFERENCES a (p, q))",
        "CREATE TABLE a (p, q, UNIQUE (p, q))", index) == [])
  }

  @Test(arguments: [
    "CREATE INDEX i ON c (x, p)", "CREATE INDEX i ON c (lower(p))",
    "CREATE INDEX i ON c (p) WHERE x = 1",
    "CREATE INDEX i ON c (p) WHERE p IS NOT NULL AND x = 1",
  ])
  func `an index that cannot find the rows of the foreign key does not prevent the hint`(
    index: String
  ) {
    #expect(
      hints("CREATE TABLE c (x, p REFERENCES a)", "CREATE TABLE a (id TEXT PRIMARY KEY)", index)
        == [.foreignKeyWithoutIndex(table: "c", columns: ["p"], parent: "a")])
  }

  @Test(arguments: [
    "CREATE TABLE c (p INTEGER PRIMARY KEY REFERENCES a)", "CREATE TABLE c (p UNIQUE REFERENCES a)",
    "CREATE TABLE c (p REFERENCES a, q, PRIMARY KEY (p, q))",
    "CREATE TABLE c (p REFERENCES a, q, PRIMARY KEY (p, q)) WITHOUT ROWID",
    "CREATE TABLE c (q, p REFERENCES a, UNIQUE (p COLLATE NOCASE, q))",
  ])
  func `a primary key or unique key on the foreign-key columns prevents the hint`(table: String) {
    #expect(hints("CREATE TABLE a (id TEXT PRIMARY KEY)", table) == [])
  }

  // MARK: Indexes

  @Test(arguments: [
    ("CREATE INDEX i ON t (a)", "CREATE INDEX j ON t (a, b)"),
    ("CREATE INDEX i ON t (a DESC)", "CREATE INDEX j ON t (a, b)"),
    ("CREATE INDEX i ON t (a, b)", "CREATE INDEX j ON t (\"A\", B)"),
    ("CREATE INDEX i ON t (a DESC, b)", "CREATE INDEX j ON t (a, b DESC, c)"),
    ("CREATE INDEX i ON t (a)", "CREATE UNIQUE INDEX j ON t (a)"),
    ("CREATE INDEX i ON t (lower(a))", "CREATE INDEX j ON t (LOWER(a), b)"),
    ("CREATE INDEX i ON t (a) WHERE b = 1", "CREATE INDEX j ON t (a, c) WHERE b = 1"),
  ])
  func `an index that is a prefix of another index is redundant`(first: String, second: String)
    throws
  {
    let found = hints("CREATE TABLE t (a, b, c)", first, second)
    try #require(found.count == 1)
    guard case .redundantIndex(let index, "t", _, within: let other) = found[0] else {
      Issue.record("\(found)")
      return
    }
    #expect(Set([index, other]) == ["i", "j"])
    #expect(index == "i" || first.hasSuffix("b)"))
    #expect(found[0].objects.count == 2)
  }

  @Test(arguments: [
    ("CREATE INDEX i ON t (a)", "CREATE INDEX j ON t (b, a)"),
    ("CREATE UNIQUE INDEX i ON t (a)", "CREATE INDEX j ON t (a, b)"),
    ("CREATE UNIQUE INDEX i ON t (a)", "CREATE UNIQUE INDEX j ON t (a, b)"),
    ("CREATE INDEX i ON t (a, b DESC)", "CREATE INDEX j ON t (a, b, c)"),
    ("CREATE INDEX i ON t (a COLLATE NOCASE)", "CREATE INDEX j ON t (a, b)"),
    ("CREATE INDEX i ON t (a) WHERE b = 1", "CREATE INDEX j ON t (a, b)"),
    ("CREATE INDEX i ON t (a)", "CREATE INDEX j ON t (a, b) WHERE b = 1"),
    ("CREATE INDEX i ON t (a)", "CREATE INDEX j ON u (a, b)"),
    ("CREATE INDEX i ON t (lower(a))", "CREATE INDEX j ON t (a, b)"),
  ])
  func `an index is not redundant if no other index can replace it`(first: String, second: String) {
    #expect(hints("CREATE TABLE t (a, b, c)", "CREATE TABLE u (a, b)", first, second) == [])
  }

  @Test(arguments: [
    "CREATE TABLE t (a PRIMARY KEY, b)", "CREATE TABLE t (a UNIQUE, b)",
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b)", "CREATE TABLE t (a, b, UNIQUE (a, b))",
    "CREATE TABLE t (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID",
  ])
  func `an index on columns that begin a key of the table is redundant`(table: String) {
    let expected = [SchemaHint.redundantIndex("i", table: "t", columns: ["a"], within: nil)]
    #expect(hints(table, "CREATE INDEX i ON t (a)") == expected)
  }

  @Test func `primary and unique keys are never reported as redundant`() {
    #expect(hints("CREATE TABLE t (a PRIMARY KEY, b, UNIQUE (a, b), UNIQUE (b))") == [])
  }

  // MARK: Primary keys

  @Test(arguments: ["INT", "BIGINT", "int", "INTEGER(10)", "UNSIGNED INTEGER"])
  func `a primary key declared as INT or another integer type is not the rowid`(type: String) {
    #expect(
      hints("CREATE TABLE t (id \(type) PRIMARY KEY)").map(\.columns) == [["id"]], "\(type)")
    #expect(hints("CREATE TABLE t (id \(type), PRIMARY KEY (id))").count == 1)
  }

  @Test func `a column declared INTEGER PRIMARY KEY DESC is not the rowid`() {
    #expect(
      hints("CREATE TABLE t (id INTEGER PRIMARY KEY DESC)")
        == [.keyBesideRowID(table: "t", column: "id", declaration: "INTEGER PRIMARY KEY DESC")])
    #expect(hints("CREATE TABLE t (id INTEGER, PRIMARY KEY (id DESC))") == [])
  }

  @Test(arguments: [
    "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE t (id integer, PRIMARY KEY (id))",
    "CREATE TABLE t (id INT PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE t (id TEXT PRIMARY KEY)",
    "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))", "CREATE TABLE t (id INT)",
  ])
  func `other primary keys cause no hint`(table: String) {
    #expect(hints(table) == [])
  }

  @Test func `AUTOINCREMENT causes a hint if only foreign keys refer to the table`() {
    let table = "CREATE TABLE users (user_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)"
    let expected = [SchemaHint.autoincrement(table: "users", column: "user_id")]
    #expect(hints(table) == expected)
    #expect(
      hints("CREATE TABLE users (user_id INTEGER, PRIMARY KEY (user_id AUTOINCREMENT))")
        == expected)
    #expect(
      hints(table, "CREATE TABLE post (user_id INTEGER PRIMARY KEY REFERENCES users)") == expected)
    // A number that returns would give these rows another user.
    #expect(hints(table, "CREATE TABLE post (userId INTEGER)") == [])
    #expect(
      hints(
        table,
        """
        CREATE TRIGGER gone AFTER DELETE ON users
        BEGIN INSERT INTO log VALUES (OLD.user_id); END
        """) == [])
  }

  // MARK: Types

  @Test(arguments: [
    ("STRING", "NUMERIC", "TEXT"), ("string(255)", "NUMERIC", "TEXT"), ("STR", "NUMERIC", "TEXT"),
    ("FLOATING POINT", "INTEGER", "REAL"), ("CHARINT", "INTEGER", "TEXT"),
    ("POINT", "INTEGER", nil), ("INTERVAL", "INTEGER", nil), ("FINGERPRINT", "INTEGER", nil),
    ("REALM", "REAL", nil),
  ])
  func `a type name that suggests a different affinity causes a hint`(
    type: String, affinity: String, suggested: String?
  ) {
    #expect(
      hints("CREATE TABLE t (a \(type) NOT NULL)") == [
        .typeName(table: "t", column: "a", type: type, affinity: affinity, suggested: suggested)
      ])
  }

  @Test(arguments: [
    "", "INT", "INTEGER", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT", "UNSIGNED BIG INT", "INT2",
    "INT8", "UINT64", "TINYINT(1)", "INT UNSIGNED", "BIGINTEGER", "SHORTINT", "AUTOINT",
    "CHARACTER(20)", "VARCHAR(255)", "VARCHAR2", "VARYING CHARACTER(255)", "NCHAR(55)", "NVARCHAR",
    "TEXT", "CLOB", "CITEXT", "LONGTEXT", "BLOB", "LONGBLOB", "REAL", "DOUBLE", "DOUBLE PRECISION",
    "FLOAT", "FLOAT4", "NUMERIC", "DECIMAL(10,5)", "BOOLEAN", "DATE", "DATETIME", "TIMESTAMP",
    "UUID", "JSON", "MONEY", "ENUM",
  ])
  func `common type names cause no hint`(type: String) {
    #expect(hints("CREATE TABLE t (a \(type))") == [])
  }

  @Test func `virtual tables, and tables that cannot be parsed, cause no hint`() {
    #expect(hints("CREATE VIRTUAL TABLE t USING fts5(a)", "CREATE TABLE u (a STRING") == [])
  }
}
