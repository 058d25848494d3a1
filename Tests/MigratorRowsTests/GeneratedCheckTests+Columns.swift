import MigratorEngine
import MigratorRows
import Testing

/// Columns that are converted, computed or forgotten.
extension GeneratedCheckTests {
  private func kept(_ create: String, _ change: String, _ column: SQLName) throws -> Bool? {
    let found = try report([create, change])
    #expect(found.findings.isEmpty, "\(found.findings)")
    return found.kept["2"]?.contains(KeptData(table: "t", column: column))
  }

  @Test(arguments: [
    ("taken_ms INTEGER NOT NULL", "taken_ms / 1000.0", "REAL", true),
    ("price REAL NOT NULL", "CAST(round(price * 100) AS INTEGER)", "INTEGER", true),
    ("created_at TEXT NOT NULL", "CAST(strftime('%s', created_at) AS INTEGER)", "INTEGER", true),
    ("is_admin INTEGER NOT NULL", "CASE WHEN is_admin THEN 'admin' ELSE 'user' END", "TEXT", true),
    ("taken_ms INTEGER NOT NULL", "taken_ms / 1000", "INTEGER", false),
    ("is_admin INTEGER NOT NULL", "'user'", "TEXT", false),
    ("amount INTEGER NOT NULL", "abs(random())", "INTEGER", false),
  ])
  func `a dropped column is kept if a new one determines its values`(
    old: String, expression: String, type: String, isKept: Bool
  ) throws {
    let column = String(old.prefix { $0 != " " })
    let result = try kept(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, \(old));",
      """
      ALTER TABLE t ADD COLUMN successor \(type);
      UPDATE t SET successor = \(expression);
      ALTER TABLE t DROP COLUMN \(column);
      """, SQLName(column))
    #expect(result == isKept)
  }

  @Test(arguments: [
    ("id, name", "id, name", true), ("id, name, role", "id, name, role", false),
    // The author sees the constant.
    ("id, name, role", "id, name, 'user'", false),
  ])
  func `codes are lost if a copy leaves their column out`(
    columns: String, values: String, isLost: Bool
  ) throws {
    let table = """
      (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
       role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin'))
      """
    let found = try report([
      "CREATE TABLE t \(table));",
      """
      CREATE TABLE u \(table)); ALTER TABLE u ADD COLUMN note TEXT;
      INSERT INTO u (\(columns)) SELECT \(values) FROM t;
      DROP TABLE t;
      ALTER TABLE u RENAME TO t;
      """,
    ])
    let places = found.findings.map { finding -> String? in
      if case .loss(.merged, _, let column, _) = finding.kind { column } else { nil }
    }
    #expect(places == (isLost ? ["role"] : []), "\(found.findings)")
    #expect(found.findings.map { $0.location?.line } == (isLost ? [3] : []))
    #expect(!found.findings.map(\.isRepeatable).contains(false))
  }

  @Test func `values are lost if their column is computed afterwards`() throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, price REAL NOT NULL, count INTEGER, total REAL);",
      """
      CREATE TABLE u (
        id INTEGER PRIMARY KEY, price REAL NOT NULL, count INTEGER, total REAL AS (price * count));
      INSERT INTO u (id, price, count) SELECT id, price, count FROM t;
      DROP TABLE t;
      ALTER TABLE u RENAME TO t;
      """,
    ])
    guard case .loss(.replaced, "t", "total", _)? = found.findings.first?.kind else {
      Issue.record("\(found.findings)")
      return
    }
  }

  @Test func `numbers that are shifted by one are neither lost nor rows of other keys`() throws {
    let found = try report([
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, position INTEGER UNIQUE);",
      "UPDATE t SET position = -position - 1; UPDATE t SET position = -position;",
    ])
    #expect(found.findings.isEmpty, "\(found.findings)")
  }
}
