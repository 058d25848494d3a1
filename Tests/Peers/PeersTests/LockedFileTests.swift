#if GRDB
  import Foundation
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// Files that are locked by another connection or read-only.
  struct LockedFileTests {
    private static let list: MigrationList = [
      PeerMigration("a", sql: "CREATE TABLE a (x)"), PeerMigration("b", sql: "CREATE TABLE b (x)"),
    ]

    /// Migrates while another connection holds the lock of a statement.
    private func failure(
      of peer: any Peer, under lock: String, applied: Int, journal: String
    ) throws -> (failure: PeerFailure?, applied: [String]) {
      let folder = try Folder()
      let path = folder.newFile()
      let holder = Ours()
      try holder.connect(path, PeerOptions(preparation: ["PRAGMA journal_mode = \(journal)"])) {
        #expect($0.migrate(Self.list.prefix(applied), upTo: nil) == nil)
      }
      return try holder.connect(path, PeerOptions(preparation: [])) { holder in
        try holder.access { db in
          try db.execute(lock)
          let result = try peer.connect(path, PeerOptions(preparation: [])) { connection in
            let failure = connection.migrate(Self.list, upTo: nil)
            try db.execute("ROLLBACK")
            return (failure, try connection.answers(Self.list).applied)
          }
          return result
        }
      }
    }

    @Test(arguments: ["DELETE", "WAL"], [1, 2])
    func `migrating fails if the file is locked by a writer, unless nothing is pending`(
      journal: String, applied: Int
    ) throws {
      let grdb = try failure(
        of: GRDBPeer(), under: "BEGIN IMMEDIATE", applied: applied, journal: journal)
      #expect(grdb.failure?.extendedCode == (applied == 2 ? nil : 5))
      for style in Ours.Style.allCases {
        let ours = try failure(
          of: Ours(style), under: "BEGIN IMMEDIATE", applied: applied, journal: journal)
        #expect(ours.applied == grdb.applied)
        #expect(ours.failure?.message == grdb.failure?.message)
        #expect(ours.failure?.extendedCode == grdb.failure?.extendedCode)
        if style != .steps { #expect(ours.failure == grdb.failure) }
      }
    }

    @Test func `another connection's read lock prevents the commit`() throws {
      let lock = "BEGIN; SELECT count(*) FROM sqlite_master"
      let grdb = try failure(of: GRDBPeer(), under: lock, applied: 1, journal: "DELETE")
      #expect(
        grdb.failure?.description
          == "SQLite error 5: database is locked - while executing `COMMIT TRANSACTION`")
      for style in [Ours.Style.closures, .scripts] {
        let ours = try failure(of: Ours(style), under: lock, applied: 1, journal: "DELETE")
        #expect(ours.failure == grdb.failure)
        #expect(ours.applied == grdb.applied)
      }
    }

    @Test func `a read-only connection cannot migrate`() throws {
      let only = PeerOptions(preparation: ["PRAGMA query_only = ON"])
      for applied in 1...2 {
        let folder = try Folder()
        let ends = try [GRDBPeer() as any Peer, Ours(), Ours(.scripts)].map { peer in
          let path = folder.newFile()
          try peer.connect(path, PeerOptions()) {
            #expect($0.migrate(Self.list.prefix(applied), upTo: nil) == nil)
          }
          return try peer.connect(path, only) { connection in
            let failure = connection.migrate(Self.list, upTo: nil)
            return [failure?.description ?? "none"] + (try connection.answers(Self.list).applied)
          }
        }
        #expect(ends[1] == ends[0])
        #expect(ends[2] == ends[0])
        #expect((ends[0][0] == "none") == (applied == 2))
      }
    }
  }
#endif
