import MigratorEngine
import MigratorTestSupport
import Testing

/// Shadow tables belong to their virtual table, whose rows are reported instead.
struct ShadowTableTests {
  private let notes = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO note VALUES (1, 'one two'), (2, 'three'), (3, 'four');
    """
  private static let full = ["fts3(body)", "fts4(body)", "fts5(body)"]

  private func steps(_ before: String, _ scripts: String...) throws -> [StepReport] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: notes + before)
    var migrator = DatabaseMigrator()
    for (index, sql) in scripts.enumerated() {
      migrator.registerMigration("\(index)") { try $0.execute(sql: sql) }
    }
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return report.steps
  }

  private func losses(_ step: StepReport?) -> [String] {
    guard let step else { return ["no step"] }
    let losses = Losses(of: [step])
    return losses.rows.map { "\($0.count) rows of \($0.table)" }
      + losses.tables.map { "table \($0)" }
  }

  @Test(arguments: full)
  func `creating and filling a full-text table loses nothing`(module: String) throws {
    let step = try steps(
      "",
      """
      CREATE VIRTUAL TABLE f USING \(module); INSERT INTO f (rowid, body) SELECT id, body FROM note;
      DELETE FROM f WHERE rowid = 2; INSERT INTO f(f) VALUES ('optimize');
      """
    ).first
    #expect(losses(step) == [])
    #expect(step?.rows == [.init(table: "f", before: nil, after: 2, inserted: 2, values: .same)])
    #expect(step?.changes.summaryLines == ["f: + table"])
  }

  @Test(arguments: full)
  func `rows that are changed, or deleted and reinserted, are not lost`(module: String) throws {
    let steps = try steps(
      """
      CREATE VIRTUAL TABLE f USING \(module); INSERT INTO f (rowid, body) SELECT id, body FROM note;
      CREATE TRIGGER t AFTER UPDATE ON note BEGIN
        DELETE FROM f WHERE rowid = old.id; INSERT INTO f (rowid, body) VALUES (new.id, new.body);
      END;
      """,
      "UPDATE note SET body = 'new ' || body WHERE id < 3", "UPDATE f SET body = 'x'",
      "INSERT INTO f (body) VALUES ('more')")
    #expect(steps.map(losses) == [[], [], []])
    #expect(steps[0].rows.map(\.table) == ["f", "note"])
    for (step, count) in [(steps[0], 2), (steps[1], 3)] {
      let rows = try #require(step.rows.first)
      #expect((rows.before, rows.after, rows.updated, rows.lost) == (3, 3, Int64(count), 0))
      guard case .compared(let columns, 0) = rows.values else {
        Issue.record("\(rows.values)")
        continue
      }
      #expect(columns.map(\.column) == ["body"] && columns.map(\.changes.lost) == [Int64(count)])
    }
    #expect(
      steps[2].rows == [.init(table: "f", before: 3, after: 4, inserted: 1, values: .same)])
  }

  @Test(arguments: full)
  func `deleted rows are lost, whatever rows replace them`(module: String) throws {
    let make = """
      CREATE VIRTUAL TABLE f USING \(module); INSERT INTO f (rowid, body) SELECT id, body FROM note;
      """
    #expect(try losses(steps(make, "DELETE FROM f").first) == ["3 rows of f"])
    #expect(try losses(steps(make, "DROP TABLE f").first) == ["3 rows of f", "table f"])
    #expect(
      try losses(
        steps(make, "DELETE FROM f WHERE rowid < 3; INSERT INTO f (rowid, body) VALUES (7, '')")
          .first) == ["2 rows of f"])
  }

  @Test(arguments: full)
  func `a renamed full-text table keeps its rows`(module: String) throws {
    let step = try steps(
      """
      CREATE VIRTUAL TABLE f USING \(module); INSERT INTO f (rowid, body) SELECT id, body FROM note;
      """,
      "UPDATE f SET body = 'y'; ALTER TABLE f RENAME TO g; UPDATE g SET body = 'z' WHERE rowid = 1; "
        + "DELETE FROM g WHERE rowid = 3"
    ).first
    #expect(losses(step) == ["1 rows of g"])
    #expect(step?.rows.map(\.table) == ["g"])
    #expect(step?.rows.first?.formerName == "f")
    #expect(step?.changes.summaryLines == ["g: ~ name f → g"])
  }

  @Test func `an external-content index has no rows to lose`() throws {
    let steps = try steps(
      """
      CREATE VIRTUAL TABLE f USING fts5(body, content='note', content_rowid='id');
      INSERT INTO f (rowid, body) SELECT id, body FROM note;
      """,
      "INSERT INTO f (f, rowid, body) VALUES ('delete', 1, 'one two')", "DROP TABLE f")
    #expect(losses(steps[0]) == [])
    #expect(losses(steps[1]) == [])
  }

  @Test func `the entries of an R-tree are counted as rows, but its nodes are not`() throws {
    let many = """
      CREATE VIRTUAL TABLE area USING rtree(id, x0, x1);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO area SELECT i, i, i + 1 FROM n;
      """
    let steps = try steps(
      many, "UPDATE area SET x1 = x1 + 5", "DELETE FROM area WHERE id <= 100",
      "INSERT INTO area SELECT id + 1000, x0, x1 FROM area", "DROP TABLE area")
    #expect(
      steps.map(losses) == [[], ["100 rows of area"], [], ["800 rows of area", "table area"]])
    #expect(steps.dropLast().allSatisfy { $0.rows.map(\.table) == ["area"] })
  }

  @Test func `a table that only has a name like a shadow table is an ordinary table`() throws {
    let steps = try steps(
      """
      CREATE TABLE f_data (x); INSERT INTO f_data VALUES (1);
      CREATE VIRTUAL TABLE g USING fts5(body); CREATE TABLE g_x_content (x);
      INSERT INTO g_x_content VALUES (1), (2); CREATE TABLE g_notes (x); INSERT INTO g_notes VALUES (1);
      """, "DELETE FROM f_data; DELETE FROM g_x_content; DROP TABLE g_notes")
    #expect(
      losses(steps.first) == [
        "1 rows of f_data", "1 rows of g_notes", "2 rows of g_x_content", "table g_notes",
      ])
  }
}
