import MigratorEngine
import Testing

@testable import MigratorWriter

/// Plans for a part of the schema, and for all of it.
struct PlannedPartTests {
  private static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, city TEXT);"
  private static let others = """
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club ON DELETE CASCADE);
    CREATE TABLE goal (player INTEGER REFERENCES player ON DELETE SET NULL);
    CREATE TABLE migtui_old_club (a); CREATE TABLE lone (a, b); CREATE INDEX lone_a ON lone (a);
    CREATE TABLE log (what TEXT); CREATE VIEW seen AS SELECT what FROM log;
    CREATE TRIGGER gone AFTER DELETE ON player BEGIN INSERT INTO log VALUES ('gone'); END;
    """

  @Test(arguments: [
    club, "CREATE TABLE club (id INTEGER PRIMARY KEY, city TEXT, motto TEXT);",
    "CREATE TABLE club (id INTEGER PRIMARY KEY, city TEXT DEFAULT '?');",
    "CREATE TABLE club (id INTEGER PRIMARY KEY);",
    club + "CREATE TABLE fan (club REFERENCES club);",
    club + "CREATE VIEW cities AS SELECT city FROM club;",
  ])
  func `tables that a change does not reach make no difference`(wanted: String) throws {
    var answers = WriterAnswers()
    answers.hasNoOtherRenames = true
    let whole = PlannerCase(
      before: Self.club + Self.others, after: wanted + Self.others, answers: answers)
    guard case .plan(let expected) = try whole.plan() else {
      Issue.record("there are questions")
      return
    }
    func schema(_ sql: String) throws -> WantedSchema {
      try WantedSchema(SQLScript(file: "a.sql", text: sql), Configuration())
    }
    let made = try MigrationWriter(Configuration(), whole.options).plan(
      from: schema(whole.before).schema, to: schema(whole.after), writesDown: false)
    #expect(made.plan == expected)
  }

  @Test func `a table that only has the name of a helper table is not replaced`() throws {
    let wanted = Self.club.replacing("city TEXT", with: "city TEXT DEFAULT '?'")
    let statements = try PlannerCase(
      before: Self.club + Self.others, after: wanted + Self.others
    ).judge()
    #expect(statements.rowCount > 0)
  }
}
