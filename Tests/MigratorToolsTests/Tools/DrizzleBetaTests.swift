import Foundation
import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct DrizzleBetaTests {
  private static let goldenSum = "0884e3a1377e298c8b6932b7d78a5244a4e7fcf6066486be45fff155d85fd58b"
  private static let files = [
    "20240821162325_init/migration.sql": "CREATE TABLE t (id INTEGER PRIMARY KEY);\n",
    "20240821162325_init/snapshot.json": "{}",
    "20240901000000_more/migration.sql": "CREATE TABLE a (id);--> statement-breakpoint\n",
    "20240901000000_more/snapshot.json": "{}",
    "notes/readme.md": "",
  ]
  private static let old = """
    CREATE TABLE "__drizzle_migrations" (id SERIAL PRIMARY KEY, hash text NOT NULL,
      created_at numeric);
    """

  @Test func `a step writes the hash, the time, the name and the current time`() throws {
    let project = try ToolProject(DrizzleBeta(), files: Self.files)
    try project.step()
    #expect(
      try project.rows(
        "SELECT id, hash, created_at, typeof(created_at), name FROM __drizzle_migrations")
        == ["1|'\(Self.goldenSum)'|1724257405000|'integer'|'20240821162325_init'"])
    let moment = try project.rows("SELECT applied_at FROM __drizzle_migrations")[0]
    #expect(moment.wholeMatch(of: /'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z'/) != nil)
    try project.stepAll()
    #expect(
      try project.status().lines
        == ["applied 20240821162325_init", "applied 20240901000000_more"])
    let tables = try DatabaseQueue(path: project.databasePath).read { try DatabaseTables($0) }
    #expect(DrizzleBeta().ledger(in: tables)?.strength == .certain)
    #expect(Drizzle().ledger(in: tables)?.strength == .likely)
  }

  @Test func `migrations are compared by name, so an out-of-order migration is applied`() throws {
    let project = try ToolProject(DrizzleBeta(), files: Self.files)
    try project.stepAll()
    try project.folder.write("migrations/20240830000000_late/migration.sql", "CREATE TABLE l (id);")
    #expect(try project.states()["20240830000000_late"] == .outOfOrder)
    try project.stepAll()
    #expect(try project.rows("SELECT count(*) FROM l") == ["0"])
  }

  @Test
  func `a ledger of an earlier version is matched by time in seconds and is not written`() throws {
    let project = try ToolProject(
      DrizzleBeta(), files: Self.files,
      sql: Self.old + "INSERT INTO __drizzle_migrations (hash, created_at) VALUES "
        + "('\(Self.goldenSum)', 1724257405067);")
    let status = try project.status()
    #expect(
      status.lines == ["applied 20240821162325_init", "pending 20240901000000_more"])
    #expect(status.obstacle?.message.contains("earlier version of Drizzle") == true)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a row of an earlier version that has no folder is reported by name`() throws {
    let project = try ToolProject(
      DrizzleBeta(), files: Self.files,
      sql: Self.old + "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 5);")
    #expect(try project.status().obstacle?.message.contains("1 of its rows") == true)
  }

  @Test func `a folder that still has a journal is refused`() throws {
    var files = Self.files
    files["meta/_journal.json"] = #"{"entries": []}"#
    let project = try ToolProject(DrizzleBeta(), files: files)
    let error = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(error?.problems.first?.remedy == "Run drizzle-kit up.")
  }

  @Test func `the time in a name is parsed like JavaScript's Date.UTC`() throws {
    #expect(DrizzleBeta.milliseconds(of: "20240821162325_x") == 1_724_257_405_000)
    #expect(DrizzleBeta.milliseconds(of: "19700101000000") == 0)
    #expect(DrizzleBeta.milliseconds(of: "20241301000000") == 1_735_689_600_000)
    #expect(DrizzleBeta.milliseconds(of: "init") == nil)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var random = SeededGenerator(seed: 3)
    let format = Date.VerbatimFormatStyle(
      format: """
        \(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)\
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\
        \(minute: .twoDigits)\(second: .twoDigits)
        """, timeZone: calendar.timeZone, calendar: calendar)
    for _ in 0..<500 {
      let seconds = Int64.random(in: -2_000_000_000...9_000_000_000, using: &random)
      let name = Date(timeIntervalSince1970: Double(seconds)).formatted(format)
      #expect(DrizzleBeta.milliseconds(of: name) == seconds * 1000, "\(name)")
    }
  }

  @Test func `states match a simple model that compares names`() throws {
    var random = SeededGenerator(seed: 9)
    let names = ["20240101000000_a", "20240102000000_b", "20240103000000_c", "20240104000000_d"]
    for _ in 0..<500 {
      let registered = names.filter { _ in Bool.random(using: &random) }
      let recorded = names.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let rows = recorded.map {
        ["name": $0, "hash": "h"] as [String: any DatabaseValueConvertible]
      }
      let files = registered.map {
        DrizzleFile(migration: PureRule.migration($0), milliseconds: nil, hash: "h")
      }
      let status = try PureRule(
        DrizzleBetaLedger(name: "__drizzle_migrations", files: ToolFiles(files)),
        files.map(\.migration)
      ).status(
        LedgerRows(tables: [
          "__drizzle_migrations": PureRule.table(
            ["id", "hash", "created_at", "name", "applied_at"], rows)
        ]))
      let newest = registered.last { recorded.contains($0) } ?? ""
      for name in names {
        let state = status.migrations.first { $0.identifier == name }?.state
        switch (registered.contains(name), recorded.contains(name)) {
        case (true, true): #expect(state == .applied)
        case (true, false): #expect(state == (name < newest ? .outOfOrder : .pending))
        case (false, true): #expect(state == .unregistered)
        case (false, false): #expect(state == nil)
        }
      }
    }
  }
}
