import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

struct InspectionTests {
  private let migrator = DatabaseMigrator(["1": "CREATE TABLE a(x)", "2": ""])

  private func lookAtEverything(_ path: String, mode: String) throws {
    let inspection = try DatabaseInspection(path: path)
    let report = try inspection.status(of: migrator)
    #expect(!report.ledgerExists)
    #expect(report.count(of: .pending) == 2)
    #expect(try inspection.schema().objects.map(\.name) == ["player"])
    #expect(try inspection.facts().journalMode == mode)
    try inspection.violations(onViolation: { _ in true })
    let fingerprint = try inspection.fingerprint()
    #expect(try inspection.fingerprint() == fingerprint)
    try inspection.close()
    guard case .diff(let drift) = try SchemaDrift.diff(path: path, migrator: migrator) else {
      Issue.record("no drift")
      return
    }
    #expect(drift.changes.map(\.name) == ["player"])
    let copies = try TemporaryFolder()
    let dryRun = try DryRun.run(
      path: path, migrator: migrator, temporaryDirectory: copies.path)
    #expect(dryRun.failure == nil && dryRun.steps.count == 2)
    #expect(copies.names().isEmpty)
  }

  @Test func `inspection writes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase()
    let before = FolderState(of: folder.path)
    try lookAtEverything(path, mode: "delete")
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `inspection writes nothing if there are changes in a -wal file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeCrashedWALDatabase()
    let before = FolderState(of: folder.path, ignoring: ["-shm"])
    try lookAtEverything(path, mode: "wal")
    #expect(FolderState(of: folder.path, ignoring: ["-shm"]) == before)
  }

  @Test func `the reported facts describe the file`() throws {
    let fixture = try LeagueFixture("PRAGMA user_version = 7; PRAGMA application_id = 99;")
    let facts = try DatabaseInspection(path: fixture.path).facts()
    #expect(facts.path == fixture.path)
    #expect(facts.fileSize == Int64(try fixture.folder.bytes("league.sqlite").count))
    #expect(facts.walSize == nil)
    #expect(facts.journalMode == "delete")
    #expect(facts.encoding == "UTF-8")
    #expect(facts.pageSize == 4096)
    #expect(facts.userVersion == 7)
    #expect(facts.applicationID == 99)
    #expect(!facts.isReadOnly)
  }

  @Test func `a commit by another connection changes the fingerprint`() throws {
    for mode in ["delete", "truncate", "wal"] {
      let fixture = try LeagueFixture()
      try fixture.queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = \(mode)")
      }
      let inspection = try DatabaseInspection(path: fixture.path)
      var seen: Set<DatabaseFingerprint> = [try inspection.fingerprint()]
      for id in 10..<15 {
        try fixture.queue.write {
          try $0.execute(sql: "INSERT INTO team VALUES (?, 'x')", arguments: [id])
        }
        seen.insert(try inspection.fingerprint())
      }
      #expect(seen.count == 6, "\(mode)")
    }
  }

  @Test func `a file that cannot be opened is reported`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseInspection(path: folder.path("none.sqlite"))
    }
    #expect(error?.openFailure?.kind == .noSuchFile)
    #expect(folder.names().isEmpty)
  }

  @Test func `a backup is a complete, separate database`() throws {
    let fixture = try LeagueFixture()
    try fixture.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try fixture.queue.write { try $0.execute(sql: "INSERT INTO team VALUES (3, 'Golds')") }
    let target = fixture.folder.path("backup.sqlite")
    var copied: Int64 = 0
    let bytes = try DatabaseBackup.make(path: fixture.path, to: target) {
      if case .copying(let done, let total) = $0 {
        #expect(done <= total)
        copied = done
      }
    }
    #expect(copied == bytes)
    #expect(
      try DatabaseQueue(path: target).count("SELECT count(*) FROM team") == 3)
    #expect(throws: DatabaseError.self) { try DatabaseBackup.make(path: fixture.path, to: target) }
    // A leftover of a killed backup under the temporary name is replaced and removed.
    let other = target + "-2"
    let partial = "\(other).partial-\(ProcessInfo.processInfo.processIdentifier)"
    try Data("half".utf8).write(to: URL(fileURLWithPath: partial))
    try DatabaseBackup.make(path: fixture.path, to: other)
    #expect(!FileManager.default.fileExists(atPath: partial))
    #expect(
      try DatabaseInspection(path: other).schema() == DatabaseInspection(path: target).schema())
  }
}
