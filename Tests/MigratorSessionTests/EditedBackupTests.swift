import Foundation
import MigratorEngine
import MigratorPlatform
import MigratorSession
import MigratorTestSupport
import Testing

/// A backup whose contents changed without a change of its size and time.
struct EditedBackupTests {
  /// A database with one applied step, and the path of its backup.
  private func stepped(wal: Bool) throws -> (fixture: SessionFixture, backup: String) {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    return (fixture, try #require(try fixture.step().backupPath))
  }

  /// Replaces the name of a club in the bytes of a file, and restores its modification time.
  private func edit(_ path: String) throws {
    let time = try FileStatus(of: path)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data("Rovers".utf8)))
    bytes.replaceSubrange(place, with: Data("Robots".utf8))
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    var times = [
      timespec(
        tv_sec: Int(time.modifiedAt / 1_000_000_000), tv_nsec: Int(time.modifiedAt % 1_000_000_000))
    ]
    times.append(times[0])
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    #expect(try FileStatus(of: path).version == time.version)
  }

  @Test(arguments: [false, true])
  func `an edited backup requires the phrase even if its modification time is unchanged`(wal: Bool)
    throws
  {
    let (fixture, backup) = try stepped(wal: wal)
    #expect(try fixture.session.prepareRestore().phrase == nil)
    try edit(backup)
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.backup.path == backup)
    #expect(prepared.backup.record == nil && prepared.backup.isChanged)
    #expect(!prepared.isStraight)
    #expect(prepared.lines.map(\.plain).contains("The backup has changed since it was made."))
    let refused = fixture.session.restore(prepared)
    #expect(refused.error as? SessionRefusal == .notAgreedToUndo(phrase: "undo all since"))
    #expect(try fixture.strings("SELECT name FROM club WHERE id = 1") == ["Rovers"])
    // The suggested phrase works.
    #expect(fixture.session.restore(prepared, agreeing: prepared.phrase).isRestored)
    #expect(try fixture.strings("SELECT name FROM club WHERE id = 1") == ["Robots"])
  }

  @Test
  func `restoring is refused if the backup is edited after the restore was prepared`() throws {
    let (fixture, backup) = try stepped(wal: false)
    let prepared = try fixture.session.prepareRestore()
    let state = try fixture.dump()
    try edit(backup)
    let refused = fixture.session.restore(prepared)
    #expect(refused.error as? SessionRefusal == .backupChanged(path: backup))
    #expect(try fixture.dump() == state)
    #expect(fixture.backups == ["app.sqlite.before-001_one"])
  }

  @Test func `changes in the -wal file of a backup count as changes to the backup`() throws {
    let (fixture, backup) = try stepped(wal: true)
    let writer = try DatabaseQueue(path: backup)
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; DELETE FROM club WHERE id = 1")
    }
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.backup.isChanged && prepared.phrase == "undo all since")
    try writer.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM club") }
    let refused = fixture.session.restore(prepared, agreeing: prepared.phrase)
    #expect(refused.error as? SessionRefusal == .backupChanged(path: backup))
    try writer.close()
  }

  @Test func `a backup with the same contents and another modification time is unchanged`() throws {
    let (fixture, backup) = try stepped(wal: false)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantPast], ofItemAtPath: backup)
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.backup.record != nil && !prepared.backup.isChanged)
    #expect(prepared.isStraight)
    #expect(fixture.session.restore(prepared).isRestored)
  }

  @Test func `backups without a SHA-256 in the history are compared by size and time`() throws {
    let (fixture, backup) = try stepped(wal: false)
    let path = try #require(fixture.session.history().path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let old = text.replacing(/,"sha256":"[0-9a-f]{64}"/, with: "")
    #expect(old != text)
    try old.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(fixture.session.history().damagedLines.isEmpty)
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.isStraight)
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantPast], ofItemAtPath: backup)
    #expect(try fixture.session.prepareRestore().backup.isChanged)
  }
}
