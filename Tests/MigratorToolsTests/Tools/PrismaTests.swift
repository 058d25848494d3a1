import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct PrismaTests {
  private static let golden = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let goldenSum = "0884e3a1377e298c8b6932b7d78a5244a4e7fcf6066486be45fff155d85fd58b"
  private static let files = [
    "migration_lock.toml": "# Do not edit\nprovider = \"sqlite\" # here\n",
    "20260228195507_init/migration.sql": golden,
    "20260301000000_more/migration.sql": """
    PRAGMA defer_foreign_keys=ON;
    PRAGMA foreign_keys=OFF;
    CREATE TABLE "new_t" (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO "new_t" ("id") SELECT "id" FROM "t";
    DROP TABLE "t";
    ALTER TABLE "new_t" RENAME TO "t";
    PRAGMA foreign_keys=ON;
    PRAGMA defer_foreign_keys=OFF;
    """,
  ]
  static let table = """
    CREATE TABLE "_prisma_migrations" ("id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL,
      "finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT,
      "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
      "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0);
    """

  private func row(
    _ id: String, _ name: String, sum: String = goldenSum, finished: String = "1772308507502",
    rolledBack: String = "NULL"
  ) -> String {
    "INSERT INTO _prisma_migrations VALUES ('\(id)', '\(sum)', \(finished), '\(name)', NULL, "
      + "\(rolledBack), 1772308507501, 1);"
  }

  @Test func `a step writes one finished row in Prisma's format`() throws {
    let project = try ToolProject(Prisma(), files: Self.files)
    #expect(try project.step()?.failure == nil)
    #expect(
      try project.rows(
        """
        SELECT checksum, migration_name, logs, rolled_back_at, applied_steps_count, length(id),
          substr(id, 15, 1), typeof(finished_at), typeof(started_at), typeof(applied_steps_count),
          finished_at BETWEEN started_at AND unixepoch() * 1000 + 1000, started_at > 1700000000000
        FROM _prisma_migrations
        """)
        == [
          "'\(Self.goldenSum)'|'20260228195507_init'|NULL|NULL|1|36|'4'|'integer'|'integer'"
            + "|'integer'|1|1"
        ])
    try project.stepAll()
    #expect(
      try project.rows("SELECT migration_name FROM _prisma_migrations ORDER BY rowid")
        == ["'20260228195507_init'", "'20260301000000_more'"])
    #expect(try project.status().lines.allSatisfy { $0.hasPrefix("applied ") })
  }

  @Test func `the ledger is created as Prisma creates it`() throws {
    let project = try ToolProject(Prisma(), files: Self.files)
    try project.step()
    #expect(
      try project.rows(
        "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('_prisma_migrations')"
      )
        == [
          "'id'|'TEXT'|1|NULL|1", "'checksum'|'TEXT'|1|NULL|0", "'finished_at'|'DATETIME'|0|NULL|0",
          "'migration_name'|'TEXT'|1|NULL|0", "'logs'|'TEXT'|0|NULL|0",
          "'rolled_back_at'|'DATETIME'|0|NULL|0",
          "'started_at'|'DATETIME'|1|'current_timestamp'|0",
          "'applied_steps_count'|'INTEGER UNSIGNED'|1|'0'|0",
        ])
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(Prisma().ledger(in: tables)?.table == "_prisma_migrations")
  }

  @Test func `a failed row is dirty and blocks every step until it is cleared`() throws {
    let project = try ToolProject(
      Prisma(), files: Self.files,
      sql: Self.table + row("a", "20260228195507_init", finished: "NULL"))
    let status = try project.status()
    #expect(status.lines == ["dirty 20260228195507_init", "pending 20260301000000_more"])
    #expect(status.obstacle?.message.contains("P3009") == true)
    #expect(status.next == nil)
    let folder = try project.toolFolder()
    let queue = try DatabaseQueue(path: project.databasePath)
    try queue.write { db in
      let contents = try folder.ledger.rows(db)
      for sql in folder.ledger.statements(for: .clearFailures, contents, .now()) {
        try db.execute(sql: sql)
      }
    }
    try queue.close()
    #expect(
      try project.rows("SELECT typeof(rolled_back_at), finished_at FROM _prisma_migrations")
        == ["'integer'|NULL"])
    #expect(try project.states()["20260228195507_init"] == .pending)
    try project.stepAll()
    #expect(try project.rows("SELECT count(*) FROM _prisma_migrations") == ["3"])
  }

  @Test func `a failed step without a transaction leaves the same rows as Prisma`() throws {
    var files = Self.files
    files["20260301000000_more/migration.sql"] =
      "CREATE TABLE kept (id);\nVACUUM;\nCREATE TABLE t (id);\n"
    let project = try ToolProject(Prisma(), files: files)
    try project.step()
    let failure = try project.step()?.failure
    #expect(failure != nil)
    #expect(
      try project.rows(
        "SELECT finished_at, logs LIKE '%already exists%', applied_steps_count "
          + "FROM _prisma_migrations WHERE migration_name LIKE '%more'") == ["NULL|1|0"])
    #expect(try project.states()["20260301000000_more"] == .dirty)

    files["20260301000000_more/migration.sql"] = "CREATE TABLE kept (id);\nVACUUM;\n"
    let other = try ToolProject(Prisma(), files: files)
    try other.stepAll()
    #expect(
      try other.rows(
        "SELECT typeof(finished_at), applied_steps_count FROM _prisma_migrations ORDER BY rowid")
        == ["'integer'|1", "'integer'|1"])
  }

  @Test(arguments: ["\r\n", "\n"])
  func `different line endings do not count as a change, as in Prisma`(end: String) throws {
    var files = Self.files
    files["20260228195507_init/migration.sql"] = "CREATE TABLE t (id INTEGER PRIMARY KEY);\(end)"
    let project = try ToolProject(
      Prisma(), files: files, sql: Self.table + row("a", "20260228195507_init"))
    #expect(try project.states()["20260228195507_init"] == .applied)
  }

  @Test func `an edited file is reported as changed, and an added byte order mark only in a note`()
    throws
  {
    var files = Self.files
    files["20260228195507_init/migration.sql"] = "\u{FEFF}" + Self.golden
    let sql = Self.table + row("a", "20260228195507_init")
    let marked = try ToolProject(Prisma(), files: files, sql: sql).status().migrations.first
    #expect(marked?.state == .changed)
    #expect(
      marked?.note == "The file differs from the applied version only in the byte order mark.")
    files["20260228195507_init/migration.sql"] = "-- why\n" + Self.golden
    let project = try ToolProject(Prisma(), files: files, sql: sql)
    let note = try project.status().migrations.first?.note
    #expect(note?.contains("differs from the applied") == true)
    // Prisma continues with the next one. Accepting the file records its checksum.
    #expect(try project.status().next?.identifier == "20260301000000_more")
    let folder = try project.toolFolder()
    let queue = try DatabaseQueue(path: project.databasePath)
    try queue.write { db in
      let contents = try folder.ledger.rows(db)
      for sql in folder.ledger.statements(
        for: .acceptChecksum(folder.migrations[0].identifier), contents, .now())
      { try db.execute(sql: sql) }
    }
    try queue.close()
    #expect(try project.states()["20260228195507_init"] == .applied)
  }

  @Test func `a checksum in Prisma's early format is accepted`() throws {
    // The digest above, with each byte's leading zero omitted.
    let old = "884e3a1377e298c8b6932b7d78a5244a4e7fcf666486be45fff155d85fd58b"
    let project = try ToolProject(
      Prisma(), files: Self.files, sql: Self.table + row("a", "20260228195507_init", sum: old))
    #expect(try project.states()["20260228195507_init"] == .applied)
  }

  @Test func `a database with tables but no ledger is refused, as in Prisma`() throws {
    let project = try ToolProject(
      Prisma(), files: Self.files, sql: "CREATE TABLE club (id INTEGER);")
    #expect(try project.status().obstacle?.message.contains("P3005") == true)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(
      try project.rows("SELECT name FROM sqlite_master ORDER BY name") == ["'club'"])
  }

  @Test func `folders that Prisma refuses are refused, and the error names the file`() throws {
    var files = Self.files
    files["migration_lock.toml"] = "provider = \"postgresql\"\n"
    files["20260302000000_empty/notes.txt"] = ""
    let project = try ToolProject(Prisma(), files: files)
    let error = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(error?.problems.map(\.kind) == [.badJournal, .fileMissing])
  }

  @Test func `folders are sorted as localeCompare sorts them`() throws {
    let names = ["20240101_b", "20240101000000_a", "b", "A", "a", "a-b", "a_b", "a b", "1"]
    #expect(
      names.shuffled().sorted(by: LocaleOrder.precedes)
        == ["1", "20240101_b", "20240101000000_a", "a", "A", "a b", "a_b", "a-b", "b"])
  }

  @Test func `a new migration is named after the current time, and a missing lock file is added`()
    throws
  {
    let project = try ToolProject(Prisma(), files: ["x/migration.sql": ""])
    let now = try #require(Timestamp(milliseconds: 1_795_267_358_279))
    let files = try Prisma().newFiles(
      title: "Add clubs", in: try project.tree(), after: [], now: now)
    #expect(
      files.map(\.path) == ["20261121132238_add_clubs/migration.sql", "migration_lock.toml"])
  }

  @Test func `malformed rows cause no crash`() throws {
    let project = try ToolProject(
      Prisma(), files: Self.files,
      sql: Self.table + """
        INSERT INTO _prisma_migrations VALUES (X'00', X'FF', 9223372036854775807, X'41', NULL,
          NULL, -9223372036854775808, 'x'), ('b', 1, 'soon', '20260228195507_init', X'', NULL, '', 0);
        """)
    #expect(try project.states()["20260228195507_init"] == .changed)
    #expect(
      Prisma().evidence(in: try project.tree())?.words
        == "2 folders with `migration.sql`, migration_lock.toml")
  }

  @Test func `states match a simple model of Prisma's rule`() throws {
    var random = SeededGenerator(seed: 41)
    let names = ["a", "b", "c", "d", "e"]
    let columns = ["migration_name", "checksum", "finished_at", "rolled_back_at", "started_at"]
    for _ in 0..<600 {
      let registered = names.filter { _ in Bool.random(using: &random) }
      var rows: [[String: any DatabaseValueConvertible]] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        rows.append([
          "migration_name": names.randomElement(using: &random) ?? "", "checksum": "x",
          "finished_at": Bool.random(using: &random) ? 1 : DatabaseValue.null,
          "rolled_back_at": Int.random(in: 0...3, using: &random) == 0 ? 2 : DatabaseValue.null,
        ])
      }
      let migrations = registered.map { PureRule.migration($0) }
      let pure = PureRule(
        PrismaLedger(name: "_prisma_migrations", files: ToolFiles(migrations)), migrations)
      let status = try pure.status(
        LedgerRows(tables: ["_prisma_migrations": PureRule.table(columns, rows)]))

      // The model uses sets of names.
      let alive = rows.filter { $0["rolled_back_at"]?.databaseValue.isNull == true }
      let known = Set(alive.compactMap { $0["migration_name"] as? String })
      let failed = Set(
        alive.filter { $0["finished_at"]?.databaseValue.isNull == true }
          .compactMap { $0["migration_name"] as? String })
      let newest = registered.last { known.contains($0) && !failed.contains($0) }
      for name in names {
        let found = status.migrations.filter { $0.identifier == name }
        #expect(found.count <= 1)
        let state = found.first?.state
        if failed.contains(name) {
          #expect(state == .dirty)
        } else if !registered.contains(name) {
          #expect(state == (known.contains(name) ? .unregistered : nil))
        } else if known.contains(name) {
          #expect(state == .changed)
        } else {
          #expect(state == (name < newest ?? "" ? .outOfOrder : .pending))
        }
      }
      let hasPending = !Set(registered).subtracting(known.subtracting(failed)).isEmpty
      #expect((status.obstacle != nil) == (!failed.isEmpty && hasPending))
    }
  }
}
