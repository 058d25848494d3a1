import MigratorEngine
import MigratorPlatform
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct YoyoTests {
  private static let files = [
    "0001_init.sql": "-- the beginning\n-- depends:\nCREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "0001_init.rollback.sql": "DROP TABLE club;",
    "0002_goals.sql": "-- depends: 0003_players\nCREATE TABLE goal (id INTEGER PRIMARY KEY);",
    "0003_players.sql": """
    --depends : 0001_init
    CREATE TABLE player (id INTEGER PRIMARY KEY);
    CREATE TRIGGER t AFTER INSERT ON player BEGIN SELECT 1; SELECT 2; END;
    """,
    "_tmp_yoyonewx.sql": "nonsense",
  ]

  @Test func `files are ordered by their dependencies`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files)
    #expect(
      try project.status().lines
        == ["pending 0001_init", "pending 0003_players", "pending 0002_goals"])
    #expect(Yoyo().evidence(in: try project.tree())?.count == 3)
  }

  @Test func `a step writes the same rows as yoyo to all of its tables`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files)
    try project.step()
    #expect(
      try project.rows(
        "SELECT migration_hash, migration_id, typeof(applied_at_utc) FROM _yoyo_migration")
        == [
          "'80d448607e02943553d30e6a2c6d4a83577f3ce023dce3651fe886a405b75d3d'|'0001_init'|'text'"
        ])
    #expect(
      try project.rows(
        """
        SELECT length(id), migration_hash = (SELECT migration_hash FROM _yoyo_migration),
          migration_id, operation, length(username) > 0, length(hostname) > 0, comment,
          created_at_utc = (SELECT applied_at_utc FROM _yoyo_migration) FROM _yoyo_log
        """) == ["36|1|'0001_init'|'apply'|1|1|NULL|1"])
    let applied = try project.rows("SELECT applied_at_utc FROM _yoyo_migration")[0]
    #expect(applied.wholeMatch(of: /'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}'/) != nil)
    let installed = try project.rows("SELECT installed_at_utc, version FROM _yoyo_version")[0]
    #expect(installed.wholeMatch(of: /'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}'\|2/) != nil)
    #expect(try project.rows("SELECT count(*) FROM yoyo_lock") == ["0"])
    try project.stepAll()
    #expect(
      try project.rows("SELECT migration_id FROM _yoyo_log ORDER BY rowid")
        == ["'0001_init'", "'0003_players'", "'0002_goals'"])
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(Yoyo().ledger(in: tables)?.strength == .certain)
  }

  @Test func `plain files are attributed to yoyo only if its ledger exists`() throws {
    let plain = try ToolProject(Yoyo(), files: ["a.sql": "", "b.sql": ""])
    #expect(Yoyo().evidence(in: try plain.tree())?.strength == .shared)
    let paired = try ToolProject(Yoyo(), files: ["1_a.up.sql": "", "1_a.down.sql": ""])
    #expect(Yoyo().evidence(in: try paired.tree()) == nil)
  }

  @Test func `Python migrations are shown and block later migrations`() throws {
    var files = Self.files
    files["0003_players.sql"] = nil
    files["0003_players.py"] = """
      from yoyo import step
      __depends__ = {'0001_init', "0000_zero"}
      steps = [step("CREATE TABLE player (id)")]
      """
    files["0000_zero.sql"] = ""
    let project = try ToolProject(Yoyo(), files: files)
    #expect(
      try project.status().lines
        == ["pending 0000_zero", "pending 0001_init", "code 0003_players", "pending 0002_goals"])
    try project.step()
    try project.step()
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a post-apply file blocks every step`() throws {
    var files = Self.files
    files["post-apply.sql"] = "ANALYZE;"
    let project = try ToolProject(Yoyo(), files: files)
    #expect(try project.status().obstacle?.message.contains("post-apply.sql") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a file with transactional false is run outside a transaction`() throws {
    let project = try ToolProject(
      Yoyo(),
      files: [
        "a.sql":
          "-- transactional: FALSE\nCREATE TABLE kept (id);\nVACUUM;\nCREATE TABLE kept (x);",
        "b.sql": "BEGIN; SELECT 1; COMMIT;",
      ])
    let migrations = try project.status().migrations
    #expect(migrations[0].transaction == .none)
    #expect(migrations[1].state == .unusable)
    #expect(migrations[1].obstacle?.problems.first?.location?.line == 1)
    #expect(try project.step()?.failure != nil)
    #expect(try project.rows("SELECT count(*) FROM kept") == ["0"])
    #expect(try project.states()["a"] == .pending)
  }

  @Test func `folders that yoyo refuses are refused, and the error names the file`() throws {
    for (files, kinds) in [
      (["a.sql": "-- depends: b", "b.sql": "-- depends: a", "c.sql": ""], [.badDependency]),
      (["a.sql": "-- depends: gone\n"], [.badDependency]),
      (["a.sql": "", "a.py": ""], [.duplicateVersion]),
      (["a.sql": "-- transactional: no\n"], [.badDirective]),
      (["a.sql": "-- transactional: false\n-- transactional: false\n"], [.badDirective]),
    ] as [([String: String], [SourceProblem.Kind])] {
      let project = try ToolProject(Yoyo(), files: files)
      let error = #expect(throws: SourceFailure.self) { try project.toolFolder() }
      #expect(error?.problems.map(\.kind) == kinds)
    }
  }

  @Test func `directives after the first statement are ignored`() throws {
    let project = try ToolProject(
      Yoyo(),
      files: ["a.sql": "\r\n-- depends: b\r\nSELECT 1;\r\n-- depends: gone\r\n", "b.sql": ""])
    #expect(try project.status().lines == ["pending b", "pending a"])
  }

  @Test func `a held lock blocks every step`() throws {
    let project = try ToolProject(
      Yoyo(), files: Self.files,
      sql: """
        CREATE TABLE "yoyo_lock" ("locked" INT DEFAULT 1, "ctime" TIMESTAMP,"pid" INT NOT NULL,
          PRIMARY KEY ("locked"));
        INSERT INTO yoyo_lock VALUES (1, '2026-11-21T13:22:38', 4711);
        """)
    #expect(try project.status().obstacle?.message.contains("4711") == true)
    #expect(try project.status().obstacle?.remedy.contains("break-lock") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `tables of an old or newer version of yoyo are read but not written`() throws {
    let early = try ToolProject(
      Yoyo(), files: Self.files,
      sql: "CREATE TABLE _yoyo_migration (id VARCHAR(191) NOT NULL PRIMARY KEY, ctime TIMESTAMP);"
        + "INSERT INTO _yoyo_migration VALUES ('0001_init', '2015-01-01 00:00:00');")
    #expect(try early.states()["0001_init"] == .applied)
    #expect(try early.status().obstacle?.message.contains("before version 6") == true)
    let tables = try DatabaseQueue(path: early.databasePath).read { try DatabaseTables($0) }
    #expect(Yoyo().ledger(in: tables)?.words == "_yoyo_migration(id, ctime)")
    let newer = try ToolProject(Yoyo(), files: Self.files)
    try newer.step()
    let queue = try DatabaseQueue(path: newer.databasePath)
    try queue.write { try $0.execute(sql: "INSERT INTO _yoyo_version VALUES (3, '')") }
    try queue.close()
    #expect(try newer.status().obstacle?.message.contains("version 3") == true)
  }

  @Test func `rows are matched by hash, regardless of their names`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files)
    try project.step()
    let queue = try DatabaseQueue(path: project.databasePath)
    try queue.write { db in
      try db.execute(sql: "UPDATE _yoyo_migration SET migration_id = 'renamed'")
      try db.execute(sql: "INSERT INTO _yoyo_migration VALUES ('x', '0002_goals', '')")
      try db.execute(sql: "INSERT INTO _yoyo_migration VALUES (NULL, NULL, X'FF')")
    }
    try queue.close()
    #expect(
      try project.status().lines
        == [
          "applied 0001_init", "unregistered 0002_goals (another hash)", "pending 0003_players",
          "pending 0002_goals",
        ])
  }

  @Test func `a new file depends on the heads`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files)
    let migrations = try project.toolFolder().migrations
    let now = try #require(Timestamp(milliseconds: 1_795_267_358_279))
    #expect(
      try Yoyo().newFiles(title: "Add cups", in: try project.tree(), after: migrations, now: now)
        .first
        == MigrationFile(path: "0004_add_cups.sql", text: "-- Add cups\n-- depends: 0002_goals\n\n")
    )
    let fresh = try Yoyo().newFiles(title: "Add cups", in: try project.tree(), after: [], now: now)
    #expect(
      fresh.first?.path.wholeMatch(of: /20261121_01_[0-9a-f]{5}-add-cups\.sql/) != nil)
  }

  @Test func `the order matches a simple model, and files in cycles are excluded`() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<600 {
      let names = (0..<Int.random(in: 0...8, using: &random)).map { "m\($0)" }
      var depends: [String: Set<String>] = [:]
      for name in names {
        depends[name] = Set(names.filter { _ in Int.random(in: 0...5, using: &random) == 0 })
      }
      // The model repeatedly takes the first name whose dependencies are met.
      var expected: [String] = []
      while let next = names.first(where: { name in
        !expected.contains(name)
          && (depends[name] ?? []).allSatisfy { expected.contains($0) }
      }) { expected.append(next) }
      #expect(Yoyo.order(of: names, depends: depends) == expected)
    }
  }

  @Test func `two thousand files are ordered quickly`() {
    let names = (0..<2000).map { "m\($0)" }
    let depends = Dictionary(
      uniqueKeysWithValues: zip(names, names.dropFirst().map { Set([$0]) }))
    #expect(Yoyo.order(of: names, depends: depends) == Array(names.reversed()))
  }

  @Test func `states match a simple model that compares hashes`() throws {
    var random = SeededGenerator(seed: 13)
    let names = ["a", "b", "c", "d"]
    for _ in 0..<500 {
      let registered = names.filter { _ in Bool.random(using: &random) }
      let recorded = names.filter { _ in Bool.random(using: &random) }
      let isLocked = Int.random(in: 0...5, using: &random) == 0
      let rows = recorded.map {
        ["migration_hash": SHA256.hexadecimal(of: $0), "migration_id": $0]
          as [String: any DatabaseValueConvertible]
      }
      var tables = [
        "_yoyo_migration": PureRule.table(
          ["migration_hash", "migration_id", "applied_at_utc"], rows)
      ]
      if isLocked { tables["yoyo_lock"] = PureRule.table(["locked", "pid"], [["locked": 1]]) }
      let status = try PureRule(
        YoyoLedger(name: "_yoyo_migration", identifiers: registered),
        registered.map { PureRule.migration($0) }
      ).status(LedgerRows(tables: tables))
      let both = registered.filter(recorded.contains)
      for name in names {
        let expected: MigrationStatus.State? =
          both.contains(name)
          ? .applied
          : recorded.contains(name)
            ? .unregistered
            : registered.contains(name)
              ? (name < both.last ?? "" ? .outOfOrder : .pending) : nil
        #expect(status.migrations.first { $0.identifier == name }?.state == expected)
      }
      #expect((status.obstacle != nil) == (isLocked && both != registered))
    }
  }
}
