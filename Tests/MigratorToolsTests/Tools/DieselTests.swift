import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct DieselTests {
  private static let files = [
    "2024-05-06-192337_clubs/up.sql": "CREATE TABLE club (id INTEGER PRIMARY KEY);\n",
    "2024-05-06-192337_clubs/down.sql": "",
    "2025-05-30-232319_Add public_key/up.sql": "ALTER TABLE club ADD COLUMN key TEXT;\n",
    "2025-05-30-232319_Add public_key/down.sql": "",
    "2024-03-13_170000_sso/up.sql": "CREATE TABLE sso (id);\n",
    "2026-06-10-000000-0000_last/up.sql": "CREATE TABLE last (id);\n",
    ".hidden/readme": "", "readme.md": "",
  ]
  private static let ledger = """
    CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL,run_on \
    TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP);
    """

  @Test func `a step writes the same row as diesel, in the order of the names`() throws {
    let project = try ToolProject(Diesel(), files: Self.files)
    try project.stepAll()
    #expect(
      try project.rows(
        """
        SELECT version, typeof(version), run_on GLOB '????-??-?? ??:??:??'
        FROM __diesel_schema_migrations ORDER BY rowid
        """)
        == [
          "'20240313'|'text'|1", "'20240506192337'|'text'|1", "'20250530232319'|'text'|1",
          "'202606100000000000'|'text'|1",
        ])
    #expect(try project.rows("SELECT name FROM pragma_table_info('club')") == ["'id'", "'key'"])
  }

  @Test func `versions are sorted as text, not as numbers`() throws {
    let project = try ToolStates.folder(
      Diesel(), ["10_b/up.sql": "SELECT 1;", "9_c/up.sql": "SELECT 1;", "09_a/up.sql": "SELECT 1;"])
    #expect(
      try ToolStates(project, rows: []).lines == ["09_a pending", "10_b pending", "9_c pending"])
  }

  @Test
  func `an old ledger with unusual versions is read, and out-of-order files are run`() throws {
    let project = try ToolProject(
      Diesel(), files: Self.files,
      sql: Self.ledger + """
        INSERT INTO __diesel_schema_migrations VALUES
          ('20210805T1000', '2021-08-05 10:00:00'), ('20240506192337', '2024-05-06 20:00:00');
        """)
    let status = try project.status()
    #expect(
      status.migrations.map { "\($0.identifier) \($0.state)" } == [
        "2024-03-13_170000_sso outOfOrder", "2024-05-06-192337_clubs applied",
        "20210805T1000 unregistered", "2025-05-30-232319_Add public_key pending",
        "2026-06-10-000000-0000_last pending",
      ])
    #expect(status.migrations[1].appliedAt == "2024-05-06 20:00:00")
    #expect(status.obstacle == nil && status.next?.identifier == "2024-03-13_170000_sso")
  }

  @Test(arguments: [
    ("run_in_transaction = false", false),
    ("run_in_transaction = true # why", true),
    ("# nothing\n", false),
    ("other = 1\n", false),
    ("[table]\nrun_in_transaction = true\n", false),
    ("run_in_transaction = \"no\"\n", true),
    ("not toml", true),
    (nil, true),
  ])
  func `metadata_toml determines whether a transaction is used`(
    _ text: String?, _ isTransactional: Bool
  ) throws {
    var files = ["1_a/up.sql": "CREATE TABLE a (id);\n"]
    files["1_a/metadata.toml"] = text
    let project = try ToolStates.folder(Diesel(), files)
    guard case .sql(_, let transaction) = try #require(project.migrations.first).body else {
      Issue.record("not to be run")
      return
    }
    #expect(transaction == (isTransactional ? .whole : .none))
  }

  @Test func `an empty up_sql is unusable and blocks later migrations`() throws {
    let project = try ToolProject(
      Diesel(), files: ["1_a/up.sql": "", "2_b/up.sql": "CREATE TABLE b (id);"])
    #expect(try project.states() == ["1_a": .unusable, "2_b": .pending])
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a folder without up_sql is refused, but an empty folder is not`() throws {
    let project = try ToolProject(
      Diesel(), files: ["1_a/up.sql": "SELECT 1;", "2_b/.keep": "", "3_c/x.txt": ""])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.message) == ["this folder has no up.sql"])
  }

  @Test func `folders with the same version are unusable`() throws {
    let project = try ToolProject(
      Diesel(),
      files: [
        "2024-03-13_170000_a/up.sql": "SELECT 1;", "2024-03-13_180000_b/up.sql": "SELECT 1;",
      ])
    #expect(try Set(project.states().values) == [.unusable])
    let both = try #require(try project.status().migrations.first?.note)
    #expect(both.contains("both have version 20240313"))
  }

  @Test func `folders and tables are recognized and distinguished from rusqlite_migration's`()
    throws
  {
    let project = try ToolProject(Diesel(), files: Self.files, sql: Self.ledger)
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "4 folders with `up.sql`", strength: .likely, count: 4))
    #expect(try project.ledgerEvidence()?.strength == .certain)
    try project.folder.write("diesel.toml", "")
    #expect(try project.tool.evidence(in: project.tree())?.strength == .certain)
    let other = try ToolProject(Diesel(), files: ["01-a/up.sql": "", "2-b/up.sql": ""])
    #expect(try other.tool.evidence(in: other.tree())?.strength == .shared)
  }

  @Test func `a new migration is named like the existing ones`() throws {
    let dated = try ToolProject(Diesel(), files: Self.files)
    #expect(
      try dated.newFiles("Add Teams") == [
        "2026-11-21-132238-0000_add_teams/up.sql", "2026-11-21-132238-0000_add_teams/down.sql",
      ])
    let plain = try ToolProject(Diesel(), files: ["00000000000001_a/up.sql": "SELECT 1;"])
    #expect(try plain.newFiles("Add Teams") == ["20261121132238_add_teams/up.sql"])
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 5)
    let names = ["1", "2", "10", "2024-01-02", "2024-01-02-000000", "0007", "2023-9", "20"]
    for _ in 0..<50 {
      let chosen = names.filter { _ in Bool.random(using: &random) }.map { $0 + "_x y" }
      let project = try ToolStates.folder(
        Diesel(), Dictionary(uniqueKeysWithValues: chosen.map { ("\($0)/up.sql", "SELECT 1;") }))
      for _ in 0..<12 {
        let recorded = (names + ["a"]).filter { _ in Bool.random(using: &random) }
          .map { $0.split(separator: "-").joined() }
        let states = try ToolStates(
          project, rows: recorded.map { ["version": .text($0), "run_on": .text("t")] })

        // The model sorts the versions as bytes and looks up each one.
        let versions = Dictionary(
          uniqueKeysWithValues: chosen.map { name in
            (name, name.split(separator: "_")[0].split(separator: "-").joined())
          })
        let ordered = chosen.sorted {
          Array((versions[$0] ?? "").utf8).lexicographicallyPrecedes(
            Array((versions[$1] ?? "").utf8))
        }
        let done = ordered.map { recorded.contains(versions[$0] ?? "") }
        let last = done.lastIndex(of: true) ?? -1
        #expect(
          states.lines.filter { !$0.hasSuffix("unregistered") }
            == zip(ordered, done).enumerated().map { index, entry in
              "\(entry.0) "
                + (entry.1 ? "applied" : index < last ? "outOfOrder" : "pending")
            })
        #expect(
          states.lines.filter { $0.hasSuffix("unregistered") }.count
            == recorded.filter { !versions.values.contains($0) }.count)
        #expect(states.next == zip(ordered, done).first { !$0.1 }?.0)
      }
    }
  }
}
