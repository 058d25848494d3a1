import MigratorEngine
import MigratorTestSupport
import Testing

/// `migtui new --to` in real folders; the files are applied by a plain connection.
struct NewSchemaTests {
  private let folder: TemporaryFolder

  private static let start = """
    CREATE TABLE club (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL, -- shown on the shirt
      city TEXT
    );
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INT NOT NULL REFERENCES club ON DELETE CASCADE);
    CREATE TABLE log (text TEXT);
    CREATE TRIGGER club_log AFTER INSERT ON club BEGIN INSERT INTO log VALUES (new.name); END;
    CREATE INDEX club_city ON club (city);

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/001_start.sql", Self.start)
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try folder.bytes(file), as: UTF8.self)
  }

  private func want(_ old: String, _ new: String) throws {
    try folder.write("wanted.sql", Self.start.replacing(old, with: new))
  }

  /// Applies a file with foreign keys on, in one transaction, to a database with rows.
  private func rows(after file: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: Self.start)
      try db.execute(sql: "INSERT INTO club VALUES (7, 'AIK', NULL), (9, 'BK', 'Oslo')")
      try db.execute(sql: "INSERT INTO player VALUES (1, 7), (2, 9)")
      try db.execute(sql: "DELETE FROM club WHERE id = 9; DELETE FROM log")
      try db.execute(sql: "PRAGMA foreign_keys = ON")
      try db.inTransaction(.immediate) {
        try db.execute(sql: try text(file))
        return .commit
      }
      let club = try Row.fetchAll(db, sql: "SELECT * FROM club").map { "\($0.databaseValues)" }
      let counts = try String.fetchAll(
        db,
        sql: """
          SELECT 'players ' || count(*) FROM player UNION ALL SELECT 'log ' || count(*) FROM log
          UNION ALL SELECT 'next ' || seq FROM sqlite_sequence WHERE name = 'club'
          """)
      return club + counts
    }
  }

  @Test func `rebuilding a table with foreign keys on keeps rows, children, triggers and sequence`()
    throws
  {
    try want("city TEXT", "city TEXT NOT NULL DEFAULT '?'")
    let outcome = try migtui("new", "city is required", "--to", "wanted.sql")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Migrations/002_city_is_required.sql\n")
    #expect(outcome.errors.contains("city: NULL becomes '?', the default value."))
    let rows = try rows(after: "Migrations/002_city_is_required.sql")
    #expect(rows.count == 4)
    #expect(rows[0].contains("AIK") && rows[0].contains("?"))
    #expect(rows.suffix(3) == ["players 1", "log 0", "next 9"])
    // A second run has nothing to write.
    let second = try migtui("new", "again", "--to", "wanted.sql")
    #expect(second.status == 0)
    #expect(second.output.contains("already lead to this schema"))
    #expect(folder.names().filter { $0.hasPrefix("Migrations/") }.count == 2)
  }

  @Test(arguments: ["", "-- nothing\n", "INSERT INTO club VALUES (1, 'AIK', NULL);\n"])
  func `a wanted schema without tables is refused, and no tables are dropped`(
    wanted: String
  ) throws {
    try folder.write("wanted.sql", wanted)
    let outcome = try migtui("new", "nothing", "--to", "wanted.sql")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("The wanted schema is empty. No file was written."))
    #expect(folder.names().filter { $0.hasPrefix("Migrations/") }.count == 1)
  }

  @Test func `a setting that a migration leaves behind does not affect the next one`() throws {
    // With the setting, the child would keep the former name of its parent.
    try folder.write("Migrations/002_setting.sql", "PRAGMA legacy_alter_table = ON;\n")
    try folder.write("Migrations/003_rename.sql", "ALTER TABLE club RENAME TO team;\n")
    try folder.write("app.sqlite", "")
    #expect(try migtui("step", "app.sqlite", "--all", "--yes", "--no-backup").status == 0)
    #expect(try migtui("drift", "app.sqlite").status == 0)
    let outcome = try migtui("new", "nothing", "--to", "app.sqlite")
    #expect(outcome.output.contains("already lead to this schema"), "\(outcome.errors)")
  }

  @Test func `the down migration is tried only if the tool supports one`() throws {
    // Without the dropped key, the rows of the first migration cannot have it again.
    try folder.write(
      "Migrations/001_start.sql",
      """
      CREATE TABLE setting (k TEXT PRIMARY KEY NOT NULL, v TEXT);
      INSERT INTO setting VALUES ('a', '1'), ('b', '2');
      """)
    try folder.write("wanted.sql", "CREATE TABLE setting (v TEXT);\n")
    let outcome = try migtui("new", "no key", "--to", "wanted.sql", "--no-renames")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("down migration"))
  }

  @Test func `new with open questions writes nothing, and names the options that answer them`()
    throws
  {
    try want("city", "town")
    let outcome = try migtui("new", "town", "--to", "wanted.sql")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("--rename club.city=town"))
    #expect(!folder.names().contains("Migrations/002_town.sql"))
    let answered = try migtui("new", "town", "--to", "wanted.sql", "--rename", "club.city=town")
    #expect(answered.status == 0, "\(answered.errors)")
    #expect(
      try text("Migrations/002_town.sql")
        .contains("ALTER TABLE club RENAME COLUMN city TO town;"))
  }

  @Test
  func `the new file contains a comment that accepts the dropped column, so check passes`() throws {
    try want(", -- shown on the shirt\n  city TEXT", "")
    try folder.write(
      "wanted.sql",
      try text("wanted.sql").replacing("CREATE INDEX club_city ON club (city);\n", with: ""))
    let outcome = try migtui("new", "no city", "--to", "wanted.sql")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try text("Migrations/002_no_city.sql").contains(
        "-- migtui: accept lost-data -- column club.city is dropped\n"))
    #expect(try migtui("check").status == 0)
  }

  @Test
  func `if SQLite rejects the wanted schema, new exits with status 78 and prints the location`()
    throws
  {
    try folder.write("wanted.sql", "CREATE TABLE a (x INT);\nCREATE TABEL b (y INT);\n")
    let outcome = try migtui("new", "x", "--to", "wanted.sql")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("wanted.sql:2:8: near \"TABEL\": syntax error"))
    #expect(!folder.names().contains { $0.hasPrefix("Migrations/002") })
  }

  @Test func `the wanted schema can be a database or a dump of one`() throws {
    let queue = try DatabaseQueue(path: folder.path("wanted.sqlite"))
    try queue.write {
      try $0.execute(sql: Self.start + "CREATE TABLE coach (id INTEGER PRIMARY KEY)")
    }
    try queue.close()
    let outcome = try migtui("new", "coach", "--to", "wanted.sqlite")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try text("Migrations/002_coach.sql").contains(
        "CREATE TABLE coach (id INTEGER PRIMARY KEY);"))
  }

  @Test(arguments: [".dump", ".schema"])
  func `the schema printed by sqlite3 is accepted, even with a full-text index`(
    command: String
  ) throws {
    let queue = try DatabaseQueue(path: folder.path("wanted.sqlite"))
    try queue.write {
      try $0.execute(
        sql: Self.start + """
          CREATE VIRTUAL TABLE found USING fts5 (name, content = 'club', content_rowid = 'id');
          INSERT INTO club VALUES (1, 'it''s; here', NULL);
          """)
    }
    try queue.close()
    let dump = try Program.run(["sqlite3", "wanted.sqlite", command], in: folder.path)
    try folder.write("wanted.sql", dump.output)
    let outcome = try migtui("new", "search", "--to", "wanted.sql")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try text("Migrations/002_search.sql")
    #expect(text.contains("CREATE VIRTUAL TABLE found"))
    #expect(text.contains("INSERT INTO found (found) VALUES ('rebuild')"))
    #expect(!text.contains("found_data") && !text.contains("it''s"))
  }

  @Test
  func `the schema of a live database can be used as the start, and its ledger is ignored`() throws
  {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE extra (id INTEGER PRIMARY KEY);
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          """)
    }
    try queue.close()
    try folder.write("wanted.sql", Self.start)
    let outcome = try migtui(
      "new", "all", "--to", "wanted.sql", "--from", "app.sqlite", "--no-renames")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try text("Migrations/002_all.sql")
    #expect(text.contains("DROP TABLE extra;") && text.contains("CREATE TABLE club"))
    #expect(
      outcome.errors.contains("Use the migration only for databases like the one it starts from."))
  }

  @Test(arguments: [
    ("CREATE VIEW v AS SELECT nope FROM club;", "The view v does not work: no such column: nope."),
    (
      "CREATE TABLE fan (club TEXT REFERENCES club (name));",
      "SQLite cannot use a foreign key: foreign key mismatch - \"fan\" referencing \"club\"."
    ),
    (
      "CREATE TRIGGER t AFTER DELETE ON club BEGIN DELETE FROM missing; END;",
      "The trigger t does not work: no such table: main.missing."
    ),
  ])
  func `a wanted view, trigger or foreign key that does not work is refused`(
    sql: String, words: String
  ) throws {
    try folder.write("wanted.sql", "\(Self.start)\(sql)")
    let outcome = try migtui("new", "v", "--to", "wanted.sql")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("\(words) No file was written."), "\(outcome)")
    #expect(folder.names().filter { $0.hasPrefix("Migrations/") }.count == 1)
  }

  /// migtui's own connections reject such strings, and ALTER TABLE then cannot rewrite the view.
  @Test func `a view with a string in double quotes does not prevent a rename`() throws {
    let view = "CREATE VIEW shown AS SELECT name || \"!\" AS text FROM club;"
    try folder.write("Migrations/001_start.sql", Self.start + view)
    try folder.write("wanted.sql", Self.start.replacing("city", with: "town") + view)
    let outcome = try migtui("new", "town", "--to", "wanted.sql", "--rename", "club.city=town")
    #expect(outcome.status == 0, "\(outcome)")
    try folder.makeDatabase(sql: "")
    let step = try migtui("step", "app.sqlite", "--all", "--yes")
    #expect(step.status == 0, "\(step)")
  }

  @Test
  func `diff --sql prints the statements that turn one database's schema into another's`() throws {
    for (name, sql) in [
      ("old", "CREATE TABLE a (x INT)"), ("new", "CREATE TABLE a (x INT, y INT)"),
    ] {
      let queue = try DatabaseQueue(path: folder.path("\(name).sqlite"))
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
    }
    let outcome = try migtui("diff", "old.sqlite", "new.sqlite", "--sql")
    #expect(outcome.status == 1)
    #expect(outcome.output == "ALTER TABLE a ADD COLUMN y INT;\n")
    #expect(try migtui("diff", "old.sqlite", "old.sqlite", "--sql").status == 0)
    #expect(try migtui("diff", "old.sqlite", "--sql").status == 64)
  }
}
