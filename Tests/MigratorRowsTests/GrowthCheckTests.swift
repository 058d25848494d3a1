import MigratorEngine
import MigratorRows
import Testing

/// Estimates of the time that migrations take with many rows.
struct GrowthCheckTests {
  private func check(
    _ migrations: [String], rows: Int = 1_000_000, limit: Duration = .seconds(60),
    enforcesForeignKeys: Bool? = nil, transaction: MigrationTransaction = .whole
  ) throws -> [MigrationGrowth] {
    var migrator = DatabaseMigrator()
    for (index, sql) in migrations.enumerated() {
      migrator.registerMigration(
        "\(index + 1)", script: SQLScript(file: "\(index + 1).sql", text: sql),
        transaction: transaction)
    }
    return try GrowthCheck(
      migrator, configuration: Configuration(),
      options: GrowthCheck.Options(rows: rows, limit: limit),
      enforcesForeignKeys: enforcesForeignKeys
    ).run(measuring: ["\(migrations.count)"])
  }

  private static let schema = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club ON DELETE SET NULL, city TEXT);
    """

  /// The growth of the statements of the last migration.
  private func growth(_ sql: String, enforcesForeignKeys: Bool? = nil) throws -> [Growth] {
    let last = try #require(
      check([Self.schema, sql], rows: 1000, enforcesForeignKeys: enforcesForeignKeys).last)
    #expect(last.problem == nil)
    return last.statements.filter { $0.statement != nil }.map(\.growth)
  }

  @Test(arguments: [
    "UPDATE player SET city = (SELECT count(*) FROM club WHERE name = player.city);",
    "DELETE FROM player WHERE EXISTS (SELECT 1 FROM player AS p WHERE p.city > player.city || 'z');",
    "CREATE TABLE n AS SELECT a.id FROM club AS a JOIN club AS b ON a.name < b.name;",
    """
    CREATE TRIGGER t AFTER UPDATE ON club
    BEGIN UPDATE player SET city = NEW.name WHERE city = OLD.name; END; UPDATE club SET name = id;
    """,
  ])
  func `comparing every row with every other row takes quadratic time`(sql: String) throws {
    #expect(try growth(sql).last == .quadratic)
  }

  @Test(arguments: [
    "UPDATE player SET city = upper(city);", "ALTER TABLE player ADD COLUMN age INTEGER;",
    "UPDATE player SET city = (SELECT name FROM club WHERE id = player.club);",
    "CREATE TABLE n (a); INSERT INTO n SELECT p.id FROM player AS p JOIN club AS c ON c.id = p.club;",
    "DROP TABLE player;", "CREATE TABLE n (a);",
  ])
  func `reading each row once takes linear time`(sql: String) throws {
    #expect(try growth(sql).allSatisfy { $0 == .linear })
  }

  @Test func `sorting takes more than linear and less than quadratic time`() throws {
    #expect(try growth("CREATE INDEX i ON player (city);") == [.linearithmic])
    #expect(Growth.linear < .linearithmic && Growth.linearithmic < .quadratic)
  }

  @Test func `deleting parents takes quadratic time if the children have no index`() throws {
    let deletion = "DELETE FROM club;"
    #expect(try growth(deletion, enforcesForeignKeys: true) == [.quadratic])
    #expect(try growth(deletion, enforcesForeignKeys: false) == [.linear])
    #expect(
      try growth(
        "CREATE INDEX player_club ON player (club); \(deletion)", enforcesForeignKeys: true
      ).last == .linear)
  }

  @Test func `estimates contain the statement, the number of rows and the sizes of the trial runs`()
    throws
  {
    let last = try #require(
      check([
        Self.schema,
        "CREATE TABLE n (a);\nUPDATE player SET city = (SELECT count(*) FROM club WHERE name > city);",
      ]).last)
    #expect(last.migration == "2")
    #expect(last.rows == 1_000_000)
    #expect(last.measured.starts(with: [250, 1000]))
    let slowest = try #require(last.statements.max { $0.seconds < $1.seconds })
    #expect(slowest.statement?.location.line == 2)
    #expect(last.seconds >= slowest.seconds)
    // The statement that creates a table does not depend on the rows.
    #expect(last.statements[0].seconds < slowest.seconds)
  }

  @Test func `times for few rows are measured rather than estimated`() throws {
    let last = try #require(check([Self.schema, "DELETE FROM club;"], rows: 1000).last)
    #expect(last.measured == [250, 1000])
  }

  @Test func `a migration that fails on generated rows does not prevent later estimates`() throws {
    var migrator = DatabaseMigrator()
    for (name, sql) in [
      ("1", Self.schema), ("2", "ALTER TABLE club ADD COLUMN code TEXT NOT NULL;"),
      ("3", "UPDATE player SET city = (SELECT count(*) FROM club WHERE name >= city);"),
    ] {
      migrator.registerMigration(name, script: SQLScript(file: name, text: sql))
    }
    let all = try GrowthCheck(
      migrator, configuration: Configuration(), options: GrowthCheck.Options(rows: 1000)
    ).run(measuring: ["1", "2", "3"])
    #expect(all.map(\.migration) == ["1", "2", "3"])
    #expect(
      all.map(\.problem) == [
        nil, .fails("2:1:1: Cannot add a NOT NULL column with default value NULL"), nil,
      ])
    #expect(all[2].statements.first?.growth == .quadratic)
  }

  @Test func `a migration that does not end in time is reported as a separate problem`() throws {
    let last = try #require(
      check(
        [
          Self.schema,
          "CREATE TABLE n AS SELECT count(*) FROM player AS a, player AS b, player AS c, player AS d;",
        ], limit: .seconds(6)
      ).last)
    guard case .takesLonger(_, rows: 250) = last.problem else {
      Issue.record("\(String(describing: last.problem))")
      return
    }
    #expect(last.statements.isEmpty)
  }

  @Test func `statements outside a transaction are measured`() throws {
    let last = try #require(
      check(
        [Self.schema, "PRAGMA foreign_keys = OFF; DELETE FROM player; VACUUM;"], rows: 1000,
        transaction: .none
      ).last)
    #expect(last.problem == nil)
    #expect(last.statements.compactMap(\.statement).count == 3)
  }

  @Test func `a migration in Swift code is measured as a whole`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: Self.schema) }
    migrator.registerMigration("2") { db in
      try db.execute(sql: "DELETE FROM club WHERE EXISTS (SELECT 1 FROM player WHERE city = name)")
    }
    let last = try #require(
      try GrowthCheck(
        migrator, configuration: Configuration(), options: GrowthCheck.Options(rows: 1000)
      ).run(measuring: ["2"]).last)
    #expect(last.problem == nil)
    #expect(last.statements.allSatisfy { $0.statement == nil })
    #expect(last.statements.first?.growth == .quadratic)
  }
}
