import MigratorEngine
import MigratorTestSupport
import Testing

/// Tables and columns that are kept under other names, recognized only by their contents.
struct RenameByCopyTests {
  private func step(_ sql: String, on start: String) throws -> StepReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps.first)
  }

  private static func remake(
    _ table: String, _ columns: String, from values: String, options: String = "",
    where condition: String = "1"
  ) -> String {
    """
    CREATE TABLE new_one (\(columns)) \(options);
    INSERT INTO new_one SELECT \(values) FROM \(table) WHERE \(condition);
    DROP TABLE \(table); ALTER TABLE new_one RENAME TO \(table)
    """
  }

  private static let rows = """
    CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT); INSERT INTO a VALUES (1, 'p'), (2, 'q'), (5, 'r');
    CREATE TABLE b (code TEXT PRIMARY KEY, x TEXT); INSERT INTO b VALUES ('k1', 'p'), ('k2', 'q');
    CREATE TABLE c (m INT, n TEXT, x, PRIMARY KEY (n, m)) WITHOUT ROWID;
    INSERT INTO c VALUES (1, 'y', 'p'), (2, 'y', 'q'), (1, 'z', 'r');
    CREATE TABLE d (id INTEGER PRIMARY KEY, x TEXT); INSERT INTO d VALUES (1, 'p'), (2, 'q');
    """

  @Test(arguments: [
    (
      remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: "id, x"),
      "a: ~ column id renamed to a_id", "a_id"
    ),
    (
      remake("a", "a_id INTEGER PRIMARY KEY, y TEXT", from: "id, x"),
      "a: ~ column id renamed to a_id, ~ column x renamed to y", "a_id"
    ),
    (
      remake("b", "sku TEXT PRIMARY KEY, x TEXT", from: "code, x"),
      "b: ~ column code renamed to sku", "sku"
    ),
    (
      remake(
        "c", "mm INT, n TEXT, x, PRIMARY KEY (n, mm)", from: "m, n, x", options: "WITHOUT ROWID"),
      "c: ~ column m renamed to mm", "n"
    ),
  ])
  func `a primary key renamed by re-creating its table is not a loss`(
    sql: String, words: String, key: String
  ) throws {
    let step = try step(sql, on: Self.rows)
    #expect(Losses(of: [step]).isEmpty)
    #expect(step.changes.summaryLines == [words])
    let rows = try #require(step.rows.first)
    #expect(step.rows.count == 1 && rows.lost == 0)
    #expect(step.changedRows.first?.key.first == key)
    #expect(step.changedRows.first?.isEmpty == true)
  }

  @Test func `if rows swap keys during a rename, their values count as overwritten`() throws {
    let keys = "CASE id WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE id END, x"
    let renamed = try step(
      Self.remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: keys), on: Self.rows)
    let named = try step(
      Self.remake("a", "id INTEGER PRIMARY KEY, x TEXT", from: keys), on: Self.rows)
    for step in [renamed, named] {
      let losses = Losses(of: [step])
      #expect(losses.columns.isEmpty && losses.rows.isEmpty)
      #expect(losses.values.map(\.column) == ["x"])
      #expect(losses.values.map(\.lost.overwritten) == [2])
    }
  }

  @Test(arguments: [
    // Other keys; a key that moved; keys that were not read; too few rows to recognize the key.
    remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: "id + 10, x"),
    remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: "max(id, 2) + (id = 2), x"),
    remake("d", "d_id INTEGER PRIMARY KEY, x TEXT", from: "NULL, x"),
    remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: "id, x", where: "id = 5"),
  ])
  func `a key whose values are in no column of the new table is lost`(sql: String) throws {
    #expect(Losses(of: [try step(sql, on: Self.rows)]).columns.map(\.column) == ["id"])
  }

  @Test func `omitted rows are reported as lost, but the renamed key is not`() throws {
    let step = try step(
      Self.remake("a", "a_id INTEGER PRIMARY KEY, x TEXT", from: "id, x", where: "id < 5"),
      on: Self.rows)
    let losses = Losses(of: [step])
    #expect(losses.rows.map(\.count) == [1] && losses.columns.isEmpty && losses.values.isEmpty)
  }

  @Test(arguments: [
    ("CREATE TABLE n AS SELECT * FROM a; DROP TABLE a", "a", "n", 3),
    ("CREATE TABLE n AS SELECT * FROM c; DROP TABLE c", "c", "n", 3),
    (
      "CREATE TABLE n (k INTEGER PRIMARY KEY, y TEXT); INSERT INTO n SELECT * FROM a; DROP TABLE a",
      "a", "n", 3
    ),
    (
      "CREATE TABLE m AS SELECT * FROM c; ALTER TABLE m ADD COLUMN more; DROP TABLE c",
      "c", "m", 3
    ),
  ])
  func `a table whose rows are all in a new table is not lost`(
    sql: String, table: String, copy: String, count: Int64
  ) throws {
    let step = try step(sql, on: Self.rows)
    let losses = Losses(of: [step])
    #expect(!losses.tables.contains(table) && losses.columns.isEmpty)
    #expect(!losses.rows.contains { $0.table == table })
    #expect(step.rows.first { $0.table == table }?.copy == copy)
    let rows = try #require(step.rows.first { $0.table == copy })
    #expect(rows.inserted == count && rows.after == count)
    #expect(step.changedRows(of: rows)?.inserted == count)
    #expect(
      step.changes.summaryLines.contains { $0.hasPrefix("\(copy): ~ name \(table) → \(copy)") })
  }

  @Test(arguments: [
    // A missing row, all rows changed, one row changed.
    "CREATE TABLE n AS SELECT * FROM a WHERE id < 5; DROP TABLE a",
    "CREATE TABLE n AS SELECT id, upper(x) AS x FROM a; DROP TABLE a",
    "CREATE TABLE n AS SELECT * FROM a; DROP TABLE a; UPDATE n SET x = 'z' WHERE id = 1",
  ])
  func `a dropped table is lost if the new table lacks one of its values`(sql: String) throws {
    let losses = Losses(of: [try step(sql, on: Self.rows)])
    #expect(losses.tables == ["a"] && losses.rows.map(\.count) == [3])
  }

  @Test func `identical rows without a key are not recognized in another table`() throws {
    let step = try step(
      "CREATE TABLE n AS SELECT * FROM t; DROP TABLE t",
      on: "CREATE TABLE t (v); INSERT INTO t VALUES (0), (0)")
    #expect(Losses(of: [step]).tables == ["t"])
  }
}
