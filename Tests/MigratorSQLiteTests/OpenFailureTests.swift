import Foundation
import MigratorSQLite
import MigratorTestSupport
import Testing

struct OpenFailureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Inspects a file as an unprivileged user, and expects a failure that changes no files.
  private func failure(
    _ name: String = "app.sqlite", for purpose: OpenPurpose = .inspect,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> OpenFailure? {
    let before = FolderState(of: folder.path)
    let error = Unprivileged.run {
      #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) {
        var configuration = Configuration(purpose: purpose)
        configuration.busyMode = .immediateError
        _ = try DatabaseQueue(path: folder.path(name), configuration: configuration)
      }
    }
    let failure = error?.openFailure
    #expect(FolderState(of: folder.path) == before, sourceLocation: sourceLocation)
    #expect(failure?.path == folder.path(name), sourceLocation: sourceLocation)
    #expect(failure?.sentence.contains(folder.path(name)) == true, sourceLocation: sourceLocation)
    #expect(failure?.remedy.sentence.isEmpty == false, sourceLocation: sourceLocation)
    return failure
  }

  @Test func `a path that is not UTF-8 is reported as such`() {
    // Program arguments are decoded this way, which loses the original bytes.
    let name = String(decoding: [0x61, 0xFF, 0xFE] + Array(".sqlite".utf8), as: UTF8.self)
    let failure = failure(name)
    #expect(failure?.kind == .noSuchFile)
    #expect(failure?.sentence.contains("not valid UTF-8") == true)
    #expect(failure?.remedy.sentence.contains("UTF-8") == true)
  }

  @Test func `a missing file is reported and not created`() {
    #expect(failure("missing.sqlite")?.kind == .noSuchFile)
    #expect(failure("missing/app.sqlite")?.kind == .noSuchFile)
    #expect(failure("missing/app.sqlite", for: .migrate)?.kind == .noSuchFile)
    #expect(folder.names().isEmpty)
  }

  @Test func `opening a folder is reported as an error`() throws {
    try folder.write("folder/file", "")
    #expect(failure("folder")?.kind == .folder)
    #expect(failure("folder", for: .migrate)?.kind == .folder)
  }

  @Test func `a pipe is reported without waiting for it`() {
    #expect(mkfifo(folder.path("pipe"), 0o666) == 0)
    #expect(failure("pipe")?.kind == .notARegularFile)
  }

  @Test func `broken links are reported, and valid links are followed`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path("broken"), withDestinationPath: "nowhere.sqlite")
    try manager.createSymbolicLink(atPath: folder.path("circle"), withDestinationPath: "circle")
    #expect(failure("broken")?.kind == .brokenLink)
    #expect(failure("broken", for: .migrate)?.kind == .brokenLink)
    #expect(failure("circle")?.kind == .brokenLink)
    try folder.makeDatabase()
    try manager.createSymbolicLink(atPath: folder.path("good"), withDestinationPath: "app.sqlite")
    let queue = try DatabaseQueue(
      path: folder.path("good"), configuration: Configuration(purpose: .inspect))
    #expect(queue.path.hasSuffix("/app.sqlite"))
    #expect(try queue.read { try $0.tableExists("player") })
  }

  @Test func `a file that is not a database is reported`() throws {
    try folder.write(
      "text.sqlite", String(repeating: "Dear diary, today I wrote no SQL.\n", count: 50))
    #expect(failure("text.sqlite")?.kind == .notADatabase)
    // An encrypted database looks like random bytes.
    var noise = SeededGenerator(seed: 1)
    try folder.write(
      "noise.sqlite", bytes: (0..<8192).map { _ in UInt8.random(in: 1...255, using: &noise) })
    let failure = failure("noise.sqlite")
    #expect(failure?.kind == .notADatabase)
    #expect(failure?.sentence.contains("encrypted") == true)
    #expect(failure?.underlying?.resultCode == .SQLITE_NOTADB)
    #expect(self.failure("noise.sqlite", for: .migrate)?.kind == .notADatabase)
  }

  @Test func `a corrupt file is reported`() throws {
    try folder.makeDatabase()
    var bytes = try folder.bytes("app.sqlite")
    for index in 100..<200 { bytes[index] = 0xFF }
    try folder.write("app.sqlite", bytes: bytes)
    #expect(failure()?.kind == .corrupt)
  }

  @Test(arguments: [OpenPurpose.inspect, .migrate, .scratch])
  func `an empty file is a database without tables`(_ purpose: OpenPurpose) throws {
    try folder.write("empty.sqlite", "")
    let queue = try DatabaseQueue(
      path: folder.path("empty.sqlite"), configuration: Configuration(purpose: purpose))
    #expect(try queue.read { try $0.objectNames().isEmpty })
    try queue.close()
    #expect(try folder.bytes("empty.sqlite").isEmpty)
  }

  @Test(.enabled(if: Unprivileged.isPossible))
  func `a file without read permission is reported`() throws {
    try folder.makeDatabase()
    try folder.setPermissions(0, of: "app.sqlite")
    #expect(failureKind() == .noPermission)
    try folder.setPermissions(0o644, of: "app.sqlite")
    try folder.setPermissions(0)
    #expect(failureKind() == .noPermission)
    try folder.setPermissions(0o755)
  }

  /// The kind of failure, for files or folders that cannot be compared.
  private func failureKind(for purpose: OpenPurpose = .inspect) -> OpenFailure.Kind? {
    Unprivileged.run {
      do {
        _ = try DatabaseQueue(
          path: folder.path("app.sqlite"), configuration: Configuration(purpose: purpose))
        return nil
      } catch {
        return (error as? DatabaseError)?.openFailure?.kind
      }
    }
  }

  @Test(.enabled(if: Unprivileged.isPossible))
  func `a read-only file can be inspected, but not migrated`() throws {
    try folder.makeDatabase()
    try folder.setPermissions(0o777)
    try folder.setPermissions(0o444, of: "app.sqlite")
    #expect(failureKind() == nil)
    #expect(failureKind(for: .migrate) == .readOnlyFile)
  }

  @Test(.enabled(if: Unprivileged.isPossible))
  func `a database in a read-only folder can be inspected, but not migrated`() throws {
    try folder.makeDatabase()
    try folder.setPermissions(0o666, of: "app.sqlite")
    try folder.setPermissions(0o555)
    #expect(failureKind() == nil)
    #expect(failureKind(for: .migrate) == .readOnlyFolder)
    try folder.setPermissions(0o755)
  }

  @Test(.enabled(if: Unprivileged.isPossible))
  func `if changes are in a WAL that cannot be read, an error is reported`() throws {
    try folder.makeCrashedWALDatabase(sql: "CREATE TABLE t (a)")
    try folder.setPermissions(0o644, of: "app.sqlite")
    try folder.setPermissions(0o644, of: "app.sqlite-wal")
    try folder.setPermissions(0o555)
    let failure = failure()
    #expect(failure?.kind == .unreadableWAL)
    #expect(failure?.sentence.contains("app.sqlite-wal") == true)
    try folder.setPermissions(0o755)
  }

  @Test func `inspecting reports a hot journal, and opening for writing rolls it back`() throws {
    try folder.makeHotJournalDatabase()
    #expect(failure()?.kind == .hotJournal)
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 1)
  }

  @Test func `a locked file is reported`() throws {
    try folder.makeDatabase()
    let other = try DatabaseQueue(path: folder.path("app.sqlite"))
    try other.inTransaction(.exclusive) { _ in
      let error = #expect(throws: DatabaseError.self) {
        var configuration = Configuration(purpose: .inspect)
        configuration.busyMode = .immediateError
        _ = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: configuration)
      }
      #expect(error?.openFailure?.kind == .locked)
      return .rollback
    }
  }

  @Test func `open failures can be caught by their SQLite result codes`() throws {
    try folder.write("text.sqlite", "not a database, but long enough to be taken for one, perhaps")
    do {
      _ = try DatabaseQueue(path: folder.path("text.sqlite"))
      Issue.record("it opened")
    } catch DatabaseError.SQLITE_NOTADB {
      // The same pattern as with GRDB.
    }
  }

  @Test func `a path that looks like a URI is used as a path`() throws {
    let name = "file:app.sqlite?mode=memory&vfs=none"
    let queue = try DatabaseQueue(path: folder.path(name))
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try queue.close()
    #expect(folder.names() == [name])
  }
}
