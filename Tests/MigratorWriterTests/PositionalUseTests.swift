import MigratorEngine
import Testing

@testable import MigratorWriter

/// The order of columns matters if a view or trigger uses them by position.
struct PositionalUseTests {
  private static let start = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE team (a INT, b INT);

    """
  private static let wanted = start.replacing("name TEXT", with: "motto TEXT, name TEXT")

  private func statements(_ object: String) throws -> [String] {
    let change = PlannerCase(before: Self.start + object, after: Self.wanted + object)
    #expect(try change.judge().rowCount > 0)
    return try change.statements()
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT * FROM club", "CREATE VIEW v AS SELECT c.* FROM club AS c",
    "CREATE VIEW v AS SELECT 1, * FROM team, club", "CREATE VIEW v AS SELECT DISTINCT * FROM club",
    """
    CREATE TRIGGER t AFTER INSERT ON team BEGIN
      INSERT INTO club SELECT new.a, 'motto', 'name'; END
    """,
    """
    CREATE TRIGGER t AFTER INSERT ON team BEGIN
      INSERT OR REPLACE INTO "club" VALUES (new.a, '', ''); END
    """,
  ])
  func `a new column is put in the middle if an object uses columns by their position`(
    object: String
  )
    throws
  {
    let sql = try statements(object)
    #expect(sql.contains("DROP TABLE club"))
    #expect(!sql.contains { $0.hasPrefix("ALTER") })
  }

  @Test(arguments: [
    "CREATE VIEW v AS SELECT count(*) AS n, 2 * id AS m FROM club",
    "CREATE VIEW v AS SELECT * FROM team",
    "CREATE TRIGGER t AFTER INSERT ON club BEGIN INSERT INTO team VALUES (1, new.id * 2); END",
    """
    CREATE TRIGGER t AFTER INSERT ON team BEGIN
      INSERT INTO club (id, name) VALUES (new.a, new.b); END
    """,
  ])
  func `a new column is added at the end if no object uses columns by position`(
    object: String
  ) throws {
    #expect(try statements(object).contains("ALTER TABLE club ADD COLUMN motto TEXT"))
  }
}
