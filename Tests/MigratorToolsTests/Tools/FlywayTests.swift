import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct FlywayTests {
  private static let golden = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let files = [
    "V1__create_tables.sql": golden,
    "V1_1__more.sql": "CREATE TABLE a (id);",
    "sub/V10__last.sql": "CREATE TABLE b (id);",
    "V2__middle_one.sql": "CREATE TABLE c (id);",
    "U2__middle_one.sql": "DROP TABLE c;",
    "Vx__no_version.sql": "nonsense",
  ]
  private static let table = """
    CREATE TABLE "flyway_schema_history" ("installed_rank" INT NOT NULL PRIMARY KEY,
      "version" VARCHAR(50), "description" VARCHAR(200) NOT NULL, "type" VARCHAR(20) NOT NULL,
      "script" VARCHAR(1000) NOT NULL, "checksum" INT, "installed_by" VARCHAR(100) NOT NULL,
      "installed_on" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f','now')),
      "execution_time" INT NOT NULL, "success" BOOLEAN NOT NULL);
    """

  private static func row(
    _ rank: Int, _ version: String?, _ description: String, type: String = "SQL",
    checksum: Int64 = -2_136_029_779, success: Int = 1
  ) -> String {
    "INSERT INTO flyway_schema_history VALUES (\(rank), "
      + "\(version.map { "'\($0)'" } ?? "NULL"), '\(description)', '\(type)', "
      + "'V\(version ?? "")__x.sql', \(checksum), '', '2026-07-19 18:01:56.504', 2, \(success));"
  }

  @Test(arguments: [
    "CREATE TABLE t (id INTEGER PRIMARY KEY);\n", "CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n",
    "\u{FEFF}CREATE TABLE t (id INTEGER PRIMARY KEY);\r",
    "CREATE TABLE t (id INTEGER PRIMARY KEY);",
  ])
  func `the checksum ignores line endings and a byte order mark`(text: String) {
    #expect(CRC32.ofLines(text) == -2_136_029_779)
  }

  @Test func `the checksum is the CRC-32 that zip uses`() {
    #expect(CRC32.checksum("123456789".utf8) == 0xCBF4_3926)
  }

  @Test func `a step writes the row that Flyway writes`() throws {
    let project = try ToolProject(Flyway(), files: Self.files)
    try project.stepAll()
    #expect(
      try project.rows(
        """
        SELECT installed_rank, version, description, type, script, checksum, installed_by,
          typeof(execution_time), success, typeof(success), length(installed_on)
        FROM flyway_schema_history ORDER BY 1
        """)
        == [
          "1|'1'|'create tables'|'SQL'|'V1__create_tables.sql'|-2136029779|''|'integer'|1|'integer'|23",
          "2|'1.1'|'more'|'SQL'|'V1_1__more.sql'|"
            + "\(CRC32.ofLines("CREATE TABLE a (id);"))|''|'integer'|1|'integer'|23",
          "3|'2'|'middle one'|'SQL'|'V2__middle_one.sql'|"
            + "\(CRC32.ofLines("CREATE TABLE c (id);"))|''|'integer'|1|'integer'|23",
          "4|'10'|'last'|'SQL'|'sub/V10__last.sql'|"
            + "\(CRC32.ofLines("CREATE TABLE b (id);"))|''|'integer'|1|'integer'|23",
        ])
    #expect(
      try project.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        == ["'flyway_schema_history_s_idx'"])
    #expect(
      try project.status().lines
        == [
          "applied V1__create_tables", "applied V1_1__more", "applied V2__middle_one",
          "applied sub/V10__last",
        ])
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(Flyway().ledger(in: tables)?.strength == .certain)
    #expect(Flyway().evidence(in: try project.tree())?.words == "4 files `V1_1__words.sql`")
    #expect(
      Flyway().notes(on: try project.tree()) == [
        "U2__middle_one.sql is ignored: it is an undo migration.",
        "Vx__no_version.sql is ignored: its name has no version.",
      ])
  }

  @Test func `a row that fails Flyway's validation blocks every step`() throws {
    let first = Self.row(1, "1", "create tables")
    for (rows, state, words) in [
      (Self.row(1, "1", "create tables", checksum: 5), "changed", "checksum"),
      (Self.row(1, "1", "other words"), "changed", "another description"),
      (Self.row(1, "1", "create tables", type: "JDBC"), "applied", "another type"),
      (Self.row(1, "1", "create tables", success: 0), "dirty", "failed migration"),
      (first + Self.row(2, "1.0.5", "gone"), "applied", "file is missing"),
      (
        first + Self.row(2, "2", "middle one", checksum: CRC32.ofLines("CREATE TABLE c (id);")),
        "applied", "it is not applied, but a higher version is"
      ),
    ] {
      let project = try ToolProject(Flyway(), files: Self.files, sql: Self.table + rows)
      let status = try project.status()
      #expect(status.obstacle?.message.contains(words) == true, "\(words)")
      #expect(status.lines.contains("\(state) V1__create_tables"))
      #expect(throws: MigrationError.self) { try project.step() }
    }
  }

  @Test func `a recorded version that is newer than all files does not block steps`() throws {
    let project = try ToolProject(
      Flyway(), files: ["V1__create_tables.sql": Self.golden],
      sql: Self.table + Self.row(1, "1", "create tables") + Self.row(2, "99", "future"))
    #expect(try project.status().obstacle == nil)
    #expect(try project.status().lines == ["applied V1__create_tables", "unregistered V99__x"])
  }

  @Test func `clearing failures and accepting checksums match Flyway's repair`() throws {
    for (row, repair) in [
      (Self.row(1, "1", "create tables", success: 0), "clearing"),
      (Self.row(1, "1", "create tables", checksum: 5), "accepting"),
    ] {
      let project = try ToolProject(Flyway(), files: Self.files, sql: Self.table + row)
      let folder = try project.toolFolder()
      let queue = try DatabaseQueue(path: project.databasePath)
      try queue.write { db in
        let contents = try folder.ledger.rows(db)
        let statements =
          repair == "clearing"
          ? folder.ledger.statements(for: .clearFailures, contents, .now())
          : folder.ledger.statements(
            for: .acceptChecksum(folder.migrations[0].identifier), contents, .now())
        #expect(!statements.isEmpty)
        for sql in statements { try db.execute(sql: sql) }
      }
      try queue.close()
      #expect(try project.status().obstacle == nil)
      #expect(
        try project.states()["V1__create_tables"] == (repair == "clearing" ? .pending : .applied))
    }
  }

  @Test func `versions below the baseline are skipped`() throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "1.1", "<< Flyway Baseline >>", type: "BASELINE"))
    #expect(
      try project.status().lines
        == [
          "skipped V1__create_tables", "skipped V1_1__more", "pending V2__middle_one",
          "pending sub/V10__last",
        ])
    try project.stepAll()
    #expect(try project.rows("SELECT max(installed_rank) FROM flyway_schema_history") == ["3"])
  }

  @Test func `deleted and undone versions are pending again`() throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: Self.table + Self.row(1, "1", "create tables") + Self.row(2, "1.1", "more", checksum: 1)
        + Self.row(3, "1.1", "more", type: "UNDO_SQL") + Self.row(4, "1", "x", type: "DELETE"))
    #expect(try project.states()["V1__create_tables"] == .pending)
    #expect(try project.states()["V1_1__more"] == .pending)
    #expect(try project.status().obstacle == nil)
  }

  @Test func `a file that only Flyway can run is refused with a reason`() throws {
    for (name, text, words) in [
      ("V1__create_tables.sql", "CREATE TABLE ${name} (id);", "placeholders"),
      ("beforeMigrate.sql", "SELECT 1;", "beforeMigrate.sql"),
      ("afterMigrate__grants.sql", "SELECT 1;", "afterMigrate__grants.sql"),
      ("V0_5__java.java", "class V0_5__java {}", "Java"),
      ("V1__create_tables.sql.conf", "shouldExecute=false", "shouldExecute"),
      ("V1__create_tables.sql", "PRAGMA foreign_keys = OFF;\nSELECT 1;", "mixes PRAGMA"),
      ("V1__create_tables.sql", "BEGIN;\nSELECT 1;\nCOMMIT;", "begins or ends"),
    ] {
      var files = Self.files
      files[name] = text
      let project = try ToolProject(Flyway(), files: files)
      let status = try project.status()
      #expect(status.obstacle?.message.contains(words) == true, "\(words)")
      #expect(throws: MigrationError.self) { try project.step() }
      #expect(try project.rows("SELECT name FROM sqlite_master") == [])
    }
  }

  @Test func `a configuration file next to a script controls how it runs`() throws {
    var files = Self.files
    files["V1__create_tables.sql"] =
      "PRAGMA foreign_keys = OFF;\nCREATE TABLE kept ('${x}');\nCREATE TABLE kept (id);\n"
    files["V1__create_tables.sql.conf"] =
      "executeInTransaction = false\nplaceholderReplacement=false\n"
    let project = try ToolProject(Flyway(), files: files)
    #expect(try project.step()?.failure != nil)
    #expect(
      try project.rows("SELECT version, success FROM flyway_schema_history") == ["'1'|0"])
    #expect(try project.states()["V1__create_tables"] == .dirty)
  }

  @Test func `a repeatable migration is listed last, is not run, and does not affect other states`()
    throws
  {
    var files = Self.files
    files["R__views.sql"] = "DROP VIEW IF EXISTS v;"
    let project = try ToolProject(Flyway(), files: files)
    #expect(try project.status().lines.last == "code R__views")
    for _ in 0..<4 { try project.step() }
    #expect(throws: MigrationError.self) { try project.step() }
    let sum = CRC32.ofLines("DROP VIEW IF EXISTS v;")
    let applied = try ToolProject(
      Flyway(), files: files, sql: Self.table + Self.row(1, nil, "views", checksum: sum))
    #expect(
      try applied.status().lines
        == [
          "pending V1__create_tables", "pending V1_1__more", "pending V2__middle_one",
          "pending sub/V10__last", "applied R__views",
        ])
    let outdated = try ToolProject(
      Flyway(), files: files, sql: Self.table + Self.row(1, nil, "views", checksum: 1))
    // Flyway re-runs it after all versions.
    #expect(try outdated.states()["R__views"] == .code)
    #expect(try outdated.status().obstacle == nil)
    for _ in 0..<4 { try outdated.step() }
    #expect(try outdated.status().obstacle?.message.contains("R__views.sql is repeatable") == true)
  }

  @Test func `equal versions are refused`() throws {
    var files = Self.files
    files["V01_0__again.sql"] = ""
    let project = try ToolProject(Flyway(), files: files)
    let error = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(error?.problems.map(\.kind) == [.duplicateVersion])
  }

  @Test func `a database with tables or a baseline file must be set up by Flyway`() throws {
    let full = try ToolProject(Flyway(), files: Self.files, sql: "CREATE TABLE x (id);")
    #expect(try full.status().obstacle?.message.contains("already has tables, such as x") == true)
    var files = Self.files
    files["B5__all.sql"] = ""
    let based = try ToolProject(Flyway(), files: files)
    #expect(try based.status().obstacle?.message.contains("B5__all.sql") == true)
  }

  @Test func `a new file has the next version`() throws {
    let project = try ToolProject(Flyway(), files: Self.files)
    let new = try Flyway().newFiles(
      title: "Add goals", in: try project.tree(), after: try project.toolFolder().migrations,
      now: .now)
    #expect(new.map(\.path) == ["V11__add_goals.sql", "U11__add_goals.sql"])
  }

  @Test func `malformed rows cause no crash`() throws {
    let project = try ToolProject(
      Flyway(), files: Self.files,
      sql: "CREATE TABLE flyway_schema_history (installed_rank, version, description, type, script,"
        + "checksum, installed_by, installed_on, execution_time, success);"
        + "INSERT INTO flyway_schema_history VALUES (9223372036854775807, X'00', NULL, NULL, NULL,"
        + "'x', 1, X'FF', -1, 'yes'), (NULL, '99999999999999999999999', '', 'SQL', '', NULL, '',"
        + "NULL, NULL, NULL), (1.5, '1..2', '', '', '', '', '', '', '', '');")
    #expect(try project.states()["V1__create_tables"] != nil)
    #expect(try project.status().obstacle != nil)
  }

  @Test func `versions are compared as lists of numbers`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let lists = (0..<2).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Int.random(in: 0...12, using: &random)
        }
      }
      let texts = lists.map { list in
        list.map { (Bool.random(using: &random) ? "0" : "") + String($0) }
          .joined(separator: Bool.random(using: &random) ? "." : "_")
      }
      let one = try #require(FlywayVersion(texts[0]))
      let other = try #require(FlywayVersion(texts[1]))
      let padded = lists.map { $0 + Array(repeating: 0, count: 4 - $0.count) }
      #expect((one < other) == padded[0].lexicographicallyPrecedes(padded[1]))
      #expect((one == other) == (padded[0] == padded[1]))
    }
    for text in ["", ".", "1.", "1..2", "a", "1.x", "-1"] { #expect(FlywayVersion(text) == nil) }
  }

  @Test func `states and obstacles match a simple model of the validation`() throws {
    var random = SeededGenerator(seed: 77)
    let all = ["1", "1.1", "2", "3.0.1", "10"]
    for _ in 0..<700 {
      let registered = all.filter { _ in Int.random(in: 0...3, using: &random) > 0 }
      let applied = all.filter { _ in Bool.random(using: &random) }
      let failed = Set(applied.filter { _ in Int.random(in: 0...5, using: &random) == 0 })
      let changed = Set(applied.filter { _ in Int.random(in: 0...5, using: &random) == 0 })
      let files = try registered.map { version in
        FlywayMigration(
          file: try #require(FlywayFile("V\(version)__x.sql")), checksum: 7,
          migration: PureRule.migration("V\(version)__x"))
      }
      let rows = applied.enumerated().map { index, version in
        [
          "installed_rank": index + 1, "version": version, "description": "x", "type": "SQL",
          "script": "V\(version)__x.sql", "checksum": changed.contains(version) ? 8 : 7,
          "success": failed.contains(version) ? 0 : 1,
        ] as [String: any DatabaseValueConvertible]
      }
      let columns = [
        "installed_rank", "version", "description", "type", "script", "checksum", "success",
      ]
      let status = try PureRule(
        FlywayLedger(
          name: "flyway_schema_history", baselineFile: nil, files: ToolFiles(files)),
        files.map(\.migration)
      ).status(
        LedgerRows(tables: ["flyway_schema_history": PureRule.table(columns, rows)]))

      // The model uses positions in the list of all versions.
      func place(_ version: String?) -> Int { version.flatMap { all.firstIndex(of: $0) } ?? -1 }
      let highestApplied = place(applied.last)
      let highestFile = place(registered.last)
      var stops = false
      for version in all {
        let state = status.migrations.first { $0.identifier == "V\(version)__x" }?.state
        switch (registered.contains(version), applied.contains(version)) {
        case (false, false): #expect(state == nil)
        case (_, true) where failed.contains(version):
          #expect(state == .dirty)
          stops = true
        case (true, true):
          #expect(state == (changed.contains(version) ? .changed : .applied))
          if changed.contains(version) { stops = true }
        case (false, true):
          #expect(state == .unregistered)
          if place(version) < highestFile { stops = true }
        case (true, false):
          let good = applied.last { registered.contains($0) && !failed.contains($0) }
          #expect(state == (place(version) < place(good) ? .outOfOrder : .pending))
          if place(version) < highestApplied { stops = true }
        }
      }
      let isDone = registered.allSatisfy { applied.contains($0) && !failed.contains($0) }
      #expect((status.obstacle != nil) == (stops && !isDone))
    }
  }
}
