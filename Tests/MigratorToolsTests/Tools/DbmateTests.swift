import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct DbmateTests {
  private static let files = [
    "001_clubs.sql": """
    -- made by hand

    -- migrate:up
    CREATE TABLE club (id INTEGER PRIMARY KEY);
    -- migrate:down
    DROP TABLE club;
    """,
    "10_index.sql": "-- migrate:up\nCREATE INDEX i ON club (id);\n-- migrate:down\n",
    "2_players.sql":
      "--migrate:up\r\nCREATE TABLE player (id INTEGER);\r\n--  migrate:down  \r\nbroken;\r\n",
    "x_no.sql": "no digits", "3.txt": "no SQL", "sub/4_x.sql": "no",
  ]
  private static let ledger =
    "CREATE TABLE \"schema_migrations\" (version varchar(128) primary key);"

  @Test func `a step writes the same row as dbmate, with leading zeros`() throws {
    let project = try ToolProject(Dbmate(), files: Self.files)
    try project.stepAll()
    #expect(
      try project.rows("SELECT version, typeof(version) FROM schema_migrations ORDER BY rowid")
        == ["'001'|'text'", "'10'|'text'", "'2'|'text'"])
    #expect(
      try project.rows("SELECT sql FROM sqlite_master WHERE name = 'schema_migrations'")
        == ["'CREATE TABLE \"schema_migrations\" (version varchar(128) primary key)'"])
    #expect(
      try project.rows("SELECT name FROM sqlite_master WHERE name IN ('club', 'player')").count
        == 2)
  }

  @Test func `files are sorted by name as text, and an out-of-order file is run`() throws {
    let project = try ToolProject(
      Dbmate(), files: Self.files, sql: Self.ledger + "INSERT INTO schema_migrations VALUES ('2')")
    let status = try project.status()
    #expect(
      status.migrations.map { "\($0.identifier) \($0.state)" }
        == ["001_clubs outOfOrder", "10_index outOfOrder", "2_players applied"])
    #expect(status.next?.identifier == "001_clubs" && status.obstacle == nil)
  }

  @Test func `a version with a different number of zeros is a different version`() throws {
    let project = try ToolProject(
      Dbmate(), files: Self.files, sql: Self.ledger + "INSERT INTO schema_migrations VALUES ('1')")
    #expect(try project.states()["1"] == .unregistered)
    #expect(try project.states()["001_clubs"] == .pending)
    #expect(try project.status().obstacle == nil)
  }

  @Test func `several up sections of a file are run in order and recorded once`() throws {
    let project = try ToolProject(
      Dbmate(),
      files: [
        "1_a.sql": """
        -- migrate:up
        CREATE TABLE a (id);
        -- migrate:down
        DROP TABLE a;
        -- migrate:up
        CREATE TABLE b (id);
        -- migrate:down
        DROP TABLE b;
        """
      ])
    try project.stepAll()
    #expect(
      try project.rows("SELECT name FROM sqlite_master WHERE name IN ('a', 'b')")
        == ["'a'", "'b'"])
    #expect(try project.rows("SELECT version FROM schema_migrations") == ["'1'"])
  }

  @Test func `a file with transaction:false is run outside a transaction`() throws {
    let project = try ToolProject(
      Dbmate(),
      files: [
        "1_a.sql": "-- migrate:up transaction:false\nVACUUM;\n-- migrate:down\n",
        "2_b.sql": "-- migrate:up transaction:false\nCREATE TABLE b (id);\nbroken;\n"
          + "-- migrate:down\n",
      ])
    try project.step()
    #expect(try project.step()?.failure != nil)
    #expect(try project.rows("SELECT version FROM schema_migrations") == ["'1'"])
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'b'") == ["'b'"])
  }

  @Test func `files with the same version are unusable, but both count as applied`() throws {
    let files = [
      "1_a.sql": "-- migrate:up\n-- migrate:down\n", "1_b.sql": "-- migrate:up\n-- migrate:down\n",
    ]
    let project = try ToolProject(Dbmate(), files: files)
    #expect(try project.states() == ["1_a": .unusable, "1_b": .unusable])
    #expect(throws: MigrationError.self) { try project.step() }
    let old = try ToolProject(
      Dbmate(), files: files, sql: Self.ledger + "INSERT INTO schema_migrations VALUES ('1')")
    #expect(try old.states() == ["1_a": .applied, "1_b": .applied])
    #expect(
      try old.status().migrations.allSatisfy { $0.note?.contains("does not record") == true })
  }

  @Test(arguments: [
    ("SELECT 1;\n-- migrate:up\n-- migrate:down\n", 1, "statements before"),
    ("\u{FEFF}-- migrate:up\n-- migrate:down\n", 1, "byte order mark"),
    ("\u{FEFF}SELECT 1;\n-- migrate:up\n-- migrate:down\n", 1, "byte order mark"),
    ("-- migrate:down\n-- migrate:up\n", 1, "`-- migrate:down` is before"),
    ("-- migrate:up\n", 1, "requires `-- migrate:down`"),
    ("-- migrate:upward\n-- migrate:down\n", 2, "`-- migrate:down` is before"),
    ("", 1, "requires `-- migrate:up`"),
    (" -- migrate:up\n", 1, "requires `-- migrate:up`"),
  ])
  func `a file that dbmate refuses is refused, and the error names the line`(
    _ text: String, _ line: Int, _ words: String
  ) throws {
    let project = try ToolProject(Dbmate(), files: ["1_a.sql": text])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.first?.message.contains(words) == true)
    #expect(failure?.problems.first?.location?.line == line)
  }

  @Test func `dbmate's table is distinguished from that of Rails`() throws {
    let project = try ToolProject(Dbmate(), files: Self.files, sql: Self.ledger)
    #expect(try project.ledgerEvidence()?.strength == .certain)
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "3 files with `-- migrate:up`", strength: .certain, count: 3))
    let rails = try ToolProject(
      Dbmate(), files: [:],
      sql: """
        CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
        """)
    #expect(try rails.ledgerEvidence() == nil)
    let old = try ToolProject(
      Dbmate(), files: [:], sql: "CREATE TABLE my_migrations (version varchar(255) primary key)")
    #expect(
      try old.ledgerEvidence()
        == LedgerEvidence(
          table: "my_migrations", words: "my_migrations(version varchar(255) primary key)",
          strength: .shared))
    let other = try ToolProject(
      Dbmate(), files: [:], sql: "CREATE TABLE releases (version varchar(128) primary key)")
    #expect(try other.ledgerEvidence() == nil)
  }

  @Test func `a new migration has both markers`() throws {
    let project = try ToolProject(Dbmate(), files: Self.files)
    #expect(try project.newFiles("Add Teams") == ["11_add_teams.sql"])
    let path = try #require(try project.newFiles("Add Teams").first)
    try project.folder.write("migrations/\(path)", "-- migrate:up\n\n\n-- migrate:down\n\n")
    #expect(try project.toolFolder().migrations.count == 4)
  }

  @Test func `an outdated schema file is reported`() throws {
    let project = try ToolProject(Dbmate(), files: Self.files)
    #expect(try project.notes() == ["x_no.sql is ignored: its name does not match N_name.sql"])
    try project.folder.write("schema.sql", "")
    #expect(try project.notes().last?.contains("run dbmate dump") == true)
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 3)
    let versions = ["1", "01", "2", "10", "3", "003", "20260101000000"]
    for _ in 0..<50 {
      let chosen = versions.filter { _ in Bool.random(using: &random) }
      let names = chosen.map { "\($0)_" + String("abc".randomElement(using: &random) ?? "a") }
      let project = try ToolStates.folder(
        Dbmate(),
        Dictionary(
          uniqueKeysWithValues: names.map { ("\($0).sql", "-- migrate:up\n-- migrate:down\n") }))
      for _ in 0..<12 {
        let recorded = (versions + ["7"]).filter { _ in Bool.random(using: &random) }
          .shuffled(using: &random)
        let states = try ToolStates(project, rows: recorded.map { ["version": .text($0)] })

        // The model sorts the names and looks up the digits of each.
        let ordered = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let isApplied = { (name: String) in recorded.contains { name.hasPrefix($0 + "_") } }
        let lines = ordered.enumerated().map { index, name in
          isApplied(name)
            ? "\(name) applied"
            : ordered[index...].contains(where: isApplied)
              ? "\(name) outOfOrder" : "\(name) pending"
        }
        #expect(states.lines.filter { !$0.hasSuffix("unregistered") } == lines)
        #expect(
          states.lines.filter { $0.hasSuffix("unregistered") }
            == recorded.filter { !chosen.contains($0) }.map { "\($0) unregistered" })
        #expect(states.next == ordered.first { !isApplied($0) })
      }
    }
  }
}
