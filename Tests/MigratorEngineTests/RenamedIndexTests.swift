import MigratorEngine
import MigratorTestSupport
import Testing

/// Indexes and keys that are kept in another form.
struct RenamedIndexTests {
  private let items = """
    CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT COLLATE NOCASE, b, c);
    CREATE INDEX i ON item(a, b DESC); CREATE UNIQUE INDEX u ON item(b);
    CREATE INDEX part ON item(c) WHERE b > 'X'; CREATE INDEX low ON item(lower(a));
    INSERT INTO item VALUES (1, 'x', 'y', 'z'), (2, 'X', 'Z', 'w');
    """

  private func report(_ sql: String, on former: String? = nil) throws -> StepReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: former ?? items)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps.first)
  }

  private func words(_ losses: Losses) -> [String] {
    losses.objects.map { "\($0.kindWords) \($0.name)" } + losses.uniqueKeys.map(\.words)
  }

  @Test(arguments: [
    (
      "DROP INDEX i; CREATE INDEX n ON item(A COLLATE nocase ASC, \"b\" DESC)",
      "item: ~ index n: name i → n; columns (a, b DESC) → (A COLLATE nocase ASC, b DESC)"
    ),
    ("DROP INDEX u; CREATE UNIQUE INDEX n ON item(b)", "item: ~ unique index n: name u → n"),
    (
      "DROP INDEX part; CREATE INDEX n ON item(c) WHERE b>'X'", "item: ~ index n: name part → n"
    ),
    ("DROP INDEX low; CREATE INDEX n ON item(LOWER(a))", "item: ~ index n: name low → n"),
    (
      "DROP INDEX u; ALTER TABLE item RENAME b TO d; CREATE UNIQUE INDEX n ON item(d)",
      "item: ~ column b renamed to d, ~ index i (text only), ~ unique index n: name u → n, ~ index part (text only)"
    ),
  ])
  func `an index that is created under another name counts as renamed`(sql: String, line: String)
    throws
  {
    let step = try report(sql)
    #expect(Losses(of: [step]).isEmpty)
    #expect(step.changes.summaryLines == [line])
  }

  @Test(arguments: [
    ("DROP INDEX i; CREATE INDEX n ON item(a, b)", ["index i"]),
    ("DROP INDEX i; CREATE INDEX n ON item(b DESC, a)", ["index i"]),
    ("DROP INDEX i; CREATE INDEX n ON item(a COLLATE BINARY, b DESC)", ["index i"]),
    ("DROP INDEX i; CREATE UNIQUE INDEX n ON item(a, b DESC)", ["index i"]),
    (
      "DROP INDEX i; CREATE TABLE o (a COLLATE NOCASE, b); CREATE INDEX n ON o(a, b DESC)",
      ["index i"]
    ),
    ("DROP INDEX i; CREATE INDEX n ON item(a, b DESC) WHERE c", ["index i"]),
    ("DROP INDEX u; CREATE INDEX n ON item(b)", ["unique index u"]),
    ("DROP INDEX part; CREATE INDEX n ON item(c) WHERE b > 'x'", ["index part"]),
    ("DROP INDEX part; CREATE INDEX n ON item(c)", ["index part"]),
    ("DROP INDEX low; CREATE INDEX n ON item(upper(a))", ["index low"]),
    (
      "DROP INDEX u; ALTER TABLE item RENAME b TO d; ALTER TABLE item RENAME c TO b; CREATE UNIQUE INDEX n ON item(b)",
      ["unique index u"]
    ),
  ])
  func `a dropped index is reported as lost if the new index is not equivalent`(
    sql: String, expected: [String]
  ) throws {
    #expect(words(Losses(of: [try report(sql)])) == expected)
  }

  @Test func `dropping one of two equal indexes loses nothing`() throws {
    let former = items + "CREATE INDEX second ON item(a, b DESC); CREATE INDEX third ON item(c);"
    #expect(try Losses(of: [report("DROP INDEX second", on: former)]).isEmpty)
    let both = try report(
      "DROP INDEX i; DROP INDEX second; CREATE INDEX n ON item(a, b DESC)", on: former)
    #expect(Losses(of: [both]).isEmpty)
    #expect(both.changes.summaryLines == ["item: ~ index n: name i → n, - index second"])
    #expect(
      try words(Losses(of: [report("DROP INDEX i; DROP INDEX second", on: former)])) == [
        "index i", "index second",
      ])
  }

  @Test(
    arguments: [
      ("a UNIQUE", []), ("a, UNIQUE (\"A\")", []), ("a PRIMARY KEY", []),
      ("a INTEGER PRIMARY KEY", []), ("a, PRIMARY KEY (a)", []),
      ("a, CONSTRAINT k UNIQUE (a COLLATE binary)", []),
      ("a COLLATE NOCASE UNIQUE", ["unique index k"]),
      ("a, UNIQUE (a COLLATE NOCASE)", ["unique index k"]),
      ("a, UNIQUE (a, b)", ["unique index k"]), ("a, UNIQUE (b)", ["unique index k"]),
      ("a UNIQUE ON CONFLICT REPLACE", ["unique index k"]),
      ("a, UNIQUE (a) ON CONFLICT IGNORE", ["unique index k"]),
    ] as [(String, [String])])
  func `a constraint may replace a unique index`(columns: String, expected: [String]) throws {
    let step = try report(
      """
      CREATE TABLE n (b, \(columns)); INSERT INTO n (b, a) SELECT b, a FROM t; DROP TABLE t;
      ALTER TABLE n RENAME TO t;
      """,
      on: """
        CREATE TABLE t (b, a); CREATE UNIQUE INDEX k ON t(a); INSERT INTO t VALUES (1, 1), (2, 2);
        """)
    #expect(words(Losses(of: [step])) == expected)
  }

  @Test func `a constraint does not replace a partial unique index`() throws {
    let former =
      "CREATE TABLE t (a); CREATE UNIQUE INDEX k ON t(a) WHERE a > 1; INSERT INTO t VALUES (2);"
    let sql = """
      CREATE TABLE n (a UNIQUE); INSERT INTO n SELECT a FROM t; DROP TABLE t;
      ALTER TABLE n RENAME TO t;
      """
    #expect(try words(Losses(of: [report(sql, on: former)])) == ["unique index k"])
  }

  @Test
  func `an index is lost if its column is dropped, even if a new column has the same name`() throws
  {
    let step = try report(
      "DROP INDEX k; ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD a; CREATE INDEX n ON t(a)",
      on: "CREATE TABLE t (b, a); CREATE INDEX k ON t(a); INSERT INTO t VALUES (1, 1);")
    #expect(words(Losses(of: [step])) == ["index k"])
  }
}
