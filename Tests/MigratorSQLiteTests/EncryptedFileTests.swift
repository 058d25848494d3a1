#if SQLCipher
  import Foundation
  import MigratorTestSupport
  import Testing

  @testable import MigratorSQLite

  /// Real SQLCipher files: every file derived from them must be encrypted, too.
  struct EncryptedFileTests {
    private let folder: TemporaryFolder
    private static let secret = "correct horse battery staple"

    init() throws {
      folder = try TemporaryFolder()
    }

    private static let accounts = """
      CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL, filling BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO account SELECT i, 'PLAINTEXT-' || i, zeroblob(200) FROM n;
      """

    enum Keying: CaseIterable {
      case configuration, passphrase, raw, sql, older

      func configuration(_ secret: String, _ purpose: OpenPurpose = .migrate) -> Configuration {
        var configuration = Configuration(purpose: purpose)
        switch self {
        case .configuration: configuration.key = DatabaseKey(passphrase: secret)
        case .raw:
          let digits = secret.utf8.map { String(format: "%02x", $0) }.joined()
          let key = String((digits + String(repeating: "0", count: 64)).prefix(64))
          configuration.key = DatabaseKey(passphrase: "x'\(key)'")
        case .passphrase: configuration.prepareDatabase { try $0.usePassphrase(secret) }
        case .sql: configuration.prepareDatabase { try $0.execute(sql: "PRAGMA key = '\(secret)'") }
        case .older:
          configuration.prepareDatabase {
            try $0.usePassphrase(secret)
            try $0.execute(sql: "PRAGMA cipher_compatibility = 3")
          }
        }
        return configuration
      }
    }

    private func make(_ keying: Keying, mode: String = "delete") throws -> String {
      let queue = try DatabaseQueue(
        path: folder.path("app.sqlite"), configuration: keying.configuration(Self.secret))
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = \(mode)")
        try $0.execute(sql: Self.accounts)
      }
      try queue.close()
      return folder.path("app.sqlite")
    }

    private func content(_ path: String, _ configuration: Configuration) throws -> [String] {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { try content($0) }
    }

    private func content(_ db: Database) throws -> [String] {
      try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master")
        + Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY id").map(\.description)
        + String.fetchAll(db, sql: "PRAGMA integrity_check")
    }

    /// The paths of files in this folder, or open in this process, that show the rows.
    private func readable() throws -> String {
      let outcome = try Program.run([
        "sh", "-c",
        """
        grep -rla PLAINTEXT '\(folder.path)'
        for file in /proc/\(ProcessInfo.processInfo.processIdentifier)/fd/*; do
          case "$(readlink "$file")" in '\(folder.path)'*) grep -la PLAINTEXT "$file";; esac
        done
        true
        """,
      ])
      return outcome.output
    }

    @Test(arguments: Keying.allCases)
    func `a file is readable with its key, and opening fails without it`(keying: Keying) throws {
      let path = try make(keying)
      #expect(try readable() == "")
      let before = FolderState(of: folder.path)
      let right = keying.configuration(Self.secret, .inspect)
      #expect(try content(path, right).count == 402)
      #expect(try content(path, right).last == "ok")

      func kind(_ configuration: Configuration, _ path: String) -> OpenFailure.Kind? {
        #expect(throws: DatabaseError.self) {
          _ = try DatabaseQueue(path: path, configuration: configuration)
        }
        do {
          _ = try DatabaseQueue(path: path, configuration: configuration)
          return nil
        } catch { return (error as? DatabaseError)?.openFailure?.kind }
      }
      for purpose in [OpenPurpose.inspect, .migrate, .scratch] {
        #expect(kind(Configuration(purpose: purpose), path) == .notADatabase)
        let wrong = keying.configuration("another", purpose)
        #expect(kind(wrong, path) == (wrong.key == nil ? .notADatabase : .wrongKey))
      }
      let plain = try folder.makeDatabase("plain.sqlite")
      let failure = kind(keying.configuration(Self.secret, .inspect), plain)
      #expect(failure == (keying.configuration("").key == nil ? .notADatabase : .notEncrypted))
      try FileManager.default.removeItem(atPath: plain)
      #expect(FolderState(of: folder.path) == before)
    }

    @Test(arguments: Keying.allCases, ["delete", "wal"])
    func `a copy is encrypted with the same key and includes changes in the WAL`(
      keying: Keying, mode: String
    ) throws {
      let configuration = keying.configuration(Self.secret)
      let path = try make(keying, mode: mode)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "UPDATE account SET name = 'PLAINTEXT anew' WHERE id < 100")
      }
      for durability in [DatabaseCopy.Durability.scratch, .kept] {
        let target = folder.path("copy-\(durability)")
        try DatabaseCopy.copy(
          from: path, to: target, durability: durability, configuration: configuration)
        #expect(try readable() == "")
        #expect(try content(target, configuration) == queue.read { try content($0) })
        #expect(throws: DatabaseError.self) { try content(target, Configuration()) }
      }
      try queue.vacuum(into: folder.path("vacuumed"))
      #expect(try readable() == "")
      try queue.close()
    }

    private static let changes = [
      "INSERT INTO account VALUES (1000, 'PLAINTEXT', NULL)",
      "UPDATE account SET filling = zeroblob(9000)",
      "CREATE INDEX by_name ON account (name); ALTER TABLE account ADD COLUMN more TEXT",
      "DELETE FROM account WHERE id > 5; VACUUM",
      "BEGIN; DELETE FROM account; ROLLBACK",
    ]

    @Test(arguments: [Keying.raw, .older], ["delete", "wal"])
    func `an overlay holds encrypted pages and does not change the file`(
      keying: Keying, mode: String
    ) throws {
      let configuration = keying.configuration(Self.secret, .scratch)
      let path = try make(keying, mode: mode)
      // A WAL with pages in it, which remains while this connection is open.
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try other.writeWithoutTransaction {
        try $0.execute(sql: "UPDATE account SET name = 'PLAINTEXT anew' WHERE id < 100")
      }
      let before = try other.read { try content($0) }
      for change in Self.changes {
        let overlay = try DatabaseOverlay(
          over: path, in: folder.path, configuration: configuration)
        let queue = try DatabaseQueue(path: overlay.path, configuration: configuration)
        #expect(try queue.read { try content($0) } == before)
        try overlay.holding(configuration) { former in
          try queue.writeWithoutTransaction { try $0.execute(sql: change) }
          #expect(try content(former.database()) == before)
        }
        #expect(try readable() == "")
        let copy = folder.path("copy")
        try DatabaseCopy.copy(from: path, to: copy, configuration: configuration)
        let copied = try DatabaseQueue(path: copy, configuration: configuration)
        try copied.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA journal_mode = DELETE; " + change)
        }
        #expect(
          try queue.read { try content($0) } == copied.read { try content($0) }, "\(change)")
        try copied.close()
        try queue.close()
        DatabaseCopy.remove(copy)
        #expect(try other.read { try content($0) } == before)
      }
      try other.close()
    }

    @Test func `a changed passphrase replaces the old one`() throws {
      let path = try make(.configuration)
      let queue = try DatabaseQueue(
        path: path, configuration: Keying.configuration.configuration(Self.secret))
      try queue.writeWithoutTransaction { try $0.changePassphrase("another") }
      try queue.close()
      #expect(throws: DatabaseError.self) {
        try content(path, Keying.configuration.configuration(Self.secret))
      }
      #expect(try content(path, Keying.configuration.configuration("another")).count == 402)
    }

    @Test func `an empty key is refused before anything is written`() throws {
      var configuration = Configuration()
      configuration.key = DatabaseKey(passphrase: "")
      #expect(throws: DatabaseError.self) {
        _ = try DatabaseQueue(path: folder.path("new.sqlite"), configuration: configuration)
      }
      #expect(
        (try? Data(contentsOf: URL(fileURLWithPath: folder.path("new.sqlite"))))?.count ?? 0 == 0)
    }
  }
#endif
