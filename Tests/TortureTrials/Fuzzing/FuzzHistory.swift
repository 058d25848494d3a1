import MigratorTestSupport

/// Random histories of migrations for `check`: tables with constraints, changes to them, and comments
/// that accept findings.
enum FuzzHistory {
  private static let tables = [
    "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (length(name) < 9));",
    "CREATE TABLE club (id TEXT PRIMARY KEY, name, founded INT CHECK (founded BETWEEN 1800 AND 2100)) WITHOUT ROWID;",
    """
    CREATE TABLE player (id INTEGER PRIMARY KEY AUTOINCREMENT, club REFERENCES club (id) ON DELETE CASCADE,
      state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'old', 'gone')), born DATE, data JSON);
    """,
    "CREATE TABLE player (a INT, b INT, name TEXT, PRIMARY KEY (a, b), FOREIGN KEY (a, b) REFERENCES player) STRICT;",
    "CREATE TABLE setting (id INTEGER PRIMARY KEY CHECK (id = 0), value ANY NOT NULL);",
    "CREATE TABLE size (w REAL, h REAL, area AS (w * h) STORED, CHECK (area > w + h));",
    "CREATE TABLE never (x CHECK (x IS NULL AND x IS NOT NULL));",
    "CREATE TABLE ring (id INTEGER PRIMARY KEY, next INTEGER NOT NULL REFERENCES ring DEFERRABLE INITIALLY DEFERRED);",
    "CREATE TABLE pattern (code TEXT CHECK (code GLOB '[A-Z][0-9]*' AND length(code) = 40), mail TEXT CHECK (mail LIKE '%@%'));",
    "CREATE VIRTUAL TABLE text USING fts5(name, content='club', content_rowid='id');",
    wide,
  ]

  private static let wide: String = {
    let columns = (0..<60).map { "c\($0) TEXT NOT NULL CHECK (c\($0) <> '')" }
    return "CREATE TABLE wide (\(columns.joined(separator: ", ")));"
  }()

  private static let changes = [
    "ALTER TABLE club ADD COLUMN country TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE club DROP COLUMN name;",
    "ALTER TABLE club RENAME COLUMN name TO title;", "ALTER TABLE player RENAME TO person;",
    "UPDATE club SET name = substr(name, 1, 1);", "UPDATE player SET born = CAST(born AS INTEGER);",
    "DELETE FROM player WHERE club IS NULL;", "CREATE UNIQUE INDEX u ON player (state);",
    "DROP TABLE player;",
    "INSERT OR REPLACE INTO club SELECT 1, name FROM club;",
    "CREATE INDEX i ON club (lower(name)) WHERE name > 'b';",
    """
    CREATE TABLE club_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO club_new (name) SELECT name FROM club;
    DROP TABLE club;
    ALTER TABLE club_new RENAME TO club;
    """,
    "CREATE TRIGGER t AFTER INSERT ON club BEGIN INSERT INTO club (name) VALUES (new.name || 'x'); END;",
    "CREATE TRIGGER r BEFORE INSERT ON player BEGIN SELECT RAISE(ABORT, 'never'); END;",
    "CREATE VIEW v AS SELECT * FROM club JOIN player ON club = club.id;",
    "UPDATE club SET name = random();",
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) INSERT INTO club SELECT i, i FROM c;",
    "INSERT INTO club SELECT * FROM club a, club b, club c, club d, club e;",
    "PRAGMA foreign_keys = ON;",
    "VACUUM INTO 'elsewhere.sqlite';", "ATTACH 'elsewhere.sqlite' AS e; CREATE TABLE e.t (x);",
  ]

  private static let comments = [
    "-- migtui: accept lost-data -- rebuilt every night",
    "-- migtui: accept may-fail -- no such rows",
    "-- migtui: accept renumbered -- nothing refers to them", "-- migtui: accept lost-rule",
    "-- migtui: accept failed -- never valid", "-- migtui: accept nonsense -- \u{1B}[31m\u{202E}",
    "--migtui:accept lost-data--", "-- migtui: accept", "-- migtui: no-transaction",
    "/* migtui: accept lost-data -- no line comment */",
    "SELECT '-- migtui: accept lost-data -- text';",
  ]

  /// Returns the files of a random history, by path.
  static func files(using generator: inout SeededGenerator) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for number in 1...Int.random(in: 1...6, using: &generator) {
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let isTable = number == 1 || Int.random(in: 0..<3, using: &generator) == 0
        let pieces =
          Int.random(in: 0..<4, using: &generator) == 0 ? comments : isTable ? tables : changes
        lines.append(pieces.randomElement(using: &generator) ?? "")
      }
      files["Migrations/\(number)_m.sql"] = Array((lines.joined(separator: "\n") + "\n").utf8)
    }
    return files
  }
}
