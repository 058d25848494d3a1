import MigratorEngine
import MigratorRows
import Testing

/// Runs of migrations on generated rows.
struct GeneratedCheckTests {
  func report(
    _ migrations: [String], enforcesForeignKeys: Bool? = nil
  ) throws -> GeneratedCheck.Report {
    var migrator = DatabaseMigrator()
    for (index, sql) in migrations.enumerated() {
      migrator.registerMigration(
        "\(index + 1)", script: SQLScript(file: "\(index + 1).sql", text: sql))
    }
    return try GeneratedCheck(
      migrator, configuration: Configuration(),
      options: GeneratedCheck.Options(enforcesForeignKeys: enforcesForeignKeys)
    ).run(reporting: Set(migrations.indices.map { "\($0 + 1)" }))
  }

  @Test func `random values in migrations are the same in each run`() throws {
    let migrations = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
      "ALTER TABLE t ADD COLUMN token TEXT; UPDATE t SET token = hex(randomblob(8)) || random();",
      "UPDATE t SET name = 'x';",
    ]
    let first = try report(migrations)
    #expect(first.findings.contains { $0.migration == "3" })
    #expect(try report(migrations) == first)
  }

  @Test func `random keys do not collide with those of earlier rows`() throws {
    let key = "(lower(hex(randomblob(16))))"
    let found = try report(
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, token TEXT NOT NULL UNIQUE DEFAULT \(key));"]
        + (0..<5).map { _ in
          """
          CREATE TABLE IF NOT EXISTS log (token TEXT PRIMARY KEY DEFAULT \(key), t INTEGER);
          INSERT INTO log (t) SELECT id FROM t;
          """
        })
    #expect(found.findings.isEmpty, "\(found.findings)")
  }

  @Test
  func `a renamed column is not compared with a dropped column that had the new name`() throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, old INTEGER, new INTEGER);",
      "ALTER TABLE t DROP COLUMN new; ALTER TABLE t RENAME COLUMN old TO new;",
    ])
    #expect(found.findings.isEmpty, "\(found.findings)")
  }

  @Test func `changed keys are accepted if the references to them are changed as well`() throws {
    let found = try report([
      """
      CREATE TABLE providers (id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL);
      CREATE TABLE repositories (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
        provider_id INTEGER NOT NULL REFERENCES providers(id)
      );
      """,
      """
      CREATE TABLE integrations (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, token TEXT NOT NULL
      );
      CREATE TABLE provided (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
        integration_id INTEGER NOT NULL REFERENCES integrations(id)
      );
      INSERT INTO integrations (kind, token) SELECT 'github', token FROM providers;
      INSERT INTO provided (name, integration_id)
        SELECT r.name, i.id FROM repositories r JOIN providers p ON p.id = r.provider_id
        JOIN integrations i ON i.token = p.token;
      DROP TABLE repositories;
      DROP TABLE providers;
      """,
    ])
    for finding in found.findings {
      guard case .renumbered(_, _, _, let references) = finding.kind else {
        Issue.record("\(finding)")
        continue
      }
      #expect(references.isEmpty, "\(finding)")
    }
  }

  @Test
  func `the incomplete copy of a renamed table is reported as the cause, not the DROP`() throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
      """
      ALTER TABLE t RENAME TO t_old;
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO t SELECT id, name FROM t_old ORDER BY id LIMIT 1;
      DROP TABLE t_old;
      """,
    ])
    #expect(found.findings.map { $0.location?.line } == [3], "\(found.findings)")
  }

  @Test func `a foreign key to a missing table is reported once`() throws {
    let found = try report([
      """
      CREATE TABLE ciphers (id TEXT PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE attachments (
        id TEXT PRIMARY KEY, cipher_id TEXT NOT NULL REFERENCES ciphers(id)
      );
      """,
      """
      ALTER TABLE ciphers RENAME TO old_ciphers;
      CREATE TABLE ciphers (id TEXT PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO ciphers SELECT * FROM old_ciphers;
      DROP TABLE old_ciphers;
      """,
      "CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);",
    ])
    let violations = found.findings.filter {
      if case .violations = $0.kind { true } else { false }
    }
    #expect(violations.map(\.migration) == ["2"], "\(found.findings)")
  }

  @Test func `a violation is attributed to the DELETE and not to a later rename`() throws {
    let found = try report([
      """
      CREATE TABLE chunks (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE gaps (id INTEGER PRIMARY KEY, chunk_id INTEGER NOT NULL REFERENCES chunks(id));
      """,
      """
      DELETE FROM chunks;
      ALTER TABLE gaps RENAME TO gap_chunks;
      """,
    ])
    let violation = found.findings.first {
      if case .violations = $0.kind { true } else { false }
    }
    #expect(violation?.location?.line == 1, "\(found.findings)")
    #expect(violation?.before.map(\.table) == ["chunks", "gaps"])
    #expect(violation?.isRepeatable == true)
  }

  @Test func `failures of one statement are sorted by message`() throws {
    let columns = "abcdefgh".map { "\($0) TEXT" }
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));",
      """
      CREATE TABLE u (id INTEGER PRIMARY KEY, \(columns.joined(separator: " NOT NULL, ")) NOT NULL);
      INSERT INTO u SELECT * FROM t;
      """,
    ])
    let messages = found.findings.compactMap { finding in
      if case .mayFail(let failure, _, _) = finding.kind { failure.message } else { nil }
    }
    #expect(messages.count > 2, "\(found.findings)")
    #expect(messages == messages.sorted())
  }

  private static let club = "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);"
  private static let players = """
    \(club) CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, club INT);
    """
  private static let rebuild = """
    CREATE TABLE new_player (id INTEGER PRIMARY KEY, name TEXT, club INT REFERENCES club);
    INSERT INTO new_player SELECT id, name, club FROM player;
    DROP TABLE player;
    ALTER TABLE new_player RENAME TO player;
    """

  @Test(arguments: [
    (players, rebuild),
    // The key has another parent than before.
    (players.replacing("club INT", with: "club INT REFERENCES team"), rebuild),
  ])
  func `rows that violate only a new foreign key are reported`(
    before: String, change: String
  ) throws {
    let found = try report([before, change])
    let violation = try #require(
      found.findings.first { if case .violations = $0.kind { true } else { false } })
    #expect(violation.migration == "2" && violation.before.last?.table == "player")
    #expect(violation.isRepeatable == true)
  }

  @Test(arguments: [
    "DELETE FROM player WHERE club NOT IN (SELECT id FROM club);\(rebuild)",
    "UPDATE player SET club = NULL WHERE club NOT IN (SELECT id FROM club);\(rebuild)",
    "INSERT OR IGNORE INTO club (id) SELECT club FROM player WHERE club IS NOT NULL;\(rebuild)",
    // The parent only gets another name.
    "ALTER TABLE club RENAME TO society;",
  ])
  func `a migration is not reported if it first gives all rows a parent`(change: String) throws {
    let found = try report([
      Self.players.replacing(
        "club INT", with: change.contains("society") ? "club INT REFERENCES club" : "club INT"),
      change,
    ])
    #expect(found.findings.isEmpty, "\(found.findings)")
  }

  @Test func `connection state left by earlier migrations does not affect a migration`() throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
      "UPDATE t SET name = name || '!'; ALTER TABLE t ADD COLUMN note TEXT;",
      "CREATE TABLE fresh (n INTEGER CHECK (n = 0)); INSERT INTO fresh VALUES (total_changes());",
      "CREATE TABLE later (n INTEGER DEFAULT (total_changes()) CHECK (n = 0));",
      "INSERT INTO later DEFAULT VALUES;",
      "CREATE TEMP TABLE helper (x); ALTER TABLE t ADD COLUMN more TEXT;",
      "INSERT INTO helper VALUES (1);",
    ])
    #expect(found.tried == ["1", "2", "3", "4", "5", "6"])
    guard case .stopped(.fails(let message))? = found.findings.last?.kind else {
      Issue.record("\(found.findings)")
      return
    }
    #expect(message.contains("no such table: helper"))
  }
}
