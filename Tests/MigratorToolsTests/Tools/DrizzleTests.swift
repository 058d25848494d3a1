import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct DrizzleTests {
  private static let golden = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let goldenSum = "0884e3a1377e298c8b6932b7d78a5244a4e7fcf6066486be45fff155d85fd58b"
  private static let table = """
    CREATE TABLE "__drizzle_migrations" (id SERIAL PRIMARY KEY, hash text NOT NULL,
      created_at numeric);
    """

  private static func journal(_ entries: [(tag: String, when: Int64)]) -> String {
    let list = entries.enumerated().map { index, entry in
      #"{"idx": \#(index), "version": "6", "when": \#(entry.when), "tag": "\#(entry.tag)", "#
        + #""breakpoints": true}"#
    }
    return #"{"version": "7", "dialect": "sqlite", "entries": ["# + list.joined(separator: ",\n")
      + "]}"
  }

  private static let files = [
    "meta/_journal.json": journal([
      ("0000_init", 1_724_257_405_067), ("0001_more", 1_724_257_500_000),
    ]),
    "meta/0000_snapshot.json": "{}",
    "0000_init.sql": golden,
    "0001_more.sql": """
    CREATE TABLE `a` (`id` integer);--> statement-breakpoint
    CREATE TABLE `b` (`id` integer);
    """,
    "9999_not_in_the_journal.sql": "nonsense",
  ]

  @Test func `a step writes only hash and time, and no id`() throws {
    let project = try ToolProject(Drizzle(), files: Self.files)
    #expect(try project.states() == ["0000_init": .pending, "0001_more": .pending])
    try project.step()
    #expect(
      try project.rows(
        "SELECT id, hash, created_at, typeof(created_at) FROM __drizzle_migrations")
        == ["NULL|'\(Self.goldenSum)'|1724257405067|'integer'"])
    try project.stepAll()
    #expect(
      try project.rows("SELECT id, created_at FROM __drizzle_migrations ORDER BY rowid")
        == ["NULL|1724257405067", "NULL|1724257500000"])
    #expect(
      try project.rows("SELECT name, type, pk FROM pragma_table_info('__drizzle_migrations')")
        == ["'id'|'SERIAL'|1", "'hash'|'TEXT'|0", "'created_at'|'numeric'|0"])
    #expect(try project.rows("SELECT count(*) FROM a, b") == ["0"])
  }

  @Test func `an entry that is not newer than the newest row is permanently skipped`() throws {
    var files = Self.files
    files["meta/_journal.json"] = Self.journal([
      ("0000_init", 100), ("0001_merged_late", 150), ("0002_last", 300), ("0001_more", 400),
    ])
    files["0001_merged_late.sql"] = "CREATE TABLE never (id);"
    files["0002_last.sql"] = "SELECT 1;"
    let project = try ToolProject(
      Drizzle(), files: files,
      sql: Self.table + "INSERT INTO __drizzle_migrations (hash, created_at) VALUES "
        + "('\(Self.goldenSum)', 100), ('x', 300);")
    let status = try project.status()
    #expect(
      status.lines
        == [
          "applied 0000_init", "skipped 0001_merged_late", "changed 0002_last", "pending 0001_more",
        ])
    #expect(status.migrations[1].note?.contains("Drizzle never runs it") == true)
    #expect(status.migrations[2].note?.contains("Drizzle does not check this") == true)
    #expect(status.next?.identifier == "0001_more" && status.obstacle == nil)
    try project.stepAll()
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'never'") == [])
  }

  @Test func `a step is refused if Drizzle would skip a later entry because of it`() throws {
    var files = Self.files
    files["meta/_journal.json"] = Self.journal([("0000_init", 500), ("0001_more", 400)])
    let project = try ToolProject(Drizzle(), files: files)
    #expect(try project.status().obstacle?.message.contains("never runs 0001_more") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `an out-of-order entry blocks only the migration that precedes it`() throws {
    var files = Self.files
    files["meta/_journal.json"] = Self.journal([
      ("0000_init", 100), ("0001_more", 300), ("0002_old", 200), ("0003_last", 400),
    ])
    files["0002_old.sql"] = "INSERT INTO t VALUES (2);"
    files["0003_last.sql"] = "INSERT INTO t VALUES (3);"
    let project = try ToolProject(Drizzle(), files: files)
    let before = try project.status()
    #expect(before.obstacle == nil && before.next?.identifier == "0000_init")
    let stop = try #require(before.stop())
    #expect(stop.identifier == "0001_more" && stop.waiting == 2)
    #expect(stop.error.message.contains("never runs 0002_old"))
    #expect(before.migrations[1].state == .pending)
    #expect(before.migrations[1].note?.contains("never runs 0002_old") == true)
    try project.step()
    #expect(try project.rows("SELECT created_at FROM __drizzle_migrations") == ["100"])

    let after = try project.status()
    #expect(after.obstacle?.message.contains("never runs 0002_old") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.rows("SELECT count(*) FROM __drizzle_migrations") == ["1"])

    // The remedy: a corrected `when`.
    try project.folder.write(
      "migrations/meta/_journal.json",
      Self.journal([
        ("0000_init", 100), ("0001_more", 300), ("0002_old", 350), ("0003_last", 400),
      ]))
    #expect(try project.status().stop() == nil)
    try project.stepAll()
    #expect(try project.rows("SELECT id FROM t") == ["2", "3"])
  }

  @Test func `files that end Drizzle's transaction are run as in Drizzle`() throws {
    var files = Self.files
    files["0001_more.sql"] = """
      COMMIT TRANSACTION;
      --> statement-breakpoint
      PRAGMA foreign_keys = OFF;
      --> statement-breakpoint
      BEGIN TRANSACTION;
      --> statement-breakpoint
      ALTER TABLE `t` RENAME TO `s`;
      --> statement-breakpoint
      COMMIT TRANSACTION;
      --> statement-breakpoint
      PRAGMA foreign_keys = ON;
      --> statement-breakpoint
      BEGIN TRANSACTION;
      """
    let project = try ToolProject(Drizzle(), files: files)
    #expect(try project.status().migrations[1].transaction == .open)
    try project.stepAll()
    #expect(try project.rows("SELECT count(*) FROM s") == ["0"])
    #expect(try project.rows("SELECT count(*) FROM __drizzle_migrations") == ["2"])
  }

  @Test func `a breakpoint ends a statement that lacks its semicolon`() throws {
    var files = Self.files
    files["0001_more.sql"] =
      "CREATE TABLE a (id)\n--> statement-breakpoint\nCREATE TABLE b (id)"
      + "--> statement-breakpoint CREATE TABLE c (id)"
    let project = try ToolProject(Drizzle(), files: files)
    try project.stepAll()
    #expect(
      try project.rows("SELECT name FROM sqlite_master WHERE length(name) = 1 ORDER BY name")
        == ["'a'", "'b'", "'c'", "'t'"])
  }

  @Test func `a change of line endings is distinguished from an edit`() throws {
    var files = Self.files
    files["0000_init.sql"] = "CREATE TABLE t (id INTEGER PRIMARY KEY);\r\n"
    let project = try ToolProject(
      Drizzle(), files: files,
      sql: Self.table + "INSERT INTO __drizzle_migrations (hash, created_at) VALUES "
        + "('\(Self.goldenSum)', 1724257405067);")
    #expect(
      try project.status().migrations[0].note
        == "The file differs from the applied version only in line endings. Drizzle does not check "
        + "this.")
  }

  @Test func `a ledger that Drizzle 1.0 upgraded is not written`() throws {
    let project = try ToolProject(
      Drizzle(), files: Self.files,
      sql: "CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash text NOT NULL, "
        + "created_at numeric, name text, applied_at TEXT);")
    #expect(try project.status().obstacle?.remedy.contains("drizzle-kit up") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a journal that is malformed or names a missing file is refused`() throws {
    for (name, text, kind) in [
      ("meta/_journal.json", "{", SourceProblem.Kind.badJournal),
      ("meta/_journal.json", #"{"entries": [{"tag": "a", "when": 1e300}]}"#, .badJournal),
      ("meta/_journal.json", #"{"dialect": "mysql", "entries": []}"#, .badJournal),
      ("meta/_journal.json", Self.journal([("../../secret", 1)]), .fileMissing),
      (
        "meta/_journal.json", Self.journal([("0000_init", 1), ("0000_init", 2)]), .duplicateVersion
      ),
    ] {
      var files = Self.files
      files[name] = text
      let project = try ToolProject(Drizzle(), files: files)
      let error = #expect(throws: SourceFailure.self) { try project.toolFolder() }
      #expect(error?.problems.map(\.kind) == [kind])
    }
  }

  @Test func `the folder and the ledger are recognized`() throws {
    let project = try ToolProject(Drizzle(), files: Self.files, sql: Self.table)
    let tree = try project.tree()
    #expect(Drizzle().evidence(in: tree)?.words == "meta/_journal.json with 2 entries")
    #expect(
      Drizzle().notes(on: tree) == [
        "9999_not_in_the_journal.sql is ignored: the journal does not name it, so Drizzle never "
          + "runs it."
      ])
    #expect(DrizzleBeta().evidence(in: tree) == nil && Prisma().evidence(in: tree) == nil)
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(Drizzle().ledger(in: tables)?.strength == .certain)
    #expect(DrizzleBeta().ledger(in: tables)?.strength == .likely)
  }

  @Test func `malformed rows cause no crash`() throws {
    let project = try ToolProject(
      Drizzle(), files: Self.files,
      sql: Self.table + "INSERT INTO __drizzle_migrations VALUES (1, X'00', NULL), "
        + "('a', '', 'soon'), (2, 'y', 9.5), (3, 'z', X'FF');")
    #expect(try project.states()["0000_init"] == .pending)
  }

  @Test func `states match a simple model of drizzle's rule`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<800 {
      let times = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Int64.random(in: 1...9, using: &random)
      }
      let applied = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int64.random(in: 1...9, using: &random)
      }
      let files = times.enumerated().map { index, time in
        DrizzleFile(
          migration: PureRule.migration("m\(index)"), milliseconds: time, hash: "h\(index)")
      }
      let rows = applied.map {
        ["hash": "other", "created_at": $0] as [String: any DatabaseValueConvertible]
      }
      let status = try PureRule(
        DrizzleLedger(name: "__drizzle_migrations", files: ToolFiles(files)),
        files.map(\.migration)
      ).status(
        LedgerRows(tables: [
          "__drizzle_migrations": PureRule.table(["id", "hash", "created_at"], rows)
        ]))

      // The model uses drizzle's own comparison and counts the rows for each time.
      let newest = applied.max() ?? 0
      var left = applied
      var expected: [String: MigrationStatus.State] = [:]
      for (index, time) in times.enumerated() {
        if time > newest {
          expected["m\(index)"] = .pending
        } else if let row = left.firstIndex(of: time) {
          left.remove(at: row)
          expected["m\(index)"] = .changed
        } else {
          expected["m\(index)"] = .skipped
        }
      }
      let last = times.indices.last { expected["m\($0)"] == .changed } ?? -1
      for index in times.indices where index < last && expected["m\(index)"] == .pending {
        expected["m\(index)"] = .outOfOrder
      }
      for status in status.migrations where status.state != .unregistered {
        #expect(status.state == expected[status.identifier])
      }
      #expect(status.migrations.count { $0.state == .unregistered } == left.count)
      let pending = times.filter { $0 > newest }
      let losing = pending.indices.first { index in
        pending[(index + 1)...].contains { $0 <= pending[index] }
      }
      #expect((status.obstacle != nil) == (losing == 0))
      let stop = status.stop().map { pending.count - 1 - $0.waiting }
      #expect(stop == (losing == 0 ? nil : losing))
    }
  }
}
