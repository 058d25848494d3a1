import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Triggers on the ledger, which change other tables when a migration is recorded.
struct LedgerTriggerTests {
  struct Tool: Sendable, CustomTestStringConvertible {
    let format: MigrationFormat
    let ledger: String
    let names: [String]
    /// The required first lines of a file.
    let head: String
    var testDescription: String { format.rawValue }

    init(_ format: MigrationFormat, _ ledger: String, _ names: [String], head: String = "") {
      (self.format, self.ledger, self.names, self.head) = (format, ledger, names, head)
    }
  }

  static let tools = [
    Tool(.grdb, "grdb_migrations", ["001_a.sql", "002_b.sql", "003_c.sql"]),
    Tool(
      .goose, "goose_db_version", ["00001_a.sql", "00002_b.sql", "00003_c.sql"],
      head: "-- +goose Up\n"),
    Tool(.golangMigrate, "schema_migrations", ["1_a.up.sql", "2_b.up.sql", "3_c.up.sql"]),
    Tool(
      .dbmate, "schema_migrations", ["1_a.sql", "2_b.sql", "3_c.sql"], head: "-- migrate:up\n"),
    Tool(.sqlx, "_sqlx_migrations", ["1_a.sql", "2_b.sql", "3_c.sql"]),
    Tool(.refinery, "refinery_schema_history", ["V1__a.sql", "V2__b.sql", "V3__c.sql"]),
  ]

  /// A database with one applied migration and three rows in `note`.
  private struct World {
    let fixture: SessionFixture
    let tool: Tool

    init(_ tool: Tool, second: String = "CREATE TABLE b (x);\n") throws {
      self.tool = tool
      fixture = try SessionFixture()
      let texts = ["CREATE TABLE a (x);\n", second, "CREATE TABLE c (x);\n"]
      for (name, text) in zip(tool.names, texts) {
        try fixture.folder.write(
          "work/\(name)", tool.head + text + (tool.format == .dbmate ? "-- migrate:down\n" : ""))
      }
      try fixture.execute(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, v TEXT);"
          + "INSERT INTO note VALUES (1, 'one'), (2, 'two'), (3, 'three');")
      let prepared = try prepared()
      #expect(session.step(prepared, agreeing: [], keepsBackup: false).error == nil)
    }

    var session: MigrationSession {
      MigrationSession(
        database: fixture.path,
        migrations: ProjectSource(
          databasePath: fixture.path,
          request: ProjectDetection.Request(
            folder: fixture.folder.path("work"), format: tool.format),
          currentFolder: fixture.folder.path("nowhere")), history: .none)
    }

    func prepared(_ scope: MigrationScope = .next) throws -> PreparedStep {
      guard case .ready(let prepared) = try session.prepareStep(scope) else {
        throw SessionFixture.Unprepared.nothing
      }
      return prepared
    }

    /// The rows of `note`, read independently of migtui's comparison.
    func notes() throws -> [String] {
      try fixture.strings("SELECT id || coalesce(v, '') FROM note ORDER BY id")
    }
  }

  private static let notes = ["1one", "2two", "3three"]

  /// Expects that the step requires acceptance, and then does what the dry run reported.
  private func expectConsent(_ world: World, _ phrase: String, _ after: [String]) throws {
    let prepared = try world.prepared()
    #expect(
      prepared.agreements.map(\.phrase).map { $0.split(separator: ": ").last ?? "" } == [
        phrase[...]
      ])
    let before = try world.fixture.dump()
    let refused = world.session.step(prepared, agreeing: [])
    #expect(refused.error as? SessionRefusal == .notAgreed(prepared.agreements))
    #expect(try world.fixture.dump() == before)
    let outcome = world.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil && outcome.failure == nil)
    #expect(try world.notes() == after)
    #expect(outcome.steps.map { $0.losses } == [prepared.losses])
  }

  @Test(arguments: tools)
  func `losses caused by an existing ledger trigger must be accepted`(tool: Tool) throws {
    let world = try World(tool)
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON \(tool.ledger) BEGIN DELETE FROM note WHERE id > 1; END")
    try expectConsent(world, "lose 2 rows", ["1one"])
  }

  @Test(arguments: tools, ["TEMP ", ""])
  func `losses caused by a trigger of the migration must be accepted`(tool: Tool, kind: String)
    throws
  {
    let goose = tool.format == .goose
    let world = try World(
      tool,
      second: (goose ? "-- +goose StatementBegin\n" : "") + """
        CREATE \(kind)TRIGGER t AFTER INSERT ON \(tool.ledger) BEGIN UPDATE note SET v = NULL; END;

        """ + (goose ? "-- +goose StatementEnd\n" : ""))
    try expectConsent(world, "lose 3 values", ["1", "2", "3"])
    if kind.isEmpty { return }
    // The temporary trigger disappeared with its connection.
    let last = try world.prepared()
    #expect(last.agreements.isEmpty)
  }

  @Test func `if a ledger trigger deletes rows in each step, each loss must be accepted`() throws {
    let world = try World(Self.tools[0])
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN "
        + "DELETE FROM note WHERE id = (SELECT max(id) FROM note); END")
    let prepared = try world.prepared(.all)
    #expect(prepared.agreements.map(\.phrase) == ["002: lose 1 row", "003: lose 1 row"])
    let outcome = world.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil && outcome.steps.count == 2)
    #expect(try world.notes() == ["1one"])
  }

  /// The comparison under the lock finds more deleted rows than the dry run.
  @Test func `a step is rolled back if a trigger deletes more rows than in the dry run`() throws {
    let world = try World(Self.tools[0])
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN DELETE FROM note WHERE id > 1; END")
    let prepared = try world.prepared()
    try world.fixture.execute("INSERT INTO note VALUES (4, 'four')")
    let outcome = world.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    guard case .losesMore? = (outcome.error as? MigrationError)?.kind else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(try world.notes() == Self.notes + ["4four"])
  }

  @Test func `losses caused by a trigger outside a transaction must be accepted`() throws {
    let world = try World(
      Self.tools[0], second: "-- migtui: no-transaction\nCREATE TABLE b (x);\n")
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN DELETE FROM note WHERE id > 1; END")
    try expectConsent(world, "lose 2 rows", ["1one"])
  }

  /// golang-migrate records the beginning of a migration.
  @Test func `losses caused by a trigger on setting the dirty flag must be accepted`() throws {
    let world = try World(
      Self.tools[2], second: "BEGIN;\nCREATE TABLE b (x);\nCOMMIT;\n")
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON schema_migrations WHEN new.dirty BEGIN "
        + "DELETE FROM note WHERE id > 1; END")
    let prepared = try world.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["2: lose 2 rows"])
  }

  @Test func `deleting records of other migrations is reported as a loss`() throws {
    let world = try World(Self.tools[0])
    try world.fixture.execute(
      "INSERT INTO grdb_migrations VALUES ('000_old');"
        + "CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN "
        + "DELETE FROM grdb_migrations WHERE identifier = '000_old'; END")
    let prepared = try world.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["002: lose 1 row"])
    #expect(prepared.losses.lines().map(\.plain).contains { $0.contains("grdb_migrations") })
  }

  /// The trigger writes, but nothing is lost.
  @Test func `nothing needs to be accepted if a trigger only adds rows`() throws {
    let world = try World(Self.tools[0])
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON grdb_migrations BEGIN "
        + "INSERT INTO note (v) VALUES (new.identifier); END")
    let prepared = try world.prepared()
    #expect(prepared.agreements.isEmpty)
    let outcome = world.session.step(prepared, agreeing: [])
    #expect(outcome.error == nil)
    #expect(outcome.steps.first?.rows.map(\.table) == ["b", "note"])
    #expect(try world.notes() == Self.notes + ["4002_b"])
  }

  // MARK: - Repairs

  @Test(arguments: tools)
  func `a repair is rolled back if it would change another table, and the suggested remedy works`(
    tool: Tool
  ) throws {
    let world = try World(tool)
    try world.fixture.execute(
      """
      CREATE TABLE log (v);
      CREATE TRIGGER "on record" AFTER INSERT ON \(tool.ledger) BEGIN DELETE FROM note; END;
      CREATE TRIGGER "on note" AFTER DELETE ON note BEGIN INSERT INTO log VALUES (old.v); END;
      """)
    let last = try #require(try world.session.overview().status.migrations.last?.identifier)
    let offers = try world.session.repairs(selected: last)
    let repair = try #require(offers.repairs.first { $0.kind == .markApplied })
    let before = try world.fixture.dump()
    let error = #expect(throws: MigrationError.self) {
      try world.session.repair(repair, of: offers)
    }
    #expect(error?.kind == .firesTriggers(["on record"], changing: ["note", "log"]))
    #expect(try world.fixture.dump() == before)
    #expect(world.fixture.backups.isEmpty)
    let remedy = try #require(error.map { "\($0.remedy)" })
    let sql = try #require(remedy.components(separatedBy: "repair: ").last)
    try world.fixture.execute(sql)
    let again = try world.session.repairs(selected: last)
    _ = try world.session.repair(
      try #require(again.repairs.first { $0.kind == .markApplied }), of: again)
    #expect(try world.session.overview().status.next == nil)
    #expect(try world.notes() == Self.notes)
  }

  @Test func `a repair is rolled back if it changes another table through a foreign key`() throws {
    let world = try World(Self.tools[2])
    try world.fixture.execute(
      "CREATE TABLE release (v REFERENCES schema_migrations (version) ON DELETE CASCADE);"
        + "INSERT INTO release VALUES (1)")
    let offers = try world.session.repairs(selected: "3_c")
    let repair = try #require(offers.repairs.first { $0.kind == .markApplied })
    let error = #expect(throws: MigrationError.self) {
      try world.session.repair(repair, of: offers)
    }
    #expect(error?.kind == .firesTriggers([], changing: []))
    #expect(try world.fixture.strings("SELECT CAST(v AS TEXT) FROM release") == ["1"])
  }

  @Test(arguments: tools, ["IGNORE", "ABORT, 'not today'"])
  func `a repair is rolled back if a trigger rejects its record`(
    tool: Tool, action: String
  ) throws {
    let world = try World(tool)
    try world.fixture.execute(
      "CREATE TRIGGER t BEFORE INSERT ON \(tool.ledger) BEGIN SELECT raise(\(action)); END")
    let last = try #require(try world.session.overview().status.migrations.last?.identifier)
    let offers = try world.session.repairs(selected: last)
    let before = try world.fixture.dump()
    let error = #expect(throws: MigrationError.self) {
      try world.session.repair(
        try #require(offers.repairs.first { $0.kind == .markApplied }), of: offers)
    }
    guard case .ledgerRefuses(let ledger, let reason) = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(ledger == tool.ledger)
    #expect(reason == (action == "IGNORE" ? "the row was not stored" : "not today"))
    #expect(try world.fixture.dump() == before)
  }

  /// A statement that changes no rows must not be counted with the rows of the previous statement.
  @Test(arguments: tools)
  func `a trigger that does not fire does not block a repair`(tool: Tool) throws {
    let world = try World(tool)
    try world.fixture.execute(
      "CREATE TRIGGER t AFTER INSERT ON \(tool.ledger) WHEN 0 BEGIN DELETE FROM note; END")
    let last = try #require(try world.session.overview().status.migrations.last?.identifier)
    let offers = try world.session.repairs(selected: last)
    _ = try world.session.repair(
      try #require(offers.repairs.first { $0.kind == .markApplied }), of: offers)
    #expect(try world.session.overview().status.next == nil)
  }
}
