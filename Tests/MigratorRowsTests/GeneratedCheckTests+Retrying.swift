import MigratorEngine
import MigratorRows
import Testing

/// Runs of a migration on rows that a usual batch does not contain.
extension GeneratedCheckTests {
  private static let settings = """
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, note TEXT);
    INSERT INTO settings VALUES ('size', 'small', NULL);
    """

  @Test(arguments: [
    ("INSERT OR REPLACE INTO settings (name, value) VALUES ('theme', 'dark')", nil, false),
    ("REPLACE INTO settings VALUES ('color', 'red', NULL), ('theme', 'dark', NULL)", nil, false),
    (
      "INSERT INTO settings (name, value) VALUES ('theme', 'dark')"
        + " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      "value", true
    ),
  ])
  func `a row is lost if a seed has the same key`(
    seed: String, column: String?, isExplicit: Bool
  ) throws {
    let found = try report([Self.settings, seed])
    let finding = try #require(found.findings.first, "\(found)")
    guard case .loss(let way, "settings", column, _) = finding.kind else {
      Issue.record("\(finding)")
      return
    }
    #expect(way == (column == nil ? .rows : .replaced))
    #expect(finding.isExplicit == isExplicit)
    #expect(finding.before.first?.table == "settings")
  }

  @Test(arguments: [
    // Only the migrations write this row.
    "INSERT OR REPLACE INTO settings VALUES ('size', 'large', NULL)",
    "INSERT INTO settings (name, value) VALUES ('theme', 'dark') ON CONFLICT DO NOTHING",
    "INSERT OR IGNORE INTO settings (name, value) VALUES ('theme', 'dark')",
    "CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT); REPLACE INTO other VALUES (1, 'a')",
  ])
  func `a seed that replaces no user's row is not accused`(seed: String) throws {
    #expect(try report([Self.settings, seed]).findings.isEmpty)
  }

  @Test(arguments: [
    ("CREATE UNIQUE INDEX users_email ON users (email);", false),
    ("CREATE UNIQUE INDEX users_email ON users (lower(email));", false),
    ("CREATE UNIQUE INDEX users_email ON users (email) WHERE name IS NULL;", false),
    (
      "DELETE FROM users WHERE id NOT IN (SELECT min(id) FROM users GROUP BY email);"
        + "CREATE UNIQUE INDEX users_email ON users (email);", true
    ),
    ("CREATE INDEX users_email ON users (email);", true),
    ("CREATE UNIQUE INDEX users_id ON users (id, email);", true),
  ])
  func `identities are repeated if a migration makes them unique`(
    change: String, isAccepted: Bool
  ) throws {
    let found = try report([
      "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, name TEXT);", change,
    ])
    #expect(found.findings.isEmpty == isAccepted, "\(found.findings)")
    for finding in found.findings {
      guard case .mayFail = finding.kind else {
        Issue.record("\(finding)")
        return
      }
      #expect(finding.before.count == 2 && finding.isRepeatable == true)
    }
  }

  @Test(arguments: [("LIMIT 100", false), ("LIMIT -1", true), ("", true)])
  func `a copy with a limit is tried with more rows`(limit: String, isComplete: Bool) throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);",
      """
      CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
      INSERT INTO u (id, name) SELECT id, name FROM t ORDER BY id \(limit);
      DROP TABLE t;
      ALTER TABLE u RENAME TO t;
      """,
    ])
    #expect(found.findings.isEmpty == isComplete, "\(found.findings)")
    #expect(found.findings.map { $0.location?.line } == (isComplete ? [] : [2]))
  }

  @Test(arguments: [
    ("INSERT INTO owners SELECT DISTINCT owner_id FROM pets WHERE owner_id IS NOT NULL;", true),
    ("INSERT INTO owners VALUES (1);", false),
  ])
  func `rows without parent are tried if the migration creates the parent`(
    fill: String, isComplete: Bool
  ) throws {
    let found = try report([
      "CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner_id INTEGER);",
      """
      CREATE TABLE owners (id INTEGER PRIMARY KEY);
      \(fill)
      CREATE TABLE pets_new (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner_id INTEGER REFERENCES owners (id));
      INSERT INTO pets_new SELECT * FROM pets;
      DROP TABLE pets;
      ALTER TABLE pets_new RENAME TO pets;
      """,
    ])
    #expect(found.findings.isEmpty == isComplete, "\(found.findings)")
    #expect(!found.findings.map(\.isOfNewKey).contains(false))
  }

  @Test(arguments: [("body", true), ("'x'", false)])
  func `rows of a full-text table with its own text are compared`(
    body: String, isComplete: Bool
  ) throws {
    let found = try report([
      "CREATE VIRTUAL TABLE notes USING fts5(title, body);",
      """
      CREATE VIRTUAL TABLE notes_new USING fts5(title, body, tags);
      INSERT INTO notes_new (rowid, title, body) SELECT rowid, title, \(body) FROM notes;
      DROP TABLE notes;
      ALTER TABLE notes_new RENAME TO notes;
      """,
    ])
    #expect(found.findings.isEmpty == isComplete, "\(found.findings)")
    #expect(found.rowCount > 0)
  }

  @Test func `a full-text table that triggers fill gets no rows of its own`() throws {
    let found = try report([
      """
      CREATE TABLE docs (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE VIRTUAL TABLE search USING fts5(title);
      CREATE TRIGGER docs_added AFTER INSERT ON docs BEGIN
        INSERT INTO search (rowid, title) VALUES (new.id, new.title);
      END;
      """,
      "DELETE FROM search; INSERT INTO search (rowid, title) SELECT id, title FROM docs;",
    ])
    #expect(found.findings.isEmpty, "\(found.findings)")
  }
}
