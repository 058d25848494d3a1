import MigratorEngine
import MigratorTestSupport
import Testing

/// Dropped columns that statements copied, in tables with and without rows to compare.
struct ColumnCopyTests {
  private static let start = """
    CREATE TABLE event (id INTEGER PRIMARY KEY, kind TEXT, at TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
    """
  private static let rows = """
    INSERT INTO event VALUES (1, 'a', '007'), (2, 'b', '8'), (3, 'c', 'nine');
    """

  private func dryRun(_ sql: String, on start: String = start) throws -> StepReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps.first)
  }

  private static let copy = """
    ALTER TABLE event ADD COLUMN new TEXT; UPDATE event SET new = kind;
    ALTER TABLE event DROP COLUMN kind; ALTER TABLE event RENAME COLUMN new TO kind;
    """

  @Test(arguments: [
    copy,
    "ALTER TABLE event ADD new TEXT; UPDATE main.\"event\" SET [new] = event.kind; ALTER TABLE event DROP kind;",
    // Under other names when it is copied, and afterwards.
    """
    ALTER TABLE event RENAME COLUMN kind TO old; ALTER TABLE event ADD COLUMN kind TEXT;
    UPDATE event SET kind = old; ALTER TABLE event DROP COLUMN old; ALTER TABLE event RENAME TO entry;
    """,
    // A column that stores any value unchanged; another column that is written as well.
    """
    ALTER TABLE event ADD COLUMN new BLOB; ALTER TABLE event ADD COLUMN day TEXT;
    UPDATE event SET new = kind, day = at; UPDATE event SET day = date(at);
    ALTER TABLE event DROP COLUMN kind;
    """,
  ])
  func `a dropped column whose values were all copied is not reported as lost`(sql: String) throws {
    for start in [Self.start, Self.start + Self.rows] {
      let step = try dryRun(sql, on: start)
      #expect(Losses(of: [step]).all == [])
      let isKept = step.schemaEvents.contains {
        if case .columnKept("kind", as: _, _) = $0 { true } else { false }
      }
      #expect(isKept)
    }
  }

  @Test(arguments: [
    // Only some rows.
    copy.replacing("= kind;", with: "= kind WHERE id > 1;"),
    copy.replacing("UPDATE", with: "UPDATE OR IGNORE"),
    // Other values, or the values of another column.
    copy.replacing("= kind;", with: "= upper(kind);"),
    copy.replacing("= kind;", with: "= kind || '';"),
    // The copy or the original is written.
    copy.replacing("= kind;", with: "= kind; UPDATE event SET new = NULL WHERE id > 1;"),
    copy.replacing("UPDATE", with: "UPDATE event SET kind = 'x'; UPDATE"),
    copy.replacing(
      "= kind;", with: "= kind; REPLACE INTO event (id, kind) SELECT id, kind FROM event;"),
    // A swap of two columns.
    copy.replacing("= kind;", with: "= kind, kind = new; UPDATE event SET new = kind;"),
    // Other types convert '007' to 7.
    "ALTER TABLE event ADD COLUMN new INTEGER; UPDATE event SET new = at; ALTER TABLE event DROP COLUMN at;",
    // A trigger writes the copy.
    """
    CREATE TRIGGER t AFTER UPDATE OF new ON event WHEN new.new NOTNULL
    BEGIN UPDATE event SET new = NULL WHERE id = old.id; END;
    \(copy)
    """,
    // The copy was rolled back, or was dropped as well.
    copy.replacing(
      "UPDATE event SET new = kind;",
      with: "SAVEPOINT s; UPDATE event SET new = kind; ROLLBACK TO s;"),
    copy.replacing("RENAME COLUMN new TO kind", with: "DROP COLUMN new"),
    // Copied to another table.
    "INSERT INTO note SELECT id, kind FROM event; ALTER TABLE event DROP COLUMN kind;",
  ])
  func `without rows, it is unknown whether a dropped column was copied`(sql: String) throws {
    let losses = Losses(of: [try dryRun(sql)])
    #expect(losses.all.map(\.kind) == [.unseen])
    #expect(losses.isDataLost)
    let column = sql.contains("DROP COLUMN at") ? "at" : "kind"
    #expect(losses.all == [.unseenColumns(table: "event", columns: [column])])
    #expect(losses.all.map(\.certainty) == [.possible])
    // With rows, the loss is known, unless the values happen to be equal.
    let known = Losses(of: [try dryRun(sql, on: Self.start + Self.rows)])
    let isEqual = sql.contains("OR IGNORE") || sql.contains("|| ''")
    #expect(
      isEqual ? known.all == [] : known.columns.map(\.column) == [column] || !known.values.isEmpty)
  }

  @Test(arguments: [
    "ALTER TABLE event DROP COLUMN kind;",
    "ALTER TABLE event ADD COLUMN new TEXT; UPDATE event SET new = at; ALTER TABLE event DROP COLUMN kind;",
  ])
  func `a dropped column that no statement reads is reported as lost`(sql: String) throws {
    #expect(Losses(of: [try dryRun(sql)]).all == [.column(table: "event", name: "kind", values: 0)])
  }

  @Test func `a trigger can prevent a column from being copied completely`() throws {
    let trigger = """
      CREATE TRIGGER t BEFORE UPDATE ON event WHEN old.id = 2 BEGIN SELECT raise(IGNORE); END;
      """
    let step = try dryRun(Self.copy, on: Self.start + trigger)
    #expect(Losses(of: [step]).all == [.unseenColumns(table: "event", columns: ["kind"])])
    let known = try dryRun(Self.copy, on: Self.start + Self.rows + trigger)
    #expect(Losses(of: [known]).columns.map(\.column) == ["kind"])
  }
}
