import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct AtlasTests {
  private static let golden = "CREATE TABLE t (id INTEGER PRIMARY KEY);\n"
  private static let more = "CREATE TABLE a (id);\nCREATE TABLE b (id);\n"
  /// Computed by an independent script in another language.
  private static let sum = """
    h1:W7+rt7vuENATtR9RSRbFTtXVYt1K+/8IcjAWRvMzeds=
    1_init.sql h1:mIvToMxkTY3oqiBdhZm7/7+Th5VkK4tstD9y6gWQQwg=
    2_more.sql h1:3mOVSe9A6pyP6FoF8395VVpzZA/h3bRIbXJu+04hwHs=

    """
  private static let files = ["1_init.sql": golden, "2_more.sql": more, "atlas.sum": sum]
  private static let table = """
    CREATE TABLE `atlas_schema_revisions` (`version` text NOT NULL, `description` text NOT NULL,
     `type` integer NOT NULL DEFAULT 2, `applied` integer NOT NULL DEFAULT 0,
     `total` integer NOT NULL DEFAULT 0, `executed_at` datetime NOT NULL,
     `execution_time` integer NOT NULL, `error` text NULL, `error_stmt` text NULL,
     `hash` text NOT NULL, `partial_hashes` json NULL, `operator_version` text NOT NULL,
     PRIMARY KEY (`version`));
    """

  /// Adds a matching atlas.sum to the files.
  private static func sealed(_ files: [String: String]) -> [String: String] {
    var files = files
    files["atlas.sum"] = nil
    let sum = AtlasSum(of: files.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) })
    files["atlas.sum"] =
      (["h1:" + sum.sum] + sum.lines.map { "\($0.file) h1:\($0.hash)" })
      .joined(separator: "\n") + "\n"
    return files
  }

  private static func row(
    _ version: String, applied: Int = 1, total: Int = 1, type: Int = 2, hash: String = ""
  ) -> String {
    "INSERT INTO atlas_schema_revisions VALUES ('\(version)', 'x', \(type), \(applied), \(total), "
      + "'2024-04-13 14:10:44.1+00:00', 1, '', '', '\(hash)', NULL, 'Atlas CLI');"
  }

  @Test func `the computed hash chain matches atlas.sum`() throws {
    let one = AtlasSum(of: [("1_init.sql", Array(Self.golden.utf8))])
    #expect(one.sum == "IR2+aWo7uwaM++nT8zxnX0Cuj1d7G2dDaJEnXocDL5s=")
    #expect(one.lines.map(\.hash) == ["mIvToMxkTY3oqiBdhZm7/7+Th5VkK4tstD9y6gWQQwg="])
    #expect(Self.sealed(Self.files)["atlas.sum"] == Self.sum)
    #expect(AtlasSum(text: Self.sum)?.lines.count == 2)
    #expect(AtlasSum(text: Self.sum.replacing("W7", with: "X7")) == nil)
  }

  @Test func `a step writes the same revision as Atlas`() throws {
    let project = try ToolProject(Atlas(), files: Self.files)
    try project.stepAll()
    #expect(
      try project.rows(
        """
        SELECT version, description, type, applied, total, typeof(executed_at),
          typeof(execution_time), error, error_stmt, hash, partial_hashes, operator_version
        FROM atlas_schema_revisions ORDER BY version
        """)
        == [
          "'1'|'init'|2|1|1|'text'|'integer'|''|''|"
            + "'mIvToMxkTY3oqiBdhZm7/7+Th5VkK4tstD9y6gWQQwg='|X'6E756C6C'|'migtui'",
          "'2'|'more'|2|2|2|'text'|'integer'|''|''|"
            + "'3mOVSe9A6pyP6FoF8395VVpzZA/h3bRIbXJu+04hwHs='|X'6E756C6C'|'migtui'",
        ])
    let time = try project.rows("SELECT executed_at FROM atlas_schema_revisions")[0]
    #expect(time.wholeMatch(of: /'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,9})?\+00:00'/) != nil)
    #expect(try project.status().lines == ["applied 1_init", "applied 2_more"])
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(Atlas().ledger(in: tables)?.strength == .certain)
  }

  @Test func `if a folder does not match atlas.sum, the error names the first difference`()
    throws
  {
    for (name, text, words) in [
      ("1_init.sql", "SELECT 1;", "1_init.sql was edited"),
      ("0_early.sql", "SELECT 1;", "0_early.sql was added"),
      ("3_late.sql", "SELECT 1;", "3_late.sql was added"),
      ("2_more.sql", nil, "2_more.sql is missing"), ("atlas.sum", nil, "it is missing"),
      ("atlas.sum", "h1:x\n1_init.sql h1:y\n", "its first line"),
    ] as [(String, String?, String)] {
      var files = Self.files
      files[name] = text
      let project = try ToolProject(Atlas(), files: files)
      #expect(try project.status().obstacle?.message.contains(words) == true, "\(words)")
      #expect(throws: MigrationError.self) { try project.step() }
    }
  }

  @Test func `a partly applied revision is dirty and shows how many statements ran`() throws {
    let project = try ToolProject(
      Atlas(), files: Self.files,
      sql: Self.table + Self.row("1") + Self.row("2", applied: 1, total: 2))
    let status = try project.status()
    #expect(status.lines == ["applied 1_init", "dirty 2_more"])
    #expect(status.migrations[1].note == "1 of 2 statements ran.")
    #expect(status.obstacle?.message.contains("1 of 2 statements of 2") == true)
    let folder = try project.toolFolder()
    let queue = try DatabaseQueue(path: project.databasePath)
    try queue.write { db in
      let contents = try folder.ledger.rows(db)
      for sql in folder.ledger.statements(for: .clearFailures, contents, .now()) {
        try db.execute(sql: sql)
      }
    }
    try queue.close()
    #expect(try project.states()["2_more"] == .pending)
  }

  @Test func `Atlas can resume after a step outside a transaction fails`()
    throws
  {
    let files = Self.sealed([
      "1_init.sql":
        "-- atlas:txmode none\n\nCREATE TABLE kept (id);\nCREATE TABLE kept (id);\nSELECT 1;\n"
    ])
    let project = try ToolProject(Atlas(), files: files)
    #expect(try project.status().migrations[0].transaction == .none)
    #expect(try project.step()?.failure != nil)
    #expect(
      try project.rows(
        """
        SELECT applied, total, error LIKE '%already exists%', error_stmt,
          CAST(partial_hashes AS TEXT) FROM atlas_schema_revisions
        """)
        == [
          "1|3|1|'CREATE TABLE kept (id);'|'[\"h1:XBOa5FVyVIW/TEHLbBGgozsjyxGp6mPhuArjedsFYpE=\"]'"
        ])
    #expect(try project.states()["1_init"] == .dirty)

    let good = try ToolProject(
      Atlas(), files: Self.sealed(["1_x.sql": "-- atlas:txmode none\n\nCREATE TABLE k (id);\n"]))
    try good.stepAll()
    #expect(
      try good.rows("SELECT applied, total, partial_hashes FROM atlas_schema_revisions")
        == ["1|1|X'6E756C6C'"])
  }

  @Test func `a checkpoint replaces earlier migrations only on an empty database`() throws {
    let files = Self.sealed([
      "1_init.sql": Self.golden, "2_more.sql": Self.more,
      "3_checkpoint.sql": "-- atlas:checkpoint v1\n\n" + Self.golden + Self.more,
      "4_last.sql": "CREATE TABLE d (id);",
    ])
    let fresh = try ToolProject(Atlas(), files: files)
    #expect(
      try fresh.status().lines
        == ["skipped 1_init", "skipped 2_more", "pending 3_checkpoint", "pending 4_last"])
    try fresh.stepAll()
    #expect(
      try fresh.status().lines
        == ["skipped 1_init", "skipped 2_more", "applied 3_checkpoint", "applied 4_last"])
    let old = try ToolProject(Atlas(), files: files, sql: Self.table + Self.row("1"))
    #expect(
      try old.status().lines
        == ["applied 1_init", "pending 2_more", "skipped 3_checkpoint", "pending 4_last"])
  }

  @Test func `a lower version that is not applied blocks every step`() throws {
    let project = try ToolProject(
      Atlas(), files: Self.sealed(["1_a.sql": "", "2_b.sql": "", "3_c.sql": "", "4_d.sql": ""]),
      sql: Self.table + Self.row("1") + Self.row("3"))
    let status = try project.status()
    #expect(status.lines == ["applied 1_a", "outOfOrder 2_b", "applied 3_c", "pending 4_d"])
    #expect(status.obstacle?.message.contains("Atlas stops at 2_b") == true)
  }

  @Test func `a custom delimiter separates the statements of a file`() throws {
    let text = """
      -- atlas:delimiter \\n\\n\\n
      CREATE TABLE a (id);
      CREATE TABLE b (id);


      CREATE TABLE c (id);
      """
    let project = try ToolProject(Atlas(), files: Self.sealed(["1_x.sql": text]))
    try project.stepAll()
    #expect(try project.rows("SELECT applied, total FROM atlas_schema_revisions") == ["2|2"])
    let marked = try ToolProject(
      Atlas(),
      files: Self.sealed([
        "1_x.sql": "-- atlas:delimiter -- end\nCREATE TABLE a (id)-- end\nCREATE TABLE b (id)"
      ]))
    try marked.stepAll()
    #expect(try marked.rows("SELECT count(*) FROM a, b") == ["0"])
    let torn = try ToolProject(
      Atlas(), files: Self.sealed(["1_x.sql": "-- atlas:delimiter \\n\nSELECT 1\n, 2;\nSELECT 2\n"])
    )
    #expect(try torn.states()["1_x"] == .unusable)
  }

  @Test func `a folder hashed for another tool is not attributed to Atlas`() throws {
    for files in [
      ["1_a.sql": "-- +goose Up\nSELECT 1;"], ["1_a.up.sql": ""], ["V1__a.sql": ""],
      ["1_a.sql": "-- migrate:up\n"],
    ] {
      let project = try ToolProject(Atlas(), files: Self.sealed(files))
      #expect(Atlas().evidence(in: try project.tree()) == nil)
    }
    let own = try ToolProject(Atlas(), files: Self.files)
    #expect(
      Atlas().evidence(in: try own.tree())?.words == "2 files `VERSION_words.sql`, atlas.sum")
  }

  @Test func `an edit that changes all following hashes is reported once`() throws {
    let project = try ToolProject(
      Atlas(), files: Self.files,
      sql: Self.table + Self.row(".atlas_cloud_identifier") + Self.row("1", hash: "old")
        + Self.row("2", hash: "old too"))
    #expect(try project.status().lines == ["changed 1_init", "applied 2_more"])
  }

  @Test func `a database with tables but no revisions is refused`() throws {
    let project = try ToolProject(Atlas(), files: Self.files, sql: "CREATE TABLE x (id);")
    #expect(try project.status().obstacle?.message.contains("such as x") == true)
  }

  @Test func `malformed rows cause no crash`() throws {
    let project = try ToolProject(
      Atlas(), files: Self.files,
      sql: "CREATE TABLE atlas_schema_revisions (version, description, type, applied, total, "
        + "executed_at, execution_time, error, error_stmt, hash, partial_hashes, operator_version);"
        + "INSERT INTO atlas_schema_revisions (version, applied, total) VALUES (NULL, 1, 1), "
        + "(X'FF', 'x', NULL), (1.0, 9223372036854775807, -1), ('', '', '');")
    #expect(try project.status().migrations.isEmpty == false)
  }

  @Test func `states and obstacles match a simple model of Atlas's rule`() throws {
    var random = SeededGenerator(seed: 23)
    let all = ["1", "12", "2", "3", "30", "4"]
    for _ in 0..<700 {
      let registered = all.filter { _ in Int.random(in: 0...4, using: &random) > 0 }
      let checkpoint = registered.filter { _ in Int.random(in: 0...5, using: &random) == 0 }
      let recorded = all.filter { _ in Bool.random(using: &random) }
      let partial = recorded.filter { _ in Int.random(in: 0...7, using: &random) == 0 }
      let files = registered.map {
        AtlasMigration(
          version: $0, description: "x", statements: [], isCheckpoint: checkpoint.contains($0),
          hash: "h", migration: PureRule.migration("\($0)_x"))
      }
      let rows = recorded.map { version in
        [
          "version": version, "description": "x", "applied": 1,
          "total": partial.contains(version) ? 2 : 1, "hash": "h",
        ] as [String: any DatabaseValueConvertible]
      }.shuffled(using: &random)
      let columns = ["version", "description", "type", "applied", "total", "hash"]
      let status = try PureRule(
        AtlasLedger(
          name: "atlas_schema_revisions", seal: nil, files: ToolFiles(files)),
        files.map(\.migration)
      ).status(
        LedgerRows(tables: ["atlas_schema_revisions": PureRule.table(columns, rows)]))

      // The model is a list of the pending migrations.
      var expected: [String: MigrationStatus.State] = [:]
      if recorded.isEmpty {
        let start = checkpoint.last.flatMap { registered.firstIndex(of: $0) } ?? 0
        for (index, version) in registered.enumerated() {
          expected[version] = index < start ? .skipped : .pending
        }
      } else {
        let newest = registered.last { recorded.contains($0) && !partial.contains($0) }
        for version in registered {
          if partial.contains(version) {
            expected[version] = .dirty
          } else if recorded.contains(version) {
            expected[version] = .applied
          } else if checkpoint.contains(version) || version < recorded[0] {
            expected[version] = .skipped
          } else {
            expected[version] = version < newest ?? "" ? .outOfOrder : .pending
          }
        }
      }
      for (version, state) in expected {
        #expect(status.migrations.first { $0.identifier == "\(version)_x" }?.state == state)
      }
      let open = expected.filter { [.pending, .outOfOrder, .dirty].contains($0.value) }
      let isLate = expected.contains { version, state in
        [.pending, .outOfOrder].contains(state) && version < recorded.last ?? ""
      }
      #expect((status.obstacle != nil) == ((isLate || !partial.isEmpty) && !open.isEmpty))
    }
  }
}
