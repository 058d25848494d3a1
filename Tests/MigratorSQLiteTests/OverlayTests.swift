import Foundation
import MigratorPlatform
import MigratorTestSupport
import Testing

@testable import MigratorSQLite

/// An overlay is a snapshot of the database, and writes to it do not reach the original.
struct OverlayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let accounts = """
    CREATE TABLE account (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, filling BLOB);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    INSERT INTO account SELECT i, 100, zeroblob(200) FROM n;
    CREATE TABLE log (id INTEGER PRIMARY KEY, words TEXT);
    """

  private func content(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path, configuration: Configuration(purpose: .scratch))
    defer { try? queue.close() }
    return try queue.read { try content($0) }
  }

  private func content(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master")
      + Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY id").map(\.description)
      + String.fetchAll(db, sql: "PRAGMA integrity_check")
  }

  private func write(_ overlay: DatabaseOverlay, _ sql: String) throws {
    let queue = try DatabaseQueue(
      path: overlay.path, configuration: Configuration(purpose: .scratch))
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// Possible changes by migrations: few or all rows, long or short ones, fewer or more pages.
  private static let changes = [
    "INSERT INTO account VALUES (1000, 1, NULL)",
    "UPDATE account SET filling = zeroblob(9000)",
    "CREATE INDEX by_amount ON account (amount); ALTER TABLE account ADD COLUMN more TEXT",
    "DELETE FROM account WHERE id > 5; VACUUM",
    "PRAGMA page_size = 1024; VACUUM",
    "PRAGMA page_size = 65536; VACUUM; UPDATE account SET filling = randomblob(100)",
    "BEGIN; DELETE FROM account; ROLLBACK",
    "PRAGMA journal_mode = WAL; UPDATE account SET amount = amount + 1; PRAGMA wal_checkpoint",
    "PRAGMA auto_vacuum = FULL; VACUUM; DELETE FROM account WHERE id < 300",
  ]

  @Test(arguments: ["delete", "wal"], [512, 4096, 65_536])
  func `writes to an overlay match writes to a copy, and the original is unchanged`(
    mode: String, pageSize: Int
  ) throws {
    let path = try folder.makeDatabase(
      sql: "PRAGMA page_size = \(pageSize); VACUUM; PRAGMA journal_mode = \(mode); " + Self.accounts
    )
    let before = FolderState(of: folder.path, ignoring: ["-shm", "-wal"])
    for change in Self.changes {
      let copy = try TemporaryFolder()
      try DatabaseCopy.copy(from: path, to: copy.path("copy.sqlite"))
      let overlay = try DatabaseOverlay(over: path, in: folder.path)
      #expect(try content(overlay.path) == content(path))
      #expect(overlay.byteCount <= Int64(pageSize))
      try write(overlay, change)
      let queue = try DatabaseQueue(
        path: copy.path("copy.sqlite"), configuration: Configuration(purpose: .scratch))
      try queue.writeWithoutTransaction {
        // The overlay uses this journal mode.
        try $0.execute(sql: "PRAGMA journal_mode = delete; " + change)
      }
      try queue.close()
      #expect(try content(overlay.path) == content(copy.path("copy.sqlite")), "\(change)")
    }
    #expect(FolderState(of: folder.path, ignoring: ["-shm", "-wal"]) == before)
  }

  @Test func `changes in a -wal file are in the overlay, and the file keeps them`() throws {
    let path = try folder.makeCrashedWALDatabase(sql: Self.accounts)
    let before = FolderState(of: folder.path, ignoring: ["-shm"])
    let overlay = try DatabaseOverlay(over: path, in: folder.path)
    #expect(try content(overlay.path).count == 403)
    try write(overlay, "DELETE FROM account WHERE id = 1")
    #expect(try content(overlay.path).count == 402)
    #expect(FolderState(of: folder.path, ignoring: ["-shm"]) == before)
  }

  /// Another program restarts or truncates the WAL while its pages are copied.
  @Test func `restarting or truncating the WAL while it is read is detected`() throws {
    let path = try folder.makeCrashedWALDatabase(sql: Self.accounts)
    let log = try folder.bytes("app.sqlite-wal")
    var other = log
    other[12] ^= 1  // > Checkpoint sequence number
    /// Returns the original WAL for the first `count` reads, and the later one afterwards.
    func store(after count: Int, becomes later: [UInt8]) throws -> OverlayStore? {
      var reads = 0
      return try DatabaseOverlay.store(
        OriginalFile(path), pageSize: 4096, logSize: Int64(log.count),
        { wanted, offset in
          reads += 1
          let bytes = reads > count ? later : log
          return Array(bytes.dropFirst(Int(offset)).prefix(wanted))
        }, folder.path)
    }
    #expect(try store(after: 0, becomes: log) != nil)
    for count in 1...4 {
      #expect(try store(after: count, becomes: other) == nil, "\(count)")
      #expect(try store(after: count, becomes: []) == nil, "\(count)")
    }
  }

  @Test func `a connection to a held state does not see later writes`() throws {
    let path = try folder.makeDatabase(sql: Self.accounts)
    let overlay = try DatabaseOverlay(over: path, in: folder.path)
    var former = try content(overlay.path)
    for change in Self.changes {
      try overlay.holding { held in
        try write(overlay, change)
        #expect(try content(held.database()) == former, "\(change)")
      }
      former = try content(overlay.path)
    }
    #expect(throws: (any Error).self) {
      try overlay.holding { try $0.database().execute(sql: "DELETE FROM account") }
    }
  }

  @Test func `the space of a held state is reused when no connection holds that state`() throws {
    let path = try folder.makeDatabase(sql: Self.accounts)
    let overlay = try DatabaseOverlay(over: path, in: folder.path)
    var sizes: [Int64] = []
    for _ in 0..<6 {
      try overlay.holding { _ in try write(overlay, "UPDATE account SET amount = amount + 1") }
      sizes.append(overlay.byteCount)
    }
    #expect(sizes[5] == sizes[2])
  }

  @Test
  func `missing, hot and invalid files are refused, but an empty database is accepted`() throws {
    #expect(throws: DatabaseError.self) {
      try DatabaseOverlay(over: folder.path("none.sqlite"), in: folder.path)
    }
    let hot = try folder.makeHotJournalDatabase("hot.sqlite")
    #expect {
      try DatabaseOverlay(over: hot, in: folder.path)
    } throws: {
      ($0 as? DatabaseError)?.openFailure?.kind == .hotJournal
    }
    try folder.write("text", "This is no database, it is only a text of some length, sorry.")
    #expect {
      try DatabaseOverlay(over: folder.path("text"), in: folder.path)
    } throws: {
      ($0 as? DatabaseError)?.openFailure?.kind == .notADatabase
    }
    let empty = try folder.makeDatabase("empty.sqlite", sql: "")
    let overlay = try DatabaseOverlay(over: empty, in: folder.path)
    try write(overlay, "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: empty)).isEmpty)
  }

  // MARK: Concurrent writer

  private static let rounds =
    ProcessInfo.processInfo.environment["MIGTUI_OVERLAY_ROUNDS"].flatMap(Int.init) ?? 30

  /// Starts a shell that endlessly moves amounts between accounts and runs checkpoints.
  private func writer(_ path: String, seed: UInt64) throws -> Process {
    var generator = SeededGenerator(seed: seed)
    var script =
      ".timeout 10000\nPRAGMA synchronous = OFF;\nPRAGMA wal_autocheckpoint = \(Int.random(in: 5...200, using: &generator));\n"
    for _ in 0..<400 {
      let from = Int.random(in: 1...400, using: &generator)
      let to = Int.random(in: 1...400, using: &generator)
      let size = Int.random(in: 1...6000, using: &generator)
      script += """
        BEGIN IMMEDIATE;
        UPDATE account SET amount = amount - 1, filling = zeroblob(\(size)) WHERE id = \(from);
        UPDATE account SET amount = amount + 1 WHERE id = \(to);
        INSERT INTO log (words) VALUES (hex(zeroblob(\(size / 20))));
        \(Int.random(in: 0..<6, using: &generator) == 0 ? "ROLLBACK" : "COMMIT");

        """
      if Int.random(in: 0..<8, using: &generator) == 0 {
        let kind =
          ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].randomElement(using: &generator) ?? ""
        script += "PRAGMA wal_checkpoint(\(kind));\n"
      }
    }
    try folder.write("writer-\(seed).sql", script)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "while :; do sqlite3 \"$0\" < \"$1\" || exit 1; done", path,
      folder.path("writer-\(seed).sql"),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func isSound(_ path: String) -> Bool {
    let queue = try? DatabaseQueue(
      path: path, configuration: Configuration(purpose: .scratch))
    defer { try? queue?.close() }
    let answers = try? queue?.writeWithoutTransaction { db in
      try (0..<2).map { round in
        if round == 1 {
          try db.execute(
            sql: """
              ALTER TABLE account ADD COLUMN more TEXT;
              UPDATE account SET more = hex(filling);
              CREATE INDEX by_amount ON account (amount);
              """)
        }
        return try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
          && Int.fetchOne(db, sql: "SELECT sum(amount) FROM account") == 40_000
          && Bool.fetchOne(db, sql: "SELECT count(*) = ifnull(max(id), 0) FROM log") == true
      }
    }
    return answers == [true, true]
  }

  @Test(arguments: ["delete", "wal"])
  func `an overlay made while another connection writes is consistent`(mode: String) throws {
    let path = try folder.makeDatabase(journalMode: mode, sql: Self.accounts)
    let process = try writer(path, seed: 7)
    defer { process.terminate() }
    for round in 0..<Self.rounds {
      var overlay: DatabaseOverlay?
      // With a rollback journal, a committing writer may block the read.
      try Limit.wait(for: "a moment to read") {
        overlay = try? DatabaseOverlay(over: path, in: folder.path)
        return overlay != nil
      }
      let isWhole = overlay.map { isSound($0.path) }
      #expect(isWhole == true, "round \(round)")
      overlay = nil
    }
    #expect(process.isRunning)
  }

  /// Skips the WAL, to prove that the tests above detect torn states.
  @Test
  func `overlays that ignore the WAL are inconsistent`() throws {
    let path = try folder.makeDatabase(journalMode: "wal", sql: Self.accounts)
    let process = try writer(path, seed: 8)
    defer { process.terminate() }
    var torn = 0
    for _ in 0..<400 where torn == 0 {
      let store = try OverlayStore(
        OriginalFile(path), pageSize: 4096, WALReader(), { _, _ in [] }, in: folder.path)
      let paths = try OverlayFileSystem.enter(store)
      if !isSound(paths.present) { torn += 1 }
      OverlayFileSystem.leave(paths)
    }
    #expect(torn > 0)
  }
}
