import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct RefineryTests {
  private static let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let files = [
    "V1__init.sql": sql, "V10__last.sql": "CREATE TABLE last (id);\n",
    "deep/er/V2__index.sql": "CREATE INDEX i ON t (id);\n",
    "V3_one.sql": "one underscore", "v4__small.sql": "a small letter", "V5__a b.sql": "a space",
    "mod.rs": "no migration",
  ]
  private static func ledger(_ type: String = "int4", _ rows: String...) -> String {
    "CREATE TABLE refinery_schema_history(version \(type) PRIMARY KEY, name VARCHAR(255), "
      + "applied_on VARCHAR(255), checksum VARCHAR(255));"
      + rows.map { "INSERT INTO refinery_schema_history VALUES (\($0));" }.joined()
  }
  private static let row = "1, 'init', '2026-07-29T00:00:00Z', '17554957399035672647'"

  @Test func `a step writes the same row as refinery, with the same checksum`() throws {
    let project = try ToolProject(Refinery(), files: Self.files)
    try project.step()
    #expect(
      try project.rows(
        """
        SELECT version, typeof(version), name, checksum, typeof(checksum),
          applied_on GLOB '????-??-??T??:??:??*Z' FROM refinery_schema_history
        """) == ["1|'integer'|'init'|'17554957399035672647'|'text'|1"])
    #expect(
      try project.rows("SELECT type FROM pragma_table_info('refinery_schema_history')")
        == ["'int4'", "'VARCHAR(255)'", "'VARCHAR(255)'", "'VARCHAR(255)'"])
    try project.stepAll()
    #expect(
      try project.rows("SELECT version, name FROM refinery_schema_history")
        == ["1|'init'", "2|'index'", "10|'last'"])
    #expect(try project.status().obstacle == nil)
    #expect(try Set(project.states().values) == [.applied])
  }

  /// The numbers are from refinery's own tests.
  @Test func `checksums match refinery's own tests`() throws {
    let project = try ToolStates.folder(
      Refinery(),
      [
        "V1__initial.sql": """
        CREATE TABLE persons (
            id int,
            name varchar(255),
            city varchar(255)
        );

        """,
        "V2__add_cars_table.sql": """
        CREATE TABLE cars (
            id int,
            name varchar(255)
        );

        """,
      ])
    #expect(
      try Self.checksums(project) == [1: "2959965718684201605", 2: "8238603820526370208"])
  }

  @Test func `64-bit versions are recognized by the ledger, the project or their size`() throws {
    let wide = ["1|'init'|'15702272860193953417'"]
    let query = "SELECT version, name, checksum FROM refinery_schema_history WHERE version = 1"
    let known = try ToolProject(Refinery(), files: Self.files, sql: Self.ledger("int8"))
    try known.step()
    #expect(try known.rows(query) == wide)
    #expect(try known.states()["V1__init"] == .applied)

    let named = try ToolProject(Refinery(), files: Self.files)
    try named.folder.write(
      "Cargo.toml", "refinery = { version = \"0.9\", features = [\"int8-versions\"] }\n")
    try named.step()
    #expect(try named.rows(query) == wide)

    var files = Self.files
    files["V20260101000000__large.sql"] = "SELECT 1;\n"
    let large = try ToolProject(Refinery(), files: files)
    try large.stepAll()
    #expect(try large.rows(query) == wide)
    #expect(
      try large.rows("SELECT type FROM pragma_table_info('refinery_schema_history')").first
        == "'int8'")
    #expect(try large.status().obstacle == nil)
  }

  @Test
  func `a changed file blocks every step until it is accepted, and harmless changes are described`()
    throws
  {
    var files = Self.files
    files["V1__init.sql"] = "CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n"
    let project = try ToolProject(Refinery(), files: files, sql: Self.ledger("int4", Self.row))
    let status = try project.status()
    #expect(status.migrations.first?.state == .changed)
    #expect(
      status.migrations.first?.note
        == "The file differs from the applied version only in line endings.")
    #expect(status.obstacle?.message.contains("V1__init differs from what was applied") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    try project.folder.write("migrations/V1__init.sql", Self.sql)
    #expect(
      try project.accept("V1__init") == [
        "UPDATE main.\"refinery_schema_history\" SET name = 'init', "
          + "checksum = '17554957399035672647' WHERE version = 1"
      ])
    #expect(try project.status().next?.identifier == "V2__index")
  }

  @Test func `a different name is a change, and is accepted with the checksum`() throws {
    let project = try ToolProject(
      Refinery(), files: Self.files,
      sql: Self.ledger("int4", "1, 'start', '2026-07-29T00:00:00Z', '1'"))
    #expect(
      try project.status().migrations.first?.note == "It was applied under the name start.")
    try project.accept("V1__init")
    #expect(try project.status().obstacle == nil)
  }

  @Test func `an applied version without a file blocks every step`() throws {
    let project = try ToolProject(
      Refinery(), files: Self.files,
      sql: Self.ledger("int4", Self.row, "7, 'gone', '2026-07-29T00:00:00Z', '1'"))
    #expect(try project.states()["7__gone"] == .unregistered)
    #expect(try project.status().obstacle?.message.contains("7__gone was applied") == true)
  }

  @Test
  func `an out-of-order versioned file blocks every step, but an unversioned one is run`() throws {
    let rows = [Self.row, "3, 'x', '2026-07-29T00:00:00Z', '1'"]
    let stopped = try ToolProject(
      Refinery(), files: ["V1__init.sql": Self.sql, "V2__late.sql": "SELECT 1;", "V3__x.rs": ""],
      sql: Self.ledger("int4", rows[0], rows[1]))
    #expect(try stopped.status().obstacle?.message.contains("stops at V2__late") == true)
    let running = try ToolProject(
      Refinery(), files: ["V1__init.sql": Self.sql, "U2__late.sql": "SELECT 1;", "V3__x.rs": ""],
      sql: Self.ledger("int4", rows[0], rows[1]))
    #expect(try running.states()["U2__late"] == .outOfOrder)
    #expect(try running.step()?.identifier == "U2__late")
  }

  @Test func `a pending Rust migration blocks later migrations`() throws {
    let project = try ToolProject(
      Refinery(), files: ["V1__init.sql": Self.sql, "V2__x.rs": "", "V3__y.sql": "SELECT 1;"])
    try project.step()
    #expect(try project.states() == ["V1__init": .applied, "V2__x": .code, "V3__y": .pending])
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test(arguments: [
    ("'2026-07-29 00:00:00'", "'1'"), ("'2026-02-30T00:00:00Z'", "'1'"),
    ("'2026-07-29T00:00:00'", "'1'"), ("NULL", "'1'"),
    ("'2026-07-29T00:00:00Z'", "'-1'"), ("'2026-07-29T00:00:00Z'", "X'31'"),
    ("'2026-07-29T00:00:00Z'", "'18446744073709551616'"),
  ])
  func `a row that makes refinery panic blocks every step`(_ time: String, _ checksum: String)
    throws
  {
    let project = try ToolProject(
      Refinery(), files: Self.files,
      sql: Self.ledger("int4", "1, 'init', \(time), \(checksum)"))
    #expect(try project.status().obstacle?.message.contains("panic") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test(arguments: [
    "2026-07-29T00:00:00Z", "2024-02-29T23:59:60.123456789Z", "2026-07-29t00:00:00.5+05:30",
  ])
  func `times in RFC 3339 format are valid`(_ time: String) throws {
    let project = try ToolProject(
      Refinery(), files: Self.files,
      sql: Self.ledger("int4", "1, 'init', '\(time)', '17554957399035672647'"))
    #expect(try project.status().obstacle == nil)
    #expect(try project.status().migrations.first?.appliedAt == time)
  }

  @Test func `folders that refinery refuses are refused`() throws {
    for files in [
      ["V1.1__a.sql": ""], ["V99999999999999999999__a.sql": ""],
      ["V1__a.sql": "", "U1__b.sql": ""], ["a/V1__a.sql": "", "b/V1__a.sql": ""],
    ] {
      let project = try ToolProject(Refinery(), files: files)
      #expect(throws: SourceFailure.self) { try project.toolFolder() }
    }
  }

  @Test func `files and tables are recognized and distinguished from Flyway's`() throws {
    let project = try ToolProject(Refinery(), files: Self.files, sql: Self.ledger())
    #expect(
      try project.tool.evidence(in: project.tree())
        == FolderEvidence(words: "3 files `V1__name.sql`", strength: .likely, count: 3))
    #expect(try project.ledgerEvidence()?.strength == .certain)
    try project.folder.write("migrations/V1_1__x.sql", "")
    #expect(try project.tool.evidence(in: project.tree()) == nil)
    try project.folder.write("Cargo.toml", "[dependencies]\nrefinery = \"0.9\"\n")
    // The names are also valid for Flyway.
    #expect(try project.tool.evidence(in: project.tree())?.strength == .likely)
  }

  @Test func `a new migration is created in the folder of the last one`() throws {
    #expect(
      try ToolProject(Refinery(), files: Self.files).newFiles("Add Teams")
        == ["V11__add_teams.sql"])
    #expect(
      try ToolProject(Refinery(), files: ["a/V007__x.sql": ""]).newFiles("Add Teams")
        == ["a/V008__add_teams.sql"])
  }

  /// Returns the checksums of a project's files by version, with 32-bit versions.
  private static func checksums(_ project: ToolFolder) throws -> [Int64: String] {
    let files = try #require(project.ledger as? RefineryLedger).files.all
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        let checksum = RefineryChecksum.number(
          of: file.name, isWide: false, sql: file.source ?? "")
        return (file.name.version, String(checksum))
      })
  }

  @Test func `the states of random folders and rows match a simple model`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      var kinds: [Int64: Character] = [:]
      for _ in 0..<5 {
        kinds[.random(in: 0...9, using: &random)] = "VVU".randomElement(using: &random)
      }
      let project = try ToolStates.folder(
        Refinery(),
        Dictionary(uniqueKeysWithValues: kinds.map { ("\($1)\($0)__x.sql", "SELECT \($0);") }))
      let checksums = try Self.checksums(project)
      for _ in 0..<12 {
        var isSame: [Int64: Bool] = [:]
        for number in Int64(0)...10 where Int.random(in: 0..<3, using: &random) == 0 {
          isSame[number] = Int.random(in: 0..<6, using: &random) > 0
        }
        // Most ledgers have no gaps.
        if Bool.random(using: &random), let highest = isSame.keys.max() {
          isSame = kinds.filter { $0.key <= highest }.mapValues { _ in true }
        }
        let rows = isSame.map { number, isSame in
          [
            "version": DatabaseValue.number(number), "name": .text(isSame ? "x" : "other"),
            "applied_on": .text("2026-07-29T00:00:00Z"),
            "checksum": .text(checksums[number] ?? "1"),
          ]
        }
        let states = try ToolStates(project, columns: [("version", "int4")], rows: rows)

        // The model: each row needs its file, and each lower V file needs its row.
        let current = isSame.keys.max() ?? -1
        let registered = kinds.sorted { $0.key < $1.key }
        let last = registered.map(\.key).filter { isSame[$0] != nil }.max() ?? -1
        #expect(
          states.lines.filter { !$0.hasSuffix("unregistered") }
            == registered.map { number, kind in
              let state =
                isSame[number].map { $0 ? "applied" : "changed" }
                ?? (number < last ? "outOfOrder" : "pending")
              return "\(kind)\(number)__x \(state)"
            })
        let stops =
          isSame.contains { kinds[$0.key] == nil || !$0.value }
          || registered.contains { isSame[$0.key] == nil && $0.value == "V" && $0.key <= current }
        let next = registered.first { isSame[$0.key] == nil }.map { "\($0.value)\($0.key)__x" }
        #expect(states.next == (stops ? nil : next))
      }
    }
  }
}
