#if SQLCipher
  import Foundation
  import MigratorEngine
  import MigratorSession
  import MigratorTestSupport
  import MigratorTools
  import Testing

  /// A session with an encrypted file: all files it writes are encrypted.
  struct EncryptedSessionTests {
    private let folder: TemporaryFolder
    private let configuration: Configuration
    private var path: String { folder.path("app.sqlite") }
    private static let secret = "x'\(String(repeating: "5e", count: 32))'"

    init() throws {
      folder = try TemporaryFolder()
      var configuration = MigrationSession.waitingConfiguration
      // A raw key, because deriving a key takes a tenth of a second for each connection.
      configuration.key = DatabaseKey(passphrase: Self.secret)
      self.configuration = configuration
    }

    private func make(wal: Bool) throws {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction {
        try $0.execute(
          sql: """
            PRAGMA journal_mode = \(wal ? "wal" : "delete");
            CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO club SELECT i, 'PLAINTEXT-' || i, NULL FROM n;
            """)
      }
      try queue.close()
      try folder.write(
        "Migrations/001_sort.sql",
        """
        CREATE TEMP TABLE kept AS SELECT * FROM club ORDER BY name DESC;
        CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO league SELECT id, name FROM temp.kept;
        DELETE FROM club WHERE id = 2;
        CREATE INDEX club_on_name ON club (name);
        """)
    }

    private func session(_ form: CopyKind? = nil) -> MigrationSession {
      MigrationSession(
        database: path,
        migrations: ProjectSource(
          databasePath: path, currentFolder: folder.path("nowhere"),
          configuration: configuration),
        configuration: configuration, copyForm: form,
        history: .folder(folder.path("history")))
    }

    /// The files in the test's folder, closed or open in this process, that show rows or the key.
    ///
    /// Another process reads them: closing a descriptor here would release locks.
    private func readable() throws -> String {
      try Program.run([
        "sh", "-c",
        """
        grep -rla -e PLAINTEXT -e 5e5e5e5e5e '\(folder.path)'
        for file in /proc/\(ProcessInfo.processInfo.processIdentifier)/fd/*; do
          case "$(readlink "$file")" in
            '\(folder.path)'*) grep -la PLAINTEXT "$file";;
          esac
        done
        true
        """,
      ]).output
    }

    /// The current scratch folders that show rows.
    private func readableScratch() throws -> String {
      try Program.run([
        "sh", "-c", "grep -rla PLAINTEXT-1999 \"${TMPDIR:-/tmp}\"/migtui-* 2>/dev/null; true",
      ]).output
    }

    private func rows(_ file: String) throws -> Int? {
      try DatabaseBackup.inspect(file, configuration) {
        try $0.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM club") }
      }
    }

    @Test(arguments: [false, true], [CopyKind.overlay, .full])
    func `inspection, dry run, step and restore leave no unencrypted files`(
      wal: Bool, form: CopyKind
    ) throws {
      try make(wal: wal)
      let session = session(form)
      #expect(try session.overview().status.migrations.map(\.state) == [.pending])
      guard case .diff = try session.drift() else { throw Unprepared() }
      var seen: [String] = []
      let dryRun = try session.dryRun(
        .all,
        onEvent: { event in
          switch event {
          case .began, .checking, .committed:
            seen.append((try? readable() + readableScratch()) ?? "not looked at")
          default: break
          }
        })
      #expect(!seen.isEmpty && seen.allSatisfy(\.isEmpty))
      #expect(dryRun.dryRun.report.failure == nil)
      #expect(dryRun.dryRun.report.form == form)
      #expect(dryRun.dryRun.report.steps.first?.rows.map(\.after) == [1999, 2000])

      guard case .ready(let prepared) = try session.prepareStep() else { throw Unprepared() }
      let outcome = session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
      #expect(outcome.error == nil)
      let backup = try #require(outcome.backupPath)
      #expect(try readable() == "")
      #expect(try rows(backup) == 2000 && rows(path) == 1999)
      #expect(throws: DatabaseError.self) { try DatabaseBackup.inspect(backup) { _ in } }
      // Migrations do not create the first table, so they cannot run without it.
      guard case .unknown(let reason) = try session.drift() else { throw Unprepared() }
      #expect(reason.contains("no such table: club"))

      let restore = try session.prepareRestore()
      #expect(restore.isStraight && restore.undone == ["001_sort"])
      let restored = session.restore(restore)
      #expect(restored.error == nil && restored.problem == nil && restored.isRestored)
      #expect(try rows(path) == 2000)
      #expect(try readable() == "")
    }

    @Test func `nothing is written if the key is wrong`() throws {
      try make(wal: false)
      let before = FolderState(of: folder.path)
      var wrong = configuration
      wrong.key = DatabaseKey(passphrase: "wrong")
      let session = MigrationSession(
        database: path, migrations: DatabaseMigrator(), configuration: wrong,
        history: .folder(folder.path("history")))
      do {
        _ = try session.overview()
        Issue.record("opened")
      } catch let error as DatabaseError {
        #expect(error.openFailure?.kind == .wrongKey)
      }
      #expect(FolderState(of: folder.path) == before)
    }

    private struct Unprepared: Error {}
  }
#endif
