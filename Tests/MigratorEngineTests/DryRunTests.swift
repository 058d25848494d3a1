import Foundation
import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import MigratorPlatform
import TestTraits
import Testing

struct DryRunTests {
  private let league = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id) ON DELETE CASCADE, name TEXT);
    INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues');
    INSERT INTO player VALUES (1, 1, 'Ada'), (2, 1, 'Ben'), (3, 2, 'Cléo');
    """

  /// Runs migrations on a copy, and checks that the original is unchanged and the copy is deleted.
  private func run(
    _ migrator: DatabaseMigrator, scope: MigrationScope = .all, on sql: String? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> DryRunReport {
    let folder = try TemporaryFolder()
    let copies = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "PRAGMA foreign_keys = OFF;" + (sql ?? league))
    let before = FolderState(of: folder.path)
    defer {
      #expect(FolderState(of: folder.path) == before)
      #expect(copies.names().isEmpty)
    }
    return try DryRun.run(
      path: path, migrator: migrator, scope: scope, temporaryDirectory: copies.path,
      cancellation: cancellation, onEvent: onEvent)
  }

  @Test(arguments: [CopyKind.full, .overlay])
  func `migrations share a connection that is reset before each of them`(form: CopyKind) throws {
    let opened = Mutex(0)
    let asked = Mutex<[String]>([])
    var configuration = Configuration()
    configuration.prepareDatabase { _ in opened.withLock { $0 += 1 } }
    var migrator = DatabaseMigrator()
    let scripts =
      (1...20).map { ("\($0)", "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY)") } + [
        ("fill", "INSERT INTO t1 VALUES (7), (8)"),
        ("ask", "CREATE TABLE log AS SELECT last_insert_rowid() a, changes() b, total_changes() c"),
        ("temporary", "CREATE TEMP TABLE t1 (id)"),
      ]
    for (name, sql) in scripts {
      migrator.registerMigration(name, script: SQLScript(file: name, text: sql))
    }
    migrator.registerMigration("code") { db in
      let names = try String.fetchAll(db, sql: "SELECT name FROM temp.sqlite_master")
      let log = try String.fetchAll(db, sql: "SELECT a || ' ' || b || ' ' || c FROM log")
      asked.withLock { $0 = names + log + ["\(db.lastInsertedRowID) \(db.totalChangesCount)"] }
    }
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: league)
    let report = try DryRun.run(
      path: path, migrator: migrator, form: form, configuration: configuration)
    #expect(report.failure == nil && report.steps.count == 24)
    #expect(asked.withLock { $0 } == ["0 0 0", "0 0"])
    // Each migration opens one connection to read the previous state, and they share the others.
    #expect(opened.withLock { $0 } < 24 + 8)
  }

  @Test func `a damaged database is refused before any migration runs`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: league)
    var bytes = try folder.bytes("app.sqlite")
    // The second page holds the rows of the first table. This destroys its header.
    for index in 4096..<4112 { bytes[index] = 0xFF }
    try folder.write("app.sqlite", bytes: bytes)
    let error = #expect(throws: MigrationError.self) {
      try DryRun.run(
        path: path, migrator: DatabaseMigrator(["1": "CREATE TABLE log (a)"]),
        temporaryDirectory: folder.path)
    }
    guard case .damaged? = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(folder.names() == ["app.sqlite"])
  }

  @Test
  func `rows that violate a CHECK or NOT NULL constraint are not reported as damage`() throws {
    let report = try run(
      DatabaseMigrator(["1": "CREATE TABLE log (a)"]),
      on: """
        CREATE TABLE odd (a INTEGER CHECK (a > 0), b TEXT);
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO odd VALUES (-1, NULL);
        PRAGMA ignore_check_constraints = OFF;
        """)
    #expect(report.failure == nil)
  }

  @Test func `each migration is reported with its changes and rows`() throws {
    let report = try run(
      DatabaseMigrator([
        "1": "ALTER TABLE team ADD COLUMN city TEXT; UPDATE team SET city = 'Paris' WHERE id = 1",
        "2": "CREATE TABLE log AS SELECT name FROM player; DELETE FROM player",
        "3": "DROP TABLE log; INSERT INTO player VALUES (9, 1, 'Zoë')",
      ]))
    #expect(report.failure == nil)
    #expect(report.steps.map(\.identifier) == ["1", "2", "3"])
    #expect(
      report.steps.map(\.rows) == [
        [
          StepReport.TableRows(
            table: "team", before: 2, after: 2, updated: 1, changed: 1, values: .same)
        ],
        [
          StepReport.TableRows(
            table: "log", before: nil, after: 3, inserted: 3, values: .same),
          StepReport.TableRows(table: "player", before: 3, after: 0, deleted: 3, values: .same),
        ],
        [
          StepReport.TableRows(table: "log", before: 3, after: nil),
          StepReport.TableRows(table: "player", before: 0, after: 1, inserted: 1, values: .same),
        ],
      ])
    #expect(report.steps[1].rows[1].lost == 3)
    #expect(report.changes.summaryLines == ["team: + column city"])
    #expect(report.steps[1].changes.summaryLines == ["log: + table"])
    #expect(report.copiedBytes > 0)
  }

  @Test func `a dry run ends at the requested migration`() throws {
    let migrator = DatabaseMigrator(["1": "", "2": "", "3": ""])
    #expect(try run(migrator, scope: .next).steps.map(\.identifier) == ["1"])
    #expect(try run(migrator, scope: .upTo("2")).steps.map(\.identifier) == ["1", "2"])
    #expect(throws: MigrationError(.unknownTarget("9"))) { try run(migrator, scope: .upTo("9")) }
  }

  @Test func `the run stops after a failed migration`() throws {
    let report = try run(
      DatabaseMigrator(["1": "CREATE TABLE a(x)", "2": "DELETE FROM player; SELEC", "3": ""]))
    #expect(report.steps.map(\.identifier) == ["1", "2"])
    #expect(report.failure?.location?.offset == 20)
    #expect(report.steps[1].rows.isEmpty)
    #expect(report.changes.summaryLines == ["a: + table"])
  }

  @Test func `re-created tables and rows deleted by cascade are reported`() throws {
    let recreation = """
      CREATE TABLE new_team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
      INSERT INTO new_team SELECT id, name, NULL FROM team;
      DROP TABLE team;
      ALTER TABLE new_team RENAME TO team;
      """
    let kept = try run(DatabaseMigrator(["1": recreation]))
    #expect(kept.steps[0].rows.map(\.table) == ["team"])
    #expect(kept.steps[0].rows[0].isRecreated)
    #expect(kept.steps[0].rows[0].lost == 0)

    let trap = try run(DatabaseMigrator(["1": recreation], foreignKeyChecks: .immediate))
    let player = try #require(trap.steps[0].rows.first { $0.table == "player" })
    #expect(player.cascaded == 3 && player.lost == 3)
  }

  @Test func `new violations are distinguished from old ones`() throws {
    let orphan = league + "INSERT INTO player VALUES (8, 77, 'Old');"
    let report = try run(
      DatabaseMigrator(
        [
          "1": "INSERT INTO player VALUES (9, 88, 'New')", "2": "UPDATE player SET name = 'x'",
          "3": "DELETE FROM player WHERE id = 8",
        ], foreignKeyChecks: .disabled), on: orphan)
    #expect(report.failure == nil)
    #expect(report.steps.map(\.violations?.added) == [1, 0, 0])
    #expect(report.steps.map(\.violations?.remaining) == [1, 2, 1])
    #expect(report.steps[0].newViolations.map(\.row[0].value.description) == ["9"])

    let deferred = try run(DatabaseMigrator(["1": "CREATE TABLE a(x)"]), on: orphan)
    #expect(deferred.failure?.violationCounts?.remaining == 1)
    #expect(deferred.failure?.violationCounts?.added == 0)
    #expect(deferred.steps[0].newViolations.isEmpty)
  }

  @Test func `old violations remain old if re-creating their table adds a foreign key`() throws {
    let report = try run(
      DatabaseMigrator(
        [
          "1": """
          CREATE TABLE new_player (
            id INTEGER PRIMARY KEY, coachId INTEGER REFERENCES player(id),
            teamId INTEGER REFERENCES team(id), name TEXT);
          INSERT INTO new_player SELECT id, NULL, teamId, name FROM player;
          DROP TABLE player;
          ALTER TABLE new_player RENAME TO player;
          """
        ], foreignKeyChecks: .disabled),
      on: league + "INSERT INTO player VALUES (8, 77, 'Old');")
    #expect(report.steps[0].violations?.added == 0)
    #expect(report.steps[0].violations?.remaining == 1)
  }

  @Test func `a foreign key that SQLite cannot check makes the migration fail`() throws {
    let report = try run(
      DatabaseMigrator(["1": "CREATE TABLE a(x REFERENCES team(name))"]))
    #expect(report.failure?.phase == .check)
    #expect(report.failure?.message.hasPrefix("foreign key mismatch - \"a\"") == true)
    #expect(report.failure?.violationCounts?.added == 1)
  }

  @Test func `cancelling while the database is copied or migrations run leaves no copy`() throws {
    let copying = Cancellation()
    copying.cancel()
    let error = #expect(throws: DatabaseError.self) {
      try run(DatabaseMigrator(["1": ""]), cancellation: copying)
    }
    #expect(error?.resultCode == .SQLITE_INTERRUPT)

    let running = Cancellation()
    let endless = """
      INSERT INTO team (name)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      """
    let report = try run(DatabaseMigrator(["1": endless]), cancellation: running) {
      if case .working = $0 { running.cancel() }
    }
    #expect(report.failure?.isCancellation == true)
  }

  @Test func `only this user can access the copy`() throws {
    let folder = try TemporaryFolder()
    let copies = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: league)
    let copiesPath = copies.path
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      let folder = (db.path as NSString).deletingLastPathComponent
      #expect(folder.hasPrefix(copiesPath))
      let modes = try [folder, db.path].map {
        try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
      }
      #expect(modes == [0o700, 0o600])
    }
    let report = try DryRun.run(
      path: path, migrator: migrator, temporaryDirectory: copies.path)
    #expect(report.failure == nil)
    #expect(copies.names().isEmpty)
  }

  @Test(.ahead) func `a signal handler can remove the copy during a run`() async throws {
    // In a separate process, to keep the copies of tests that run in parallel.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let copies = try TemporaryFolder()
      let path = try folder.makeDatabase()
      var migrator = DatabaseMigrator()
      migrator.registerMigration("1") { db in
        if !FileManager.default.fileExists(atPath: db.path) { throw BodyError() }
        LiveCopies.removeAll()
        if FileManager.default.fileExists(atPath: db.path) { throw BodyError() }
      }
      do {
        let report = try DryRun.run(
          path: path, migrator: migrator, temporaryDirectory: copies.path)
        // SQLite may fail without its file, but the migration's closure must succeed.
        if report.failure?.message == "BodyError()" { throw BodyError() }
      } catch is DatabaseError {
      }
      if !copies.names().isEmpty { throw BodyError() }
    }
  }

  @Test(arguments: CopyKind.allCases)
  func `a missing temporary folder is reported`(form: CopyKind) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase()
    let error = #expect(throws: MigrationError.self) {
      try DryRun.run(
        path: path, migrator: DatabaseMigrator(["1": ""]), form: form,
        temporaryDirectory: folder.path("missing"))
    }
    #expect(error?.message.contains("No such file or directory") == true)
  }

  @Test func `changes in a -wal file are in the copy`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeCrashedWALDatabase(sql: league)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": "DELETE FROM player"]))
    #expect(report.steps.first?.rows.first?.before == 3)
    #expect(report.fingerprint == (try DatabaseInspection(path: path).fingerprint()))
  }

  @Test func `a migration outside a transaction also runs on the copy`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "1", script: SQLScript(file: "1.sql", text: "DELETE FROM player; VACUUM"),
      transaction: .none)
    let report = try run(migrator)
    #expect(report.failure == nil)
    #expect(report.steps[0].rows.map(\.table) == ["player"])
    #expect(report.steps[0].rows.allSatisfy { !$0.isRecreated })
  }

  @Test func `each stage of a dry run, from the copy to the last commit, sends an event`() throws {
    var events: [String] = []
    _ = try run(DatabaseMigrator(["1": "", "2": ""])) { event in
      switch event {
      case .copying: if events.last != "copying" { events.append("copying") }
      case .planned(let identifiers): events.append("planned \(identifiers.joined())")
      case .began(let id, let index, let count, _): events.append("began \(id) \(index)/\(count)")
      case .committed(let id, _): events.append("committed \(id)")
      default: break
      }
    }
    #expect(
      events == [
        "copying", "planned 12", "began 1 0/2", "committed 1", "began 2 1/2", "committed 2",
      ])
  }
}
