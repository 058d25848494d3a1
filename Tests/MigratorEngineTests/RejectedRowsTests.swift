import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// The rows for which a constraint stops a migration, compared with a trial of each row alone.
struct RejectedRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    let constraint: RejectedRows.Constraint
    /// The table with the rows, with the rowid of the row in the column `k`.
    let schema: String
    let table: String
    let migration: String
    var testDescription: String { migration }

    init(
      _ constraint: RejectedRows.Constraint, _ schema: String, _ migration: String,
      table: String = "old"
    ) {
      (self.constraint, self.schema, self.migration) = (constraint, schema, migration)
      self.table = table
    }
  }

  private static let people = """
    CREATE TABLE old (k INTEGER PRIMARY KEY, name TEXT, n INTEGER, d);
    INSERT INTO old VALUES (1, 'a', 1, '{"x": 1}'), (2, 'A', 2, 'no'), (3, 'b', NULL, NULL),
      (4, NULL, 2, '[1]'), (5, 'b', 3, '{'), (6, NULL, -1, '2'), (7, 'a ', NULL, 'x');
    """

  private static func rebuilt(
    _ columns: String, _ copy: String, options: String = ""
  ) -> String {
    "CREATE TABLE new (\(columns))\(options); \(copy)"
  }

  static let cases = [
    // Unique indexes on existing rows.
    Case(.unique, people, "CREATE UNIQUE INDEX i ON old (name)"),
    Case(
      .unique, people, "CREATE UNIQUE INDEX IF NOT EXISTS main.i ON old (name COLLATE NOCASE DESC)"),
    Case(.unique, people, "CREATE UNIQUE INDEX i ON old (trim(lower(name)), -- comment\n n > 0)"),
    Case(.unique, people, "CREATE UNIQUE INDEX i ON old (n) WHERE name IS NOT NULL OR k = 4"),
    Case(
      .unique,
      """
      CREATE TABLE "o'l ""d" (k INTEGER PRIMARY KEY, "na""me; --" TEXT COLLATE NOCASE);
      INSERT INTO "o'l ""d" VALUES (1, 'a'), (2, 'A'), (3, 'b');
      """, "CREATE UNIQUE INDEX i ON [o'l \"d] ([na\"me; --])", table: "o'l \"d"),
    // Copies into a rebuilt table.
    Case(
      .unique, people,
      rebuilt("k INTEGER PRIMARY KEY, name TEXT UNIQUE", "INSERT INTO new SELECT k, name FROM old")),
    Case(
      .unique, people,
      rebuilt(
        "name TEXT COLLATE NOCASE UNIQUE, n INTEGER",
        "INSERT INTO new (n, name) SELECT o.n, o.name AS label FROM old AS o WHERE o.k <> 3 ORDER BY k"
      )),
    Case(
      .unique, people,
      rebuilt("n INTEGER PRIMARY KEY", "INSERT INTO new SELECT n FROM old")),
    Case(
      .unique, people,
      rebuilt("name TEXT, UNIQUE (name)", "INSERT INTO new SELECT upper(name) FROM old")),
    Case(
      .notNull, people,
      rebuilt("k, name TEXT NOT NULL", "INSERT INTO new (k, name) SELECT k, name FROM old")),
    Case(
      .notNull, people,
      rebuilt(
        "n INTEGER NOT NULL", "INSERT INTO new SELECT n * 2 FROM old WHERE name = 'b' OR k > 6")),
    Case(
      .notNull, people,
      rebuilt("a, b NOT NULL, c, d", "INSERT INTO main.new SELECT * FROM main.old")),
    Case(
      .check, people,
      rebuilt("k, n INTEGER CHECK (n > 0)", "INSERT INTO new SELECT k, n FROM old")),
    Case(
      .check, people,
      rebuilt(
        "k, number INTEGER, label TEXT, CONSTRAINT \"it's ok\" CHECK (new.number < 3 OR label = 'a')",
        "INSERT INTO new (k, label, number) SELECT k, name, n FROM old AS o")),
    Case(
      .check, people,
      rebuilt("k, d CHECK (json_valid(d))", "INSERT INTO new SELECT k, d FROM old")),
    Case(
      .dataType, people,
      rebuilt("d INTEGER", "INSERT INTO new SELECT d FROM old", options: " STRICT")),
    Case(
      .dataType, people,
      rebuilt("d REAL", "INSERT INTO new SELECT old.name FROM old", options: " STRICT")),
    Case(
      .dataType,
      """
      CREATE TABLE old (k INTEGER PRIMARY KEY, v);
      INSERT INTO old VALUES (1, 5), (2, '5'), (3, ' 6.0 '), (4, 5.0), (5, 5.5), (6, '1e3'), (7, x'35'),
        (8, 9223372036854775807), (9, 9223372036854775808), (10, '9223372036854775808'), (11, NULL), (12, '5x');
      """, rebuilt("v INT", "INSERT INTO new SELECT v FROM old", options: " STRICT")),
    Case(
      .dataType,
      """
      CREATE TABLE old (k INTEGER PRIMARY KEY, v);
      INSERT INTO old VALUES (1, 5), (2, 'a'), (3, x'41'), (4, 5.5), (5, NULL);
      """, rebuilt("v TEXT", "INSERT INTO new SELECT v FROM old", options: " STRICT")),
    Case(
      .dataType,
      """
      CREATE TABLE old (k INTEGER PRIMARY KEY, v);
      INSERT INTO old VALUES (1, 5), (2, 'a'), (3, x'41'), (4, 5.5), (5, NULL);
      """, rebuilt("v BLOB", "INSERT INTO new SELECT v FROM old", options: " STRICT")),
    Case(.json, people, "CREATE INDEX i ON old (json_extract(d, '$.x'), name)"),
    Case(.json, people, "CREATE INDEX i ON old (d ->> '$.x') WHERE k <> 2"),
    Case(
      .json, people, rebuilt("x, y", "INSERT INTO new SELECT k, json(o.d) FROM old o WHERE k > 1")),
    // Rows that the target already has.
    Case(
      .unique,
      people + "CREATE TABLE new (name TEXT UNIQUE); INSERT INTO new VALUES ('A'), ('z');",
      "INSERT INTO new SELECT name FROM old WHERE k IN (1, 2)"),
  ]

  private func database(_ schema: String, keeping rows: [Int64]? = nil, of table: String) throws
    -> String
  {
    let name = "\(UUID().uuidString).sqlite"
    let path = try folder.makeDatabase(name, sql: schema)
    if let rows {
      let queue = try DatabaseQueue(path: path)
      try queue.write {
        let list = rows.map(String.init).joined(separator: ", ")
        let name = table.quotedDatabaseIdentifier
        try $0.execute(sql: "DELETE FROM \(name) WHERE k NOT IN (\(list))")
      }
      try queue.close()
    }
    return path
  }

  private func failure(_ sql: String, on path: String) throws -> MigrationFailure? {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", script: SQLScript(file: "1.sql", text: sql))
    return try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path).failure
  }

  private func answer(_ query: String, on path: String) throws -> [[DatabaseValue]] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: query).map { Array($0.databaseValues) } }
  }

  @Test(arguments: cases)
  func `the printed query finds exactly the rows that violate the constraint`(
    _ test: Case
  ) throws {
    let path = try database(test.schema, of: test.table)
    let failure = try #require(try failure(test.migration, on: path))
    let rejected = try #require(failure.rejectedRows, "\(failure.message)")
    #expect(rejected.constraint == test.constraint)
    #expect(rejected.table == test.table)

    let name = test.table.quotedDatabaseIdentifier
    let keys = try answer("SELECT k FROM \(name) ORDER BY k", on: path)
      .compactMap { $0.first.flatMap(Int64.fromDatabaseValue) }
    // The source of the query is in the file; a table of the migration is created there first.
    let query = rejected.query
    let found = try answer(query, on: path)
    #expect(found.count == rejected.entries.count + rejected.more)
    for (entry, row) in zip(rejected.entries, found) {
      #expect(entry.fields.map(\.value) + (entry.count.map { [$0.databaseValue] } ?? []) == row)
    }
    if test.constraint == .unique {
      // A row belongs to a group if it fails together with another one, or with one of the target.
      var pairs = 0
      for (index, one) in keys.enumerated() {
        for other in keys[(index + 1)...] {
          let pair = try database(test.schema, keeping: [one, other], of: test.table)
          let isFailure = try self.failure(test.migration, on: pair) != nil
          if isFailure { pairs += 1 }
          #expect(try answer(query, on: pair).isEmpty != isFailure, "\(one), \(other)")
        }
      }
      #expect(pairs > 0)
      return
    }
    let alone = try keys.filter { key in
      try self.failure(
        test.migration, on: database(test.schema, keeping: [key], of: test.table)) != nil
    }
    #expect(found.compactMap { $0.first.flatMap(Int64.fromDatabaseValue) } == alone)
  }

  /// Statements that fail, but from which the rows do not follow.
  @Test(arguments: [
    // The value is converted, so the conflicting rows differ from those that the query would find.
    rebuilt("n INTEGER UNIQUE", "INSERT INTO new SELECT name FROM old"),
    rebuilt("n INTEGER CHECK (n < 5)", "INSERT INTO new SELECT name FROM old"),
    rebuilt("n NOT NULL", "INSERT INTO new SELECT max(n) FROM old WHERE k > 100"),
    rebuilt("n NOT NULL", "INSERT INTO new SELECT n FROM old LIMIT 3"),
    rebuilt("n NOT NULL", "INSERT INTO new SELECT a.n FROM old a, old b"),
    rebuilt("n NOT NULL", "INSERT INTO new SELECT n FROM old UNION ALL SELECT 1"),
    rebuilt("n NOT NULL", "INSERT INTO new SELECT DISTINCT n FROM old"),
    rebuilt("n NOT NULL", "WITH x AS (SELECT n FROM old) INSERT INTO new SELECT n FROM x"),
    rebuilt("n NOT NULL, m", "INSERT INTO new (m) SELECT n FROM old"),
    rebuilt("n UNIQUE", "INSERT OR ROLLBACK INTO new SELECT n FROM old"),
    rebuilt(
      "n",
      """
      CREATE TABLE other (n NOT NULL);
      CREATE TRIGGER t AFTER INSERT ON new BEGIN INSERT INTO other VALUES (new.n); END;
      INSERT INTO new SELECT n FROM old
      """),
    rebuilt("x", "INSERT INTO new SELECT CASE WHEN k > 1 THEN json(d) END FROM old"),
    "UPDATE old SET k = 1",
  ])
  func `if it is uncertain which rows fail, none are listed`(_ migration: String) throws {
    let path = try database(Self.people, of: "old")
    let failure = try #require(try failure(migration, on: path))
    #expect(failure.rejectedRows == nil)
  }

  @Test func `ten rows are shown, and the rest are counted up to a limit`() throws {
    for (count, more, isComplete) in [(11, 1, true), (999, 989, true), (5_000, 990, false)] {
      let path = try database(
        """
        CREATE TABLE old (k INTEGER PRIMARY KEY, v);
        WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count))
        INSERT INTO old SELECT i, NULL FROM c;
        """, of: "old")
      let copy = Self.rebuilt("k, v NOT NULL", "INSERT INTO new SELECT k, v FROM old")
      let rejected = try #require(try failure(copy, on: path)?.rejectedRows)
      #expect(rejected.entries.count == 10)
      #expect(rejected.more == more)
      #expect(rejected.isComplete == isComplete)
      #expect(try answer(rejected.query, on: path).count == count)
    }
  }

  @Test
  func `a step finds the same rejected rows as its dry run, even for a migration in code`() throws {
    let path = try database(Self.people, of: "old")
    let sql = "CREATE UNIQUE INDEX i ON old (name)"
    let expected = try #require(try failure(sql, on: path)?.rejectedRows)
    for isCode in [false, true] {
      var migrator = DatabaseMigrator()
      if isCode {
        migrator.registerMigration("1") { try $0.execute(sql: sql) }
      } else {
        migrator.registerMigration("1", script: SQLScript(file: "1.sql", text: sql))
      }
      var failure: MigrationFailure?
      let queue = try DatabaseQueue(path: path)
      #expect(throws: (any Error).self) {
        try migrator.migrate(queue, upTo: nil) { event in
          if case .failed(let reported) = event { failure = reported }
        }
      }
      try queue.close()
      #expect(failure?.rejectedRows == expected)
    }
  }
}
