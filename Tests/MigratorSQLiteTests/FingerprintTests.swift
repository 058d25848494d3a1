import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct FingerprintTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: ["delete", "truncate", "persist", "wal"])
  func `every commit changes the fingerprint`(_ mode: String) throws {
    let path = try folder.makeDatabase(
      journalMode: mode, sql: "CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = \(mode); PRAGMA wal_autocheckpoint = 20")
    }
    var seen: Set<String> = [try fingerprint(path)]
    for round in 1...300 {
      // An update changes only its own page. In WAL mode frames are soon overwritten.
      try queue.write { try $0.execute(sql: "UPDATE t SET a = \(round % 2)") }
      #expect(seen.insert(try fingerprint(path)).inserted)
    }
  }

  @Test func `a commit is detected even after its -wal file was removed`() throws {
    let path = try folder.makeDatabase(
      journalMode: "wal", sql: "CREATE TABLE t (a); INSERT INTO t VALUES (0)")
    let before = try fingerprint(path)
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "UPDATE t SET a = 1") }
    try queue.close()
    #expect(folder.names() == ["app.sqlite"])
    #expect(try fingerprint(path) != before)
  }

  @Test(arguments: ["delete", "wal"])
  func `inspection keeps the fingerprint and changes nothing`(_ mode: String) throws {
    let path = try folder.makeDatabase(journalMode: mode)
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    let (before, first) = try queue.inDatabase {
      (FolderState(of: folder.path), try DatabaseFileState.fingerprint(of: $0))
    }
    #expect(try queue.inDatabase { try DatabaseFileState.fingerprint(of: $0) } == first)
    #expect(FolderState(of: folder.path) == before)
    try queue.read { _ = try $0.objectNames() }
    #expect(try fingerprint(path) == first)
    try queue.close()
    #expect(try fingerprint(path) == first)
  }

  @Test func `a rolled-back transaction does not change the fingerprint`() throws {
    let path = try folder.makeDatabase(sql: "CREATE TABLE t (a)")
    let queue = try DatabaseQueue(path: path)
    let before = try fingerprint(path)
    try queue.inTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      return .rollback
    }
    #expect(try fingerprint(path) == before)
  }

  @Test func `a different file with the same name has a different fingerprint`() throws {
    let path = try folder.makeDatabase()
    let before = try fingerprint(path)
    let copy = try folder.bytes("app.sqlite")
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("old"))
    try folder.write("app.sqlite", bytes: copy)
    #expect(try fingerprint(path) != before)
  }

  @Test func `computing a fingerprint does not release locks held by the process`() throws {
    let path = try folder.makeDatabase(sql: "CREATE TABLE t (a)")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      _ = try fingerprint(path)
      // Only another process can detect the lock: POSIX locks do not exclude their own process.
      #expect(try shell(path, "INSERT INTO t VALUES (2)") != 0)
    }
    #expect(try shell(path, "INSERT INTO t VALUES (3)") == 0)
    #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT a FROM t") } == [1, 3])
  }

  private func shell(_ path: String, _ sql: String) throws -> Int32 {
    try Program.run(["sqlite3", path, sql]).status
  }

  private func fingerprint(_ path: String) throws -> String {
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    let fingerprint = try queue.inDatabase { try DatabaseFileState.fingerprint(of: $0) }
    try queue.close()
    return fingerprint
  }
}
