import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct GolangMigrateTests {
  private static let files = [
    "000001_clubs.up.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "000001_clubs.down.sql": "DROP TABLE club;\n",
    "000002_players.up.sql": "CREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "10_late.up..sql": "CREATE TABLE late (id INTEGER PRIMARY KEY);\n",
    "9_index.up.sql": "CREATE INDEX i ON player (id);\n",
    "readme.up.sql": "no number", "11_no.sideways.sql": "no direction", "sub/12_x.up.sql": "no",
  ]
  private static let ledger = """
    CREATE TABLE schema_migrations (version uint64,dirty bool);
    CREATE UNIQUE INDEX version_unique ON schema_migrations (version);
    """
  private static let row =
    "SELECT version, typeof(version), dirty, typeof(dirty) FROM schema_migrations"

  @Test func `a step writes the single row that golang-migrate writes`() throws {
    let project = try ToolProject(GolangMigrate(), files: Self.files)
    try project.step()
    #expect(try project.rows(Self.row) == ["1|'integer'|0|'integer'"])
    try project.stepAll()
    #expect(try project.rows(Self.row) == ["10|'integer'|0|'integer'"])
    #expect(
      try project.rows("SELECT name, sql FROM sqlite_master WHERE tbl_name = 'schema_migrations'")
        == [
          "'schema_migrations'|'CREATE TABLE \"schema_migrations\" (version uint64,dirty bool)'",
          "'version_unique'|'CREATE UNIQUE INDEX version_unique ON \"schema_migrations\" (version)'",
        ])
  }

  @Test func `files are sorted by number, and unusual extensions are accepted`() throws {
    let states = try ToolStates(ToolStates.folder(GolangMigrate(), Self.files), rows: nil)
    #expect(
      states.lines
        == ["000001_clubs pending", "000002_players pending", "9_index pending", "10_late pending"])
  }

  @Test func `all versions up to the recorded one count as applied`() throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (9, 0)")
    #expect(
      try project.states() == [
        "000001_clubs": .applied, "000002_players": .applied, "9_index": .applied,
        "10_late": .pending,
      ])
  }

  @Test func `a dirty version blocks every step with golang-migrate's message`() throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (2, 1)")
    let status = try project.status()
    #expect(status.obstacle?.message == "Dirty database version 2. Fix and force version.")
    #expect(try project.states()["000002_players"] == .dirty)
    #expect(try project.states()["000001_clubs"] == .applied)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(
      try project.clear() == [
        "DELETE FROM main.\"schema_migrations\"",
        "INSERT INTO main.\"schema_migrations\" (version, dirty) VALUES (1, 0)",
      ])
    #expect(try project.status().next?.identifier == "000002_players")
  }

  @Test func `clearing the first version if it is dirty leaves no row`() throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (1, 1)")
    #expect(try project.clear() == ["DELETE FROM main.\"schema_migrations\""])
    #expect(try project.status().next?.identifier == "000001_clubs")
  }

  @Test func `a recorded version without a file blocks every step`() throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (8, 0)")
    let status = try project.status()
    #expect(status.obstacle?.message.contains("The ledger is at version 8") == true)
    #expect(try project.states()["8"] == .unregistered)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test(arguments: ["NULL", "'abc'", "X'00'", "1e300"])
  func `a version that is not a number blocks every step`(_ value: String) throws {
    let project = try ToolProject(
      GolangMigrate(), files: Self.files,
      sql: Self.ledger + "INSERT INTO schema_migrations VALUES (\(value), 0)")
    #expect(try project.status().obstacle?.message.contains("is not a number") == true)
    #expect(try project.clear() == [])
  }

  @Test func `a file that begins its own transaction is run as in golang-migrate`() throws {
    let project = try ToolProject(
      GolangMigrate(),
      files: [
        "1_a.up.sql": "BEGIN;\nCREATE TABLE a (id);\nCOMMIT;\nCREATE TABLE b (id);\nbroken;\n",
        "2_vacuum.up.sql": "VACUUM;\n",
      ])
    #expect(try project.step()?.failure != nil)
    #expect(try project.rows(Self.row) == ["1|'integer'|1|'integer'"])
    #expect(try project.states() == ["1_a": .dirty, "2_vacuum": .pending])
    try project.folder.write("migrations/1_a.up.sql", "BEGIN;\nCREATE TABLE c (id);\nCOMMIT;\n")
    try project.clear()
    try project.stepAll()
    #expect(try project.rows(Self.row) == ["2|'integer'|0|'integer'"])
  }

  @Test func `a version that has only a down file is applied without running anything`() throws {
    let project = try ToolProject(
      GolangMigrate(),
      files: ["1_a.up.sql": "CREATE TABLE a (id);", "2_b.down.sql": "DROP TABLE a;"])
    try project.stepAll()
    #expect(try project.rows(Self.row) == ["2|'integer'|0|'integer'"])
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'a'") == ["'a'"])
  }

  @Test func `a version that occurs twice or exceeds the ledger's range is refused`() throws {
    let twice = try ToolProject(
      GolangMigrate(), files: ["1_a.up.sql": "SELECT 1;", "001_b.up.sql": "SELECT 1;"])
    #expect(throws: SourceFailure.self) { try twice.toolFolder() }
    let large = try ToolStates(
      ToolStates.folder(
        GolangMigrate(),
        [
          "18446744073709551615_a.up.sql": "SELECT 1;", "18446744073709551616_b.up.sql": "ignored",
        ]), rows: nil)
    #expect(large.lines == ["18446744073709551615_a unusable"])
  }

  @Test func `files and tables are recognized, and go_mod strengthens the evidence`() throws {
    let project = try ToolProject(GolangMigrate(), files: Self.files, sql: Self.ledger)
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "4 files `N_name.up.sql`", strength: .shared, count: 4))
    try project.folder.write("go.mod", "require github.com/golang-migrate/migrate/v4 v4.19.0\n")
    #expect(try project.tool.evidence(in: project.tree())?.strength == .likely)
    #expect(
      try project.ledgerEvidence()
        == LedgerEvidence(
          table: "schema_migrations", words: "schema_migrations(version, dirty)", strength: .certain
        ))
  }

  @Test func `a new migration is named like the existing ones`() throws {
    let project = try ToolProject(GolangMigrate(), files: ["000007_a.up.sql": "SELECT 1;"])
    #expect(try project.newFiles("Add Teams") == ["000008_add_teams.up.sql"])
    let pairs = try ToolProject(GolangMigrate(), files: [:])
    try pairs.folder.write("migrations/.keep", "")
    #expect(
      try pairs.newFiles("Add Teams")
        == ["000001_add_teams.up.sql", "000001_add_teams.down.sql"])
  }

  @Test func `ignored files are reported by name`() throws {
    let project = try ToolProject(GolangMigrate(), files: Self.files)
    #expect(
      try project.notes() == [
        "11_no.sideways.sql is ignored: its name does not match N_name.up.sql",
        "readme.up.sql is ignored: its name does not match N_name.up.sql",
      ])
    let free = try ToolProject(GolangMigrate(), files: ["1_a.up.sql": "BEGIN; COMMIT;"])
    #expect(try free.notes().first?.contains("NoTxWrap") == true)
    let files = (0..<9).map { ("\($0).sql", "") }
    let many = try ToolProject(
      GolangMigrate(), files: Dictionary(uniqueKeysWithValues: files))
    #expect(
      try many.notes().last == "6 more SQL files are ignored for the same reason"
        && many.notes().count == 4)
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      var names: [Int64: String] = [:]
      var files: [String: String] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let number = Int64.random(in: 1...12, using: &random)
        guard names[number] == nil else { continue }
        let name = String(repeating: "0", count: .random(in: 0...3, using: &random)) + "\(number)_x"
        names[number] = name
        files[name + (Bool.random(using: &random) ? ".up.sql" : ".down.sql")] = "SELECT 1;"
      }
      let project = try ToolStates.folder(GolangMigrate(), files)
      for current in Int64(-1)...13 {
        for isDirty in [false, true] {
          let row = ["version": DatabaseValue.number(current), "dirty": .number(isDirty ? 1 : 0)]
          let states = try ToolStates(project, rows: [row])
          let (lines, next) = Self.model(names, current: current, isDirty: isDirty)
          #expect(states.lines == lines)
          #expect(states.next == next)
        }
      }
      let (lines, next) = Self.model(names, current: -1, isDirty: false)
      for rows in [nil, []] as [[[String: DatabaseValue]]?] {
        let states = try ToolStates(project, rows: rows)
        #expect(states.lines == lines && states.next == next)
      }
    }
  }

  /// The model: versions up to the current one are applied, later ones are pending.
  private static func model(
    _ names: [Int64: String], current: Int64, isDirty: Bool
  ) -> (lines: [String], next: String?) {
    var words: [Int64: String] = [:]
    for (number, name) in names {
      words[number] = name + (number < current ? " applied" : " pending")
    }
    if current >= 0 {
      let state = isDirty ? "dirty" : names[current] == nil ? "unregistered" : "applied"
      words[current] = (names[current] ?? String(current)) + " " + state
    }
    let stops = isDirty || (current >= 0 && names[current] == nil)
    let next = names.keys.filter { $0 > current }.min().flatMap { names[$0] }
    return (words.sorted { $0.key < $1.key }.map(\.value), stops ? nil : next)
  }
}
