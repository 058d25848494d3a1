import MigratorEngine
import MigratorTestSupport
import Testing

/// A dry run gives the same result on an overlay as on a copy, and the step has that result.
struct CopyFormTests {
  private static let league = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id) ON DELETE CASCADE, name TEXT,
      number INTEGER AS (id + 1));
    CREATE TABLE pair (a TEXT, b INTEGER, c, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5(body);
    CREATE TRIGGER note AFTER DELETE ON player BEGIN INSERT INTO words VALUES (old.name); END;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO team SELECT i, 'team ' || i FROM n;
    INSERT INTO player (id, teamId, name) SELECT id * 2, id, 'player ' || id FROM team;
    INSERT INTO pair SELECT name, id, randomblob(id * 40) FROM team;
    """

  private static let migrations: [(String, String)] = [
    ("01 add", "ALTER TABLE team ADD COLUMN city TEXT DEFAULT 'here'"),
    ("02 overwrite", "UPDATE player SET name = upper(name) WHERE id % 10 = 0"),
    ("03 cascade", "DELETE FROM player WHERE id < 21"),
    (
      "04 recreate",
      """
      CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT) STRICT;
      INSERT INTO new SELECT id, name, NULL FROM team;
      DROP TABLE team;
      ALTER TABLE new RENAME TO team
      """
    ),
    ("05 rename", "ALTER TABLE pair RENAME TO couple; ALTER TABLE couple RENAME COLUMN c TO blob"),
    ("06 blobs", "UPDATE couple SET blob = zeroblob(length(blob)) WHERE b > 290"),
    ("07 words", "INSERT INTO words VALUES ('one'), ('two'); DELETE FROM words WHERE body = 'one'"),
    ("08 vacuum", "PRAGMA incremental_vacuum"),
    ("09 drop", "DROP TABLE words; CREATE INDEX by_name ON player (name)"),
    ("10 replace", "INSERT OR REPLACE INTO player (id, teamId, name) VALUES (30, 15, 'Zoë')"),
    ("11 orphan", "DELETE FROM team WHERE id = 299"),
  ]

  private static func migrator() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, sql) in migrations {
      migrator.registerMigration(name, foreignKeyChecks: .deferred) { try $0.execute(sql: sql) }
    }
    return migrator
  }

  private func said(_ report: DryRunReport) -> [[String]] {
    report.steps.map { step in
      [
        step.identifier, "\(step.rows)", "\(step.changes)",
        "\(String(describing: step.violations))",
        "\(step.warnings)", "\(String(describing: step.failure?.message))",
        step.newViolations.map(\.description).joined(),
      ]
    }
  }

  @Test(arguments: ["delete", "wal", "crashed wal"])
  func `dry runs on an overlay and on a full copy give the same result`(mode: String) throws {
    let folder = try TemporaryFolder()
    let path =
      mode == "crashed wal"
      ? try folder.makeCrashedWALDatabase(sql: Self.league)
      : try folder.makeDatabase(journalMode: mode, sql: Self.league)
    let before = FolderState(of: folder.path, ignoring: ["-shm", "-wal"])
    let copies = try TemporaryFolder()
    let migrator = Self.migrator()
    let reports = try CopyKind.allCases.map {
      try DryRun.run(path: path, migrator: migrator, form: $0, temporaryDirectory: copies.path)
    }
    #expect(reports.map(\.form) == CopyKind.allCases)
    #expect(said(reports[0]) == said(reports[1]))
    #expect(reports[0].steps.count == Self.migrations.count)
    #expect(reports[0].failure?.identifier == "11 orphan")
    #expect(FolderState(of: folder.path, ignoring: ["-shm", "-wal"]) == before)
    #expect(copies.names().isEmpty)

    // Each step on the database has the predicted result.
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    for step in reports[0].steps where step.failure == nil {
      let real = try #require(
        try migrator.step(queue, expecting: step.identifier, on: .predicted(by: step, on: nil)))
      #expect(real.counting == .counted)
      #expect(real.differences.isEmpty, "\(step.identifier)")
      #expect(real.schemaAfter == step.schemaAfter)
    }
  }

  @Test(arguments: ["delete", "wal"], [nil, CopyKind.overlay])
  func `a dry run blocks writers only with an overlay on a rollback-journal database`(
    mode: String, form: CopyKind?
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      journalMode: mode,
      sql: Self.league
        + "CREATE TABLE big (a); INSERT INTO big VALUES (zeroblob(17 * 1024 * 1024))")
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    var (runs, blocked) = (0, 0)
    let report = try DryRun.run(path: path, migrator: Self.migrator(), form: form) { event in
      guard case .began = event else { return }
      runs += 1
      do {
        // A new connection for each write, as in a program that starts for each request.
        let writer = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? writer.close() }
        try writer.write { try $0.execute(sql: "UPDATE team SET name = name") }
      } catch {
        blocked += 1
      }
    }
    #expect(report.form == (form ?? (mode == "wal" ? .overlay : .full)))
    #expect(runs == Self.migrations.count)
    #expect(blocked == (mode == "delete" && form == .overlay ? runs : 0))
  }

  /// In a transaction SQLite refuses to enter or leave WAL mode, but after a write it silently
  /// ignores the pragma.
  @Test(
    arguments: ["delete", "wal"].flatMap { mode in [false, true].map { (mode, $0) } },
    ["WAL", "'wal'", "w", "DELETE", "PERSIST", "truncate", "MEMORY", "off", "", "sideways"])
  func `a journal mode is refused in a dry run if and only if the step refuses it`(
    before: (mode: String, hasWritten: Bool), value: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(journalMode: before.mode, sql: Self.league)
    let setting = value.isEmpty ? "PRAGMA journal_mode" : "PRAGMA journal_mode = \(value)"
    let migrator = DatabaseMigrator([
      "0": "SELECT 1",
      "1": (before.hasWritten ? "CREATE TABLE a (b);" : "CREATE TEMP TABLE a (b);")
        + "\(setting); CREATE TABLE c (d)",
    ])
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    _ = try migrator.step(queue)
    let copies = try TemporaryFolder()
    let told = try CopyKind.allCases.map {
      try DryRun.run(path: path, migrator: migrator, form: $0, temporaryDirectory: copies.path)
        .steps[0]
    }
    let done = try #require(try migrator.step(queue))
    #expect(told.map(\.failure?.message) == [done.failure?.message, done.failure?.message])
    #expect(told.map(\.warnings) == [done.warnings, done.warnings])
    let isAsked = value.isEmpty || value == "sideways"
    let isKept = isAsked || value.lowercased().contains("w") == (before.mode == "wal")
    let isGivenUp = ["MEMORY", "off"].contains(value)
    #expect((done.failure == nil) == (!isGivenUp && (isKept || before.hasWritten)))
    let warns = done.warnings.contains { $0.hasPrefix("PRAGMA journal_mode") }
    #expect(warns == !(isGivenUp || isKept || !before.hasWritten))
    let mode = try queue.strings("PRAGMA journal_mode").first
    #expect((mode == "wal") == (before.mode == "wal"))
  }

  @Test(arguments: ["delete", "wal"], ["WAL", "DELETE"])
  func `a dry run follows the journal mode set by earlier migrations`(
    mode: String, value: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(journalMode: mode, sql: Self.league)
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "1", script: SQLScript(file: "1.sql", text: "PRAGMA journal_mode = \(value)"),
      transaction: .none)
    for (name, mode) in [("2", value), ("3", value == "WAL" ? "DELETE" : "WAL")] {
      migrator.registerMigration(
        name,
        script: SQLScript(
          file: "\(name).sql",
          text: "PRAGMA journal_mode = \(mode); UPDATE team SET name = '\(name)' || id"))
    }
    let copies = try TemporaryFolder()
    let reports = try CopyKind.allCases.map {
      try DryRun.run(path: path, migrator: migrator, form: $0, temporaryDirectory: copies.path)
    }
    #expect(said(reports[0]) == said(reports[1]))
    #expect(reports.map(\.failure?.identifier) == ["3", "3"])
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    let failures = try (1...3).map { _ in try migrator.step(queue)?.failure?.message }
    #expect(failures == [nil, nil, reports[0].failure?.message])
    #expect(failures[2]?.hasSuffix("wal mode from within a transaction") == true)
  }

  @Test(arguments: ["delete", "wal"])
  func `migrations that set a journal mode do not affect the drift check`(
    mode: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(journalMode: mode, sql: "")
    let migrator = DatabaseMigrator([
      "0": "SELECT 1", "1": "PRAGMA journal_mode = \(mode); CREATE TABLE a (b)",
    ])
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try migrator.migrate(queue)
    #expect(
      try SchemaDrift.diff(path: path, migrator: migrator, temporaryDirectory: folder.path)
        == .diff(.empty))
  }

  @Test(arguments: ["delete", "wal"], [true, false])
  func `a dry run overwrites deleted content if the step's connection does`(
    mode: String, overwrites: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      journalMode: mode,
      sql: """
        CREATE TABLE old (x); CREATE TABLE kept (x);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO old SELECT randomblob(3000) FROM n;
        """)
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA secure_delete = \(overwrites ? "ON" : "OFF")")
    }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: "DROP TABLE old") }
    let report = try DryRun.run(path: path, migrator: migrator, configuration: configuration)
    let space = try #require(report.steps.first?.space)
    #expect(space.freePagesAfter >= 100)
    #expect((space.writtenPages >= 100) == overwrites, "\(space.writtenPages)")
  }
}
