import MigratorRows
import Testing

/// What the comparison of rows before and after a migration finds.
extension GeneratedCheckTests {
  @Test func `a column that is copied to another table does not limit the rows of a third`() throws
  {
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
}
