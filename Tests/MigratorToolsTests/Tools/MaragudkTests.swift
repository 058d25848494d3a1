import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct MaragudkTests {
  private static let files = [
    "0001_clubs.up.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "0001_clubs.down.sql": "DROP TABLE club;\n",
    "0021_add_internal_up.sql": "ALTER TABLE club ADD COLUMN internal TEXT;\n",
    "1-players.up.sql": "CREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "no name.up.sql": "a space", "ünder.up.sql": "no ASCII", ".up.sql": "no name",
  ]
  private static let ledger = "CREATE TABLE migrations (version text not null);"

  @Test func `a step writes the single row that the tool writes`() throws {
    let project = try ToolProject(Maragudk(), files: Self.files)
    try project.step()
    #expect(
      try project.rows("SELECT version, typeof(version) FROM migrations")
        == ["'0001_clubs'|'text'"])
    #expect(
      try project.rows("SELECT sql FROM sqlite_master WHERE name = 'migrations'")
        == ["'CREATE TABLE \"migrations\" (version text not null)'"])
    try project.stepAll()
    #expect(try project.rows("SELECT version FROM migrations") == ["'1-players'"])
    #expect(
      try project.rows("SELECT name FROM pragma_table_info('club')") == ["'id'", "'internal'"])
  }

  @Test func `as in the tool, a dot in the pattern matches any character`() throws {
    let project = try ToolStates.folder(Maragudk(), Self.files)
    #expect(
      project.migrations.map(\.identifier)
        == ["0001_clubs", "0021_add_internal", "1-players"])
  }

  @Test func `if a table has no row or an empty row, no migration counts as applied`() throws {
    for sql in [Self.ledger, Self.ledger + "INSERT INTO migrations VALUES ('');"] {
      let project = try ToolProject(Maragudk(), files: Self.files, sql: sql)
      #expect(try project.status().next?.identifier == "0001_clubs")
      try project.step()
      #expect(try project.rows("SELECT version FROM migrations") == ["'0001_clubs'"])
    }
  }

  @Test func `a recorded name without a file is shown and blocks nothing`() throws {
    let project = try ToolProject(
      Maragudk(), files: Self.files, sql: Self.ledger + "INSERT INTO migrations VALUES ('0020_x');")
    let status = try project.status()
    #expect(
      status.migrations.map { "\($0.identifier) \($0.state)" }
        == [
          "0001_clubs applied", "0020_x unregistered", "0021_add_internal pending",
          "1-players pending",
        ])
    #expect(status.obstacle == nil)
  }

  @Test func `a version that is a blob blocks every step`() throws {
    let project = try ToolProject(
      Maragudk(), files: Self.files, sql: Self.ledger + "INSERT INTO migrations VALUES (X'00');")
    #expect(try project.status().obstacle != nil)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test
  func `several rows block every step, because the tool would overwrite all of them`() throws {
    let project = try ToolProject(
      Maragudk(), files: Self.files,
      sql: Self.ledger + "INSERT INTO migrations VALUES ('0001_clubs'), ('1-players');")
    #expect(try project.status().obstacle?.message.contains("2 rows") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.rows("SELECT count(*) FROM migrations") == ["2"])
  }

  @Test func `a file that the tool would skip because of its order blocks the step`() throws {
    // As a filename, `a-b.up.sql` sorts before `a.up.sql`; as a version, after it.
    let project = try ToolProject(
      Maragudk(), files: ["a.up.sql": "CREATE TABLE a (id);", "a-b.up.sql": "SELECT 1;"])
    #expect(
      try project.status().migrations.map { "\($0.identifier) \($0.state)" }
        == ["a-b pending", "a unusable"])
  }

  @Test func `files and tables are recognized, and go_mod strengthens the evidence`() throws {
    let project = try ToolProject(Maragudk(), files: Self.files, sql: Self.ledger)
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "3 files `name.up.sql`", strength: .shared, count: 3))
    try project.folder.write("go.mod", "require maragu.dev/migrate v0.6.0\n")
    #expect(try project.tool.evidence(in: project.tree())?.strength == .likely)
    #expect(try project.ledgerEvidence()?.strength == .likely)
    let other = try ToolProject(Maragudk(), files: [:], sql: "CREATE TABLE app (version TEXT)")
    #expect(try other.ledgerEvidence() == nil)
  }

  @Test func `a new migration is named like the existing ones`() throws {
    let project = try ToolProject(Maragudk(), files: ["0009-a.up.sql": "SELECT 1;"])
    #expect(try project.newFiles("Add Teams") == ["0010-add-teams.up.sql"])
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 6)
    // No name is a prefix of another, since the tool would skip such files (see above).
    let names = ["001-a", "002_b", "1", "3", "2", "Z", "a", "b_up", "z-9"]
    for _ in 0..<60 {
      let chosen = names.filter { _ in Bool.random(using: &random) }
      let project = try ToolStates.folder(
        Maragudk(),
        Dictionary(
          uniqueKeysWithValues: chosen.map { name in
            (name + (Bool.random(using: &random) ? ".up.sql" : "_up_sql"), "SELECT 1;")
          }))
      for current in names + ["", "0"] {
        let states = try ToolStates(project, rows: [["version": .text(current)]])

        // The model: names up to the recorded one are applied.
        let bytes = { (text: String) in text.utf8.map { String(100 + Int($0)) }.joined() }
        var lines = chosen.sorted { bytes($0) < bytes($1) }.map { name in
          "\(name) \(bytes(name) <= bytes(current) ? "applied" : "pending")"
        }
        if !current.isEmpty, !chosen.contains(current) {
          let index = lines.firstIndex { $0.hasSuffix("pending") } ?? lines.count
          lines.insert("\(current) unregistered", at: index)
        }
        #expect(states.lines == lines)
        #expect(
          states.next
            == lines.first { $0.hasSuffix("pending") }.map { String($0.dropLast(8)) })
      }
    }
  }
}
