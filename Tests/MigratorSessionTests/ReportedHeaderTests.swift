import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

struct ReportedHeaderTests {
  @Test func `changed user_version and application_id are reported`() throws {
    let (phrases, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (a)", "PRAGMA user_version = 5; PRAGMA application_id = 7;")
    #expect(phrases == [])
    #expect(
      try fixture.prepared().predicted.flatMap { $0.changeLines.map(\.plain) }
        == ["PRAGMA user_version: 0 → 5", "PRAGMA application_id: 0 → 7"])
    #expect(try fixture.step().steps.first?.headerChanges.count == 2)
  }

  @Test(arguments: [CopyKind.full, .overlay], [false, true])
  func `changes of the file format are reported`(form: CopyKind, endsInWAL: Bool) throws {
    let pragmas = "PRAGMA auto_vacuum = FULL; PRAGMA page_size = 8192; VACUUM;"
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      "CREATE TABLE t (a)",
      "-- migtui: no-transaction\n" + (endsInWAL ? "PRAGMA journal_mode = WAL;" : "") + pragmas)
    // In WAL mode VACUUM does not change the page size. On the copy it does.
    let told =
      endsInWAL
      ? ["PRAGMA auto_vacuum: 0 → 1", "PRAGMA journal_mode: delete → wal"]
      : ["PRAGMA page_size: 4096 → 8192", "PRAGMA auto_vacuum: 0 → 1"]
    let session = MigrationSession(
      database: fixture.path, migrations: ProjectSource(databasePath: fixture.path), copyForm: form)
    #expect(
      try session.dryRun().dryRun.report.steps.flatMap { $0.headerLines.map(\.plain) } == told)
    #expect(try fixture.step().steps.flatMap { $0.headerLines.map(\.plain) } == told)
    #expect(
      try ["page_size", "auto_vacuum", "journal_mode"].flatMap {
        try fixture.strings("SELECT CAST(\($0) AS TEXT) FROM pragma_\($0)")
      } == (endsInWAL ? ["4096", "1", "wal"] : ["8192", "1", "delete"]))
  }

  @Test func `turning off WAL mode is reported`() throws {
    let (_, _, fixture) = try SessionFixture.lossesOfMigration(
      "PRAGMA journal_mode = WAL", "-- migtui: no-transaction\nPRAGMA journal_mode = DELETE;")
    #expect(
      try fixture.prepared().predicted.flatMap { $0.headerLines.map(\.plain) }
        == ["PRAGMA journal_mode: wal → delete"])
    #expect(
      try fixture.step().steps.flatMap { $0.headerLines.map(\.plain) } == [
        "PRAGMA journal_mode: wal → delete"
      ])
  }

  /// A new journal mode changes the counter by which SQLite detects writes of other connections.
  @Test
  func `a step that sets the journal mode is not reported as a write by another program`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_wal", "-- migtui: no-transaction\nPRAGMA journal_mode = WAL;")
    try fixture.write("002_table", "CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    let reports = try fixture.step(.all).steps
    #expect(reports.map(\.identifier) == ["001_wal", "002_table"])
    let predicted = try #require(reports.last?.predicted)
    #expect(predicted.isOfSameState == nil)
    let lines = reports.flatMap { $0.lines(isDone: true).map(\.plain) }
    #expect(!lines.contains { $0.contains("another program") }, "\(lines)")
    #expect(lines.contains("it is unknown whether other programs wrote after the dry run"))
  }
}
