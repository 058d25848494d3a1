import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct SqlxTests {
  private static let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let checksum =
    "036764D686064C99A58EDCA615664F51F97EFBEAFF2949D95DCEF367D070AE1D"
    + "DF042C29908D7A3336CF166C6EAE43A8"
  private static let files = [
    "1_make_the_table.sql": sql, "10_last.sql": "CREATE TABLE last (id);\n",
    "2_index.sql": "CREATE INDEX i ON t (id);\n", "readme.sql": "no underscore", "3_x.txt": "no",
  ]
  private static let ledger = """
    CREATE TABLE _sqlx_migrations (
        version BIGINT PRIMARY KEY,
        description TEXT NOT NULL,
        installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
        success BOOLEAN NOT NULL,
        checksum BLOB NOT NULL,
        execution_time BIGINT NOT NULL
    );
    """
  private static func row(
    _ version: Int, _ checksum: String = checksum, success: Int = 1
  ) -> String {
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time, "
      + "installed_on) VALUES (\(version), 'make the table', \(success), X'\(checksum)', 5, "
      + "'2024-09-01 05:12:50');"
  }

  @Test func `a step writes the same row as sqlx, with the same checksum`() throws {
    let project = try ToolProject(Sqlx(), files: Self.files)
    try project.step()
    #expect(
      try project.rows(
        """
        SELECT version, typeof(version), description, success, typeof(success), checksum,
          typeof(execution_time), execution_time > 0 AND execution_time < 60000000000,
          installed_on GLOB '????-??-?? ??:??:??' FROM _sqlx_migrations
        """)
        == [
          "1|'integer'|'make the table'|1|'integer'|X'\(Self.checksum)'|'integer'|1|1"
        ])
    try project.stepAll()
    #expect(
      try project.rows("SELECT version, description FROM _sqlx_migrations ORDER BY installed_on")
        == ["1|'make the table'", "2|'index'", "10|'last'"])
  }

  @Test func `an sqlx ledger is read with its times, and out-of-order files are run`() throws {
    let project = try ToolProject(
      Sqlx(), files: ["0_early.sql": "SELECT 1;", "1_make_the_table.sql": Self.sql],
      sql: Self.ledger + Self.row(1))
    let status = try project.status()
    #expect(status.migrations.map(\.state) == [.outOfOrder, .applied])
    #expect(status.migrations.last?.appliedAt == "2024-09-01 05:12:50")
    #expect(status.obstacle == nil && status.next?.identifier == "0_early")
  }

  @Test func `a row of a failed migration blocks every step until it is removed`() throws {
    let project = try ToolProject(
      Sqlx(), files: Self.files, sql: Self.ledger + Self.row(1, success: 0))
    #expect(try project.states()["1_make_the_table"] == .dirty)
    #expect(try project.status().obstacle?.message.contains("1 is partially applied") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(
      try project.clear() == ["DELETE FROM main.\"_sqlx_migrations\" WHERE version = 1"])
    #expect(try project.status().next?.identifier == "1_make_the_table")
  }

  @Test func `an applied version without a file blocks every step`() throws {
    let project = try ToolProject(Sqlx(), files: Self.files, sql: Self.ledger + Self.row(7))
    #expect(try project.states()["7"] == .unregistered)
    #expect(try project.status().obstacle?.message.contains("7 was applied, but its file") == true)
  }

  @Test func `a changed file blocks every step until its checksum is accepted`() throws {
    var files = Self.files
    files["1_make_the_table.sql"] = Self.sql + "-- harmless\n"
    let project = try ToolProject(Sqlx(), files: files, sql: Self.ledger + Self.row(1))
    let status = try project.status()
    #expect(status.migrations.first?.state == .changed)
    #expect(
      status.migrations.first?.note?.hasPrefix("The file differs from the applied version") == true)
    #expect(status.obstacle?.message.contains("1 was applied, but its file has changed") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    try project.folder.write("migrations/1_make_the_table.sql", Self.sql)
    #expect(
      try project.accept("1_make_the_table")
        == [
          "UPDATE main.\"_sqlx_migrations\" SET checksum = X'\(Self.checksum)' WHERE version = 1"
        ])
    #expect(try project.status().obstacle == nil)
    #expect(try project.states()["1_make_the_table"] == .applied)
  }

  @Test(arguments: [
    ("CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n", "line endings"),
    ("CREATE TABLE t (id INTEGER PRIMARY KEY);", "the newline at the end of the file"),
    ("CREATE TABLE t (id INTEGER PRIMARY KEY);\n\n", "the newline at the end of the file"),
    ("\u{FEFF}CREATE TABLE t (id INTEGER PRIMARY KEY);\n", "the byte order mark"),
    (
      "\u{FEFF}CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n",
      "line endings and the byte order mark"
    ),
  ])
  func `a harmless change of an applied file is described`(_ text: String, _ words: String) throws {
    let project = try ToolProject(
      Sqlx(), files: ["1_make_the_table.sql": text], sql: Self.ledger + Self.row(1))
    #expect(
      try project.status().migrations.first?.note
        == "The file differs from the applied version only in \(words).")
  }

  @Test func `characters that sqlx_toml ignores do not change the checksum`() throws {
    let project = try ToolProject(
      Sqlx(), files: ["1_make_the_table.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n"],
      sql: Self.ledger + Self.row(1))
    #expect(try project.states() == ["1_make_the_table": .changed])
    try project.folder.write("sqlx.toml", "[migrate]\nignored-chars = [\"\\r\", \"\\t\"] # why\n")
    #expect(try project.states() == ["1_make_the_table": .applied])
  }

  @Test func `only the up file of a pair is run and hashed`() throws {
    let project = try ToolProject(
      Sqlx(), files: ["1_a.up.sql": Self.sql, "1_a.down.sql": "DROP TABLE t;"])
    try project.stepAll()
    #expect(
      try project.rows("SELECT description, hex(checksum) FROM _sqlx_migrations")
        == ["'a'|'\(Self.checksum)'"])
    #expect(try project.newFiles("Add Teams") == ["2_add_teams.up.sql", "2_add_teams.down.sql"])
  }

  @Test func `no-transaction is recognized only in the first bytes of a file`() throws {
    let project = try ToolProject(
      Sqlx(),
      files: ["1_a.sql": "-- no-transaction\nVACUUM;\n", "2_b.sql": "\n-- no-transaction\nVACUUM;"])
    try project.step()
    #expect(try project.step()?.failure != nil)
    #expect(try project.rows("SELECT version FROM _sqlx_migrations") == ["1"])
  }

  @Test func `names that sqlx refuses are refused`() throws {
    for files in [["a_b.sql": ""], ["1_a.sql": "", "01_b.sql": ""], ["_a.sql": ""]] {
      let project = try ToolProject(Sqlx(), files: files)
      #expect(throws: SourceFailure.self) { try project.toolFolder() }
    }
  }

  @Test func `files and tables are recognized, and Cargo_toml strengthens the evidence`() throws {
    let project = try ToolProject(Sqlx(), files: Self.files, sql: Self.ledger)
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "3 files `N_name.sql`", strength: .shared, count: 3))
    try project.folder.write("Cargo.toml", "[dependencies]\nsqlx = \"0.8\"\n")
    #expect(try project.tool.evidence(in: project.tree())?.strength == .likely)
    #expect(try project.ledgerEvidence()?.strength == .certain)
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let numbers = Set((0..<5).map { _ in Int64.random(in: -3...9, using: &random) })
      let project = try ToolStates.folder(
        Sqlx(), Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)_x.sql", "SELECT \($0);") }))
      let files = try #require(project.ledger as? SqlxLedger).files.all
      let checksums = Dictionary(uniqueKeysWithValues: files.map { ($0.name.version, $0.checksum) })
      for _ in 0..<12 {
        // Some ledgers only have rows that match files, and most rows are valid.
        let versions = Bool.random(using: &random) ? Array(numbers) : Array(-3...10)
        let isWhole = Bool.random(using: &random)
        var verdicts: [Int64: String] = [:]
        for number in versions.sorted() where Bool.random(using: &random) {
          let verdict = ["applied", "applied", "applied", "dirty", "changed"]
            .randomElement(using: &random)
          verdicts[number] = isWhole ? "applied" : verdict
        }
        let rows = verdicts.map { number, verdict in
          [
            "version": DatabaseValue.number(number),
            "success": .number(verdict == "dirty" ? 0 : 1),
            "checksum": verdict == "changed"
              ? .blob([1, 2, 3]) : .blob(checksums[number] ?? []),
          ]
        }
        let states = try ToolStates(project, rows: rows)

        // The model looks up each version. Three conditions stop sqlx.
        let done = numbers.filter { verdicts[$0] != nil && verdicts[$0] != "dirty" }
        let lines = numbers.sorted().map { number -> String in
          let late = done.contains { $0 > number }
          return "\(number)_x \(verdicts[number] ?? (late ? "outOfOrder" : "pending"))"
        }
        #expect(states.lines.filter { $0.contains("_x ") } == lines)
        let strangers = verdicts.filter { !numbers.contains($0.key) }.map { number, verdict in
          "\(number) \(verdict == "dirty" ? "dirty" : "unregistered")"
        }
        #expect(Set(states.lines.filter { !$0.contains("_x ") }) == Set(strangers))
        let stops =
          !strangers.isEmpty || verdicts.values.contains("dirty")
          || numbers.contains { verdicts[$0] == "changed" }
        let next = numbers.filter { verdicts[$0] == nil }.min().map { "\($0)_x" }
        #expect(states.next == (stops ? nil : next))
      }
    }
  }
}
