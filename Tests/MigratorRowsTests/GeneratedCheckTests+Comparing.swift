import MigratorEngine
import MigratorRows
import SQLSyntax
import Testing

/// What the comparison of rows before and after a migration finds.
extension GeneratedCheckTests {
  @Test func `copying a column to another table does not limit the rows of a third table`() throws {
    let found = try report([
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT);
      CREATE TABLE posts (
        id TEXT PRIMARY KEY NOT NULL, title TEXT, user_id TEXT NOT NULL REFERENCES users (id)
      );
      CREATE TABLE files (id TEXT PRIMARY KEY NOT NULL REFERENCES posts (id), path TEXT);
      """,
      """
      CREATE TABLE assets (
        path TEXT, post_id TEXT REFERENCES posts (id), user_id TEXT NOT NULL REFERENCES users (id)
      );
      INSERT INTO assets (path, post_id, user_id)
        SELECT f.path, f.id, (SELECT p.user_id FROM posts p WHERE p.id = f.id) FROM files AS f;
      """,
      "DELETE FROM posts;",
    ])
    let lost = found.findings.compactMap { finding in
      if case .loss(.rows, "posts", _, let count) = finding.kind { count } else { nil }
    }
    #expect(lost.count == 1 && lost.allSatisfy { $0 > 5 }, "\(found.findings)")
  }

  private static let posts = """
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
      userId INTEGER NOT NULL REFERENCES users (id)
    );
    """

  private static func rebuilt(_ reference: String) -> String {
    """
    CREATE TABLE new_posts (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL,
      user_id INTEGER NOT NULL REFERENCES users (id)
    );
    INSERT INTO new_posts (id, title, status, user_id)
      SELECT id, title, state, \(reference) FROM posts;
    DROP TABLE posts;
    ALTER TABLE new_posts RENAME TO posts;
    """
  }

  private static let moved = """
    CREATE TABLE states (post_id INTEGER NOT NULL, state TEXT NOT NULL);
    INSERT INTO states SELECT id, state FROM posts;
    ALTER TABLE posts RENAME COLUMN title TO name;
    """

  @Test(arguments: [
    (rebuilt("userId"), ["state", "userId"]),
    (rebuilt("(SELECT min(id) FROM users)"), ["state"]),
    (moved + "ALTER TABLE posts DROP COLUMN state;", ["state"]),
    (moved.replacing("id, state", with: "id, 'open'") + "ALTER TABLE posts DROP COLUMN state;", []),
  ])
  func `a dropped column is not lost if each row has its codes or references in a new column`(
    sql: String, kept: [String]
  ) throws {
    let found = try report([Self.posts, sql])
    for column in ["state", "userId"] {
      let data = KeptData(table: "posts", column: SQLName(column))
      #expect(found.kept["2"]?.contains(data) == kept.contains(column), "\(column)")
    }
  }

  @Test func `dropping a table of codes is not a loss if another table has the codes`() throws {
    func isKept(_ value: String) throws -> Bool? {
      let found = try report([
        """
        CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE settings (
          user_id INTEGER PRIMARY KEY REFERENCES users (id),
          theme TEXT NOT NULL CHECK (theme IN ('light', 'dark', 'system'))
        );
        """,
        """
        ALTER TABLE users ADD COLUMN theme TEXT;
        UPDATE users SET theme = (SELECT \(value) FROM settings WHERE user_id = users.id);
        DROP TABLE settings;
        """,
      ])
      return found.kept["2"]?.contains(KeptData(table: "settings", column: nil))
    }
    #expect(try isKept("theme") == true)
    #expect(try isKept("'dark'") == false)
  }

  @Test(arguments: [("token", true), ("id", false)])
  func `dropping a table is not a loss if its rows are stored as JSON elsewhere`(
    column: String, isKept: Bool
  ) throws {
    let found = try report([
      """
      CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT);
      CREATE TABLE tokens (id INTEGER PRIMARY KEY, token TEXT NOT NULL);
      """,
      """
      INSERT INTO kv SELECT 'tokens', json_group_object(id, \(column)) FROM tokens;
      DROP TABLE tokens;
      """,
    ])
    let data = KeptData(table: "tokens", column: nil)
    #expect((found.kept["2"]?.contains(data) == true) == isKept, "\(found.findings)")
  }

  private static let signups = """
    CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE signups (id TEXT PRIMARY KEY, kind TEXT NOT NULL DEFAULT 'user', uses INTEGER);
    CREATE TABLE signup_groups (
      signup TEXT NOT NULL REFERENCES signups (id), group_number INTEGER NOT NULL);
    """

  @Test(arguments: [
    (
      "json_object('id', id, 'kind', kind, 'uses', uses, 'groups', json((SELECT "
        + "json_group_array(group_number) FROM signup_groups WHERE signup = signups.id)))",
      true, true
    ),
    ("json_object('id', id, 'kind', kind, 'uses', uses)", true, false),
    ("json_object('id', id, 'kind', 'user', 'uses', uses)", false, false),
  ])
  func `codes and pairs are kept if they are in the JSON of their row`(
    object: String, isKept: Bool, areGroupsKept: Bool
  ) throws {
    let found = try report([
      Self.signups,
      """
      INSERT INTO kv SELECT 'signups', json_group_array(\(object)) FROM signups;
      DROP TABLE signup_groups;
      DROP TABLE signups;
      """,
    ])
    func contains(_ table: SQLName) -> Bool? {
      found.kept["2"]?.contains(KeptData(table: table, column: nil))
    }
    #expect(contains("signups") == isKept)
    #expect(contains("signup_groups") == areGroupsKept)
  }

  @Test func `a flag of a numeric type is 0 or 1`() throws {
    func found(_ name: String) throws -> [GeneratedFinding] {
      try report([
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, \(name) NUMERIC NOT NULL);",
        "UPDATE t SET \(name) = CASE WHEN \(name) != 0 THEN TRUE ELSE FALSE END;",
      ]).findings
    }
    #expect(try found("is_admin").isEmpty)
    #expect(try !found("amount").isEmpty)
  }

  @Test func `DROP TABLE is reported as the cause if it sets references to NULL`() throws {
    let found = try report(
      [
        """
        CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT);
        CREATE TABLE boards (
          id INTEGER PRIMARY KEY, owner_id TEXT REFERENCES users (id) ON DELETE SET NULL
        );
        """,
        """
        CREATE TABLE new_users (id TEXT PRIMARY KEY NOT NULL, name TEXT, email TEXT);
        INSERT INTO new_users (id, name) SELECT id, name FROM users;
        DROP TABLE users;
        ALTER TABLE new_users RENAME TO users;
        """,
      ], enforcesForeignKeys: true)
    let causes = found.findings.compactMap { finding in
      if case .loss(.nulled, "boards", "owner_id", _) = finding.kind {
        finding.statement?.sql
      } else {
        nil
      }
    }
    #expect(causes == ["DROP TABLE users;"], "\(found.findings)")
  }

  @Test
  func `if several statements copy a table, the one that reads the column is the cause`() throws {
    let found = try report([
      """
      CREATE TABLE orgs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent TEXT);
      CREATE TABLE verifiers (value TEXT);
      CREATE TABLE identities (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER);
      """,
      """
      INSERT INTO identities (name, parent)
        SELECT a.name, b.id FROM orgs AS a LEFT JOIN orgs AS b ON b.name = a.parent;
      INSERT INTO verifiers (value) SELECT upper(name) FROM orgs;
      DROP TABLE orgs;
      """,
    ])
    let lines = found.findings.map { finding -> Int? in
      switch finding.kind {
      case .loss(_, "orgs", "parent", _): finding.location?.line
      default: nil
      }
    }
    #expect(lines == [1], "\(found.findings)")
  }

  @Test func `a row that only loses a value is not reported as deleted`() throws {
    let found = try report([
      """
      CREATE TABLE films (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE scenes (film_id INTEGER REFERENCES films (id), scene_id INTEGER, place TEXT);
      """,
      """
      ALTER TABLE scenes RENAME TO old_scenes;
      CREATE TABLE scenes (film_id INTEGER REFERENCES films (id), scene_id INTEGER, place INTEGER);
      INSERT INTO scenes SELECT film_id, scene_id, CAST(place AS INTEGER) FROM old_scenes;
      DROP TABLE old_scenes;
      """,
    ])
    for finding in found.findings {
      guard case .loss(.merged, "scenes", "place", _) = finding.kind else {
        Issue.record("\(finding)")
        continue
      }
    }
    #expect(found.findings.count == 1)
  }

  @Test
  func `rows are not reported as violations if the migration fails on their parents`() throws {
    func rebuild(_ table: String, _ columns: String, _ names: String) -> String {
      """
      CREATE TABLE new_\(table) (id TEXT PRIMARY KEY NOT NULL, \(columns));
      INSERT INTO new_\(table) SELECT id, \(names) FROM \(table);
      DROP TABLE \(table);
      ALTER TABLE new_\(table) RENAME TO \(table);
      """
    }
    let found = try report([
      """
      CREATE TABLE clients (id TEXT PRIMARY KEY NOT NULL, created_at INTEGER);
      CREATE TABLE codes (id TEXT PRIMARY KEY NOT NULL, client_id TEXT NOT NULL);
      """,
      rebuild("codes", "client_id TEXT NOT NULL REFERENCES clients (id)", "client_id")
        + rebuild("clients", "created_at INTEGER NOT NULL", "created_at"),
    ])
    #expect(!found.findings.isEmpty)
    for finding in found.findings {
      guard case .mayFail = finding.kind else {
        Issue.record("\(finding)")
        continue
      }
    }
  }

  @Test
  func `a row does not violate a new foreign key just because its parent is added later`() throws {
    let found = try report(
      [
        """
        CREATE TABLE principals (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE spaces (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, created_by INTEGER NOT NULL
        );
        CREATE TABLE logs (id INTEGER PRIMARY KEY, space_id INTEGER REFERENCES spaces (id));
        """,
        """
        CREATE TABLE paths (
          title TEXT NOT NULL UNIQUE, path_created_by INTEGER NOT NULL REFERENCES principals (id)
        );
        INSERT INTO paths (title, path_created_by) SELECT title, created_by FROM spaces;
        """,
      ], enforcesForeignKeys: true)
    let messages = found.findings.compactMap { finding in
      if case .mayFail(let failure, _, _) = finding.kind { failure.message } else { nil }
    }
    #expect(messages == ["UNIQUE constraint failed: paths.title"], "\(found.findings)")
  }
}
