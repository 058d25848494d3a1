import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct DatabaseCopyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let many = """
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO player SELECT i, 'a name that fills some pages ' || i || hex(zeroblob(30)) FROM n;
    """

  private func dump(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    return try queue.read { db in
      // SQLite formats the rows, because there are a hundred thousand.
      try String.fetchAll(db, sql: "SELECT quote(id) || quote(name) FROM player ORDER BY id")
        + String.fetchAll(db, sql: "SELECT sql FROM sqlite_master")
        + String.fetchAll(db, sql: "PRAGMA integrity_check")
    }
  }

  @Test(arguments: [DatabaseCopy.Durability.scratch, .kept])
  func `a copy has the same contents, and progress ends at the last byte`(
    _ durability: DatabaseCopy.Durability
  ) throws {
    let source = try folder.makeDatabase(sql: Self.many)
    let before = FolderState(of: folder.path)
    let target = folder.path("copy.sqlite")
    var seen: [(done: Int64, total: Int64)] = []
    let copied = try DatabaseCopy.copy(from: source, to: target, durability: durability) {
      seen.append(($0, $1))
    }
    let size = copied.byteCount
    #expect(seen.count > (copied.isClone ? 0 : 1))
    #expect(seen.last?.done == size)
    #expect(seen.last?.total == size)
    #expect(seen.map(\.done) == seen.map(\.done).sorted())
    let after = FolderState(of: folder.path)
    #expect(after.entries["copy.sqlite"]?.permissions == 0o600)
    #expect(after.entries["copy.sqlite"]?.bytes?.count == Int(size))
    #expect(after.entries.filter { $0.key != "copy.sqlite" } == before.entries)
    #expect(try dump(target) == dump(source))
  }

  /// `cp --reflink` shows whether the file system can share blocks.
  @Test func `a copy shares blocks if the file system supports it, and releases no lock`() throws {
    let source = try folder.makeDatabase(sql: Self.many)
    let before = try dump(source)
    let canShare = try succeeds("cp", "--reflink=always", source, folder.path("probe"))
    var impatient = Configuration()
    impatient.busyMode = .immediateError
    let holder = try DatabaseQueue(path: source, configuration: impatient)
    let other = try DatabaseQueue(path: source, configuration: impatient)
    try holder.writeWithoutTransaction { db in
      // Another connection of this process reads meanwhile. Its lock must not be released.
      try db.execute(sql: "BEGIN; SELECT 1 FROM player")
      for name in ["one", "two"] {
        let target = folder.path(name)
        #expect(try DatabaseCopy.copy(from: source, to: target).isClone == canShare)
        #expect(try dump(target) == before)
      }
      #expect(try !succeeds("sqlite3", source, "BEGIN EXCLUSIVE"))
      try db.execute(sql: "COMMIT")
    }
    try other.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM player") }
    #expect(try dump(folder.path("one")) == before)
    #expect(try !DatabaseCopy.copy(from: wal(source), to: folder.path("three")).isClone)
  }

  private func succeeds(_ program: String...) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = program
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private func wal(_ path: String) throws -> String {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    return path
  }

  @Test func `changes in a -wal file are in the copy`() throws {
    let source = try folder.makeCrashedWALDatabase(
      sql:
        "CREATE TABLE player (id INTEGER PRIMARY KEY, name); INSERT INTO player (id) VALUES (1), (2)"
    )
    let before = FolderState(of: folder.path)
    let target = folder.path("copy.sqlite")
    try DatabaseCopy.copy(from: source, to: target)
    let after = FolderState(of: folder.path, ignoring: ["-shm"])
    #expect(after.entries.filter { !$0.key.hasPrefix("copy") } == before.entries)
    #expect(try dump(target).prefix(2) == ["1NULL", "2NULL"])
  }

  @Test func `a copy is consistent while another connection writes`() throws {
    let source = try folder.makeDatabase(journalMode: "wal", sql: Self.many)
    let writer = try DatabaseQueue(path: source)
    var rounds = 0
    try DatabaseCopy.copy(from: source, to: folder.path("copy.sqlite")) { _, _ in
      rounds += 1
      // The count below detects a failed write.
      try? writer.write { try $0.execute(sql: "DELETE FROM player WHERE id % 10 = \(rounds % 10)") }
    }
    #expect(rounds > 1)
    #expect(try dump(folder.path("copy.sqlite")).count == 100_002)
    #expect(try dump(source).count < 100_002)
  }

  /// Each commit restarts the copy, until it is made under one lock.
  @Test(arguments: [DatabaseCopy.Durability.scratch, .kept])
  func `a copy is consistent while another connection writes with a rollback journal`(
    durability: DatabaseCopy.Durability
  ) throws {
    let source = try folder.makeDatabase(sql: Self.many)
    let writer = try DatabaseQueue(path: source)
    var deleted = 0
    try DatabaseCopy.copy(from: source, to: folder.path("copy.sqlite"), durability: durability) {
      _, _ in
      do {
        try writer.write {
          try $0.execute(sql: "DELETE FROM player WHERE id = \(deleted + 1)")
        }
        deleted += 1
      } catch {
        // The write is blocked while the copy holds its lock.
      }
    }
    // Writers are not blocked between the steps of the copy.
    #expect(deleted >= 2)
    let copied = try dump(folder.path("copy.sqlite")).count
    #expect(copied < 100_002)
    #expect(copied >= (try dump(source).count))
    #expect(try check(folder.path("copy.sqlite")) == "ok")
  }

  private func check(_ path: String) throws -> String? {
    try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
  }

  @Test func `a cancelled copy leaves no files`() throws {
    let source = try folder.makeDatabase(sql: Self.many)
    let before = FolderState(of: folder.path)
    let cancellation = Cancellation()
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseCopy.copy(
        from: source, to: folder.path("copy.sqlite"), cancellation: cancellation
      ) { _, _ in cancellation.cancel() }
    }
    #expect(error?.isInterruption == true)
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `an existing file or link is neither used nor removed`() throws {
    let source = try folder.makeDatabase()
    try folder.write("copy.sqlite", "precious")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("victim"))
    let before = FolderState(of: folder.path)
    for name in ["copy.sqlite", "link"] {
      let error = #expect(throws: DatabaseError.self) {
        try DatabaseCopy.copy(from: source, to: folder.path(name))
      }
      #expect(error?.resultCode == .SQLITE_CANTOPEN)
    }
    #expect(FolderState(of: folder.path) == before)
  }

  @Test func `a source that cannot be opened is reported before a file is created`() throws {
    #expect(throws: DatabaseError.self) {
      try DatabaseCopy.copy(from: folder.path("missing"), to: folder.path("copy.sqlite"))
    }
    #expect(folder.names().isEmpty)
  }

  @Test func `removing a database also removes its journal, WAL and shared-memory files`() throws {
    for suffix in ["", "-wal", "-shm", "-journal", "-other"] {
      try folder.write("copy.sqlite\(suffix)", "x")
    }
    DatabaseCopy.remove(folder.path("copy.sqlite"))
    DatabaseCopy.remove(folder.path("copy.sqlite"))
    #expect(folder.names() == ["copy.sqlite-other"])
  }
}
