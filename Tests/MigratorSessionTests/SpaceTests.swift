import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorSession

/// Compares the disk space predicted by a dry run with the files that SQLite writes.
struct SpaceTests {
  private static let rows = """
    CREATE TABLE score (id INTEGER PRIMARY KEY, points INTEGER, note TEXT);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 3000)
    INSERT INTO score SELECT i, i, printf('%0300d', i) FROM c;
    """
  private static let migrations = [
    "UPDATE score SET points = points + 1",
    "DELETE FROM score WHERE id > 100",
    "CREATE INDEX score_note ON score(note)",
    "INSERT INTO score SELECT NULL, points, note FROM score",
    "CREATE TABLE other (a)",
  ]

  @Test(arguments: migrations, [false, true])
  func `the journal of a step is never larger than predicted and not much smaller`(
    migration: String, wal: Bool
  ) throws {
    let fixture = try SessionFixture(wal: wal)
    try fixture.execute(Self.rows)
    try fixture.write("001_it", migration)
    let prepared = try fixture.prepared()
    let size = try fixture.folder.bytes("app.sqlite").count
    // Another connection prevents the deletion of the `-wal` file.
    let other = try DatabaseQueue(path: fixture.path)
    defer { try? other.close() }
    func checkpoint() throws {
      _ = try other.writeWithoutTransaction { db in
        try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
    try checkpoint()

    // SQLite deletes the journal and soon checkpoints the `-wal`. Their sizes are read through a
    // hard link or at the commit.
    let link = fixture.folder.path("linked")
    var log = 0
    let outcome = fixture.session.step(
      prepared, agreeing: prepared.agreements.map(\.phrase), keepsBackup: false,
      onEvent: { _ in
        log = max(log, (try? fixture.folder.bytes("app.sqlite-wal").count) ?? 0)
        try? FileManager.default.linkItem(atPath: fixture.path + "-journal", toPath: link)
      })
    #expect(outcome.error == nil)

    let told = try #require(prepared.predicted.first?.space)
    let bytes = Int64(wal ? log : try fixture.folder.bytes("linked").count)
    #expect(bytes <= told.journal(isWAL: wal))
    #expect(bytes >= told.journal(isWAL: wal) / 2 - 8192)
    try checkpoint()
    let after = try fixture.folder.bytes("app.sqlite").count
    #expect(told.sizeAfter == Int64(after))
    #expect(told.growth == Int64(after - size))
    #expect(
      try fixture.strings("SELECT CAST(freelist_count AS TEXT) FROM pragma_freelist_count")
        == ["\(told.freePagesAfter)"])
    #expect(outcome.steps.first?.space?.sizeAfter == told.sizeAfter)
  }

  @Test func `a step is refused if the disk is too small, and leaves no files`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_it", "ALTER TABLE club ADD COLUMN city TEXT;")
    let prepared = try fixture.prepared()
    let before = try fixture.folder.bytes("app.sqlite")
    let dryRun = try #require(prepared.dryRun)
    let step = try #require(dryRun.report.steps.first)
    // A prediction larger than any disk.
    let huge = StepReport(
      identifier: step.identifier, seconds: step.seconds, schemaBefore: step.schemaBefore,
      schemaAfter: step.schemaAfter,
      space: StepSpace(
        pageSize: 4096, pagesBefore: 2, pagesAfter: Int64(1) << 40, writtenPages: Int64(1) << 40))
    let report = DryRunReport(
      steps: [huge], schemaBefore: step.schemaBefore, schemaAfter: step.schemaAfter,
      fingerprint: dryRun.report.fingerprint, copiedBytes: 0, copySeconds: 0)
    let outcome = fixture.session.step(
      PreparedStep(
        overview: prepared.overview, migrations: prepared.migrations,
        dryRun: SessionDryRun(report: report, scope: .next, registered: dryRun.registered),
        agreements: [], backups: prepared.backups, runner: DatabaseMigrator()),
      agreeing: [])
    guard
      case .notEnoughSpace(let folder, let needed, _)? = (outcome.error as? MigrationError)?.kind
    else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(folder == fixture.folder.path)
    #expect(needed > Int64(1) << 52)
    #expect(outcome.steps.isEmpty)
    #expect(try fixture.folder.bytes("app.sqlite") == before)
    #expect(try fixture.applied.isEmpty)
    #expect(outcome.backupPath == nil)
  }
}
