import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

/// Inspecting a database does not change its files.
struct InspectionTests {
  private let folder: TemporaryFolder
  private let configuration = Configuration(purpose: .inspect)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func look(_ path: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let count = try queue.read { db throws in
      #expect(try db.objectNames().isEmpty == false)
      #expect(try !db.get(pragma: "journal_mode", as: String.self).isEmpty)
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      return try Int.fetchOne(db, sql: "SELECT count(*) FROM player")
    }
    try queue.close()
    return count
  }

  private static let filled = """
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO player (name) VALUES ('Arthur'), ('Barbara');
    """

  @Test func `inspection changes no contents, times or file names`() throws {
    let path = try folder.makeDatabase(sql: Self.filled)
    let before = FolderState(of: folder.path)
    #expect(try look(path) == 2)
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `inspecting a WAL database leaves at most an empty -wal and a -shm`() throws {
    let path = try folder.makeDatabase(journalMode: "wal", sql: Self.filled)
    let before = FolderState(of: folder.path)
    #expect(before.entries.count == 1)
    #expect(try look(path) == 2)
    let after = FolderState(of: folder.path, ignoring: ["-shm"])
    #expect(after.entries["app.sqlite"] == before.entries["app.sqlite"])
    #expect(after.entries["app.sqlite-wal"]?.bytes?.isEmpty != false)
  }

  @Test func `the -wal file of a crashed program is read, and neither file changes`() throws {
    let path = try folder.makeCrashedWALDatabase(sql: Self.filled)
    let before = FolderState(of: folder.path)
    #expect(try look(path) == 2)
    #expect(FolderState(of: folder.path, ignoring: ["-shm"]) == before)
  }

  @Test func `an inspecting connection cannot write`() throws {
    let path = try folder.makeDatabase()
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    for sql in ["CREATE TABLE t (a)", "PRAGMA user_version = 1", "DELETE FROM player", "VACUUM"] {
      let error = #expect(throws: DatabaseError.self) {
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      }
      #expect(error?.resultCode == .SQLITE_READONLY || error?.resultCode == .SQLITE_ERROR)
    }
    #expect(try queue.read { $0.isReadOnly })
  }

  @Test(.enabled(if: Unprivileged.isPossible), arguments: [false, true])
  func `a WAL database in a read-only folder is opened as immutable`(
    _ hasEmptyWAL: Bool
  ) throws {
    let path = try folder.makeDatabase("a b%?#é.sqlite", journalMode: "wal", sql: Self.filled)
    if hasEmptyWAL { try folder.write("a b%?#é.sqlite-wal", "") }
    for name in folder.names() { try folder.setPermissions(0o644, of: name) }
    try folder.setPermissions(0o555)
    let before = FolderState(of: folder.path)
    try Unprivileged.run {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { db throws in
        #expect(db.isImmutable)
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM player") == 2)
      }
      try queue.close()
    }
    #expect(FolderState(of: folder.path) == before)
    try folder.setPermissions(0o755)
  }

  @Test func `another connection can write while an inspecting one is open`() throws {
    let path = try folder.makeDatabase(sql: Self.filled)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let writer = try DatabaseQueue(path: path)
    try writer.write { try $0.execute(sql: "DELETE FROM player") }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 0)
  }
}
