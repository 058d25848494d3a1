import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A restore gives the database the contents of the backup, or leaves it unchanged.
struct RestoreTests {
  @Test(arguments: [false, true])
  func `a step is undone without a phrase, and the state after it is backed up`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    let before = try fixture.dump()
    try fixture.write("001_lose", "DELETE FROM club WHERE id > 1; CREATE TABLE t AS SELECT 1 AS a;")
    try fixture.step()
    let after = try fixture.dump()

    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.isStraight)
    #expect(prepared.phrase == nil)
    #expect(prepared.undone == ["001_lose"])
    #expect(prepared.rows.map(\.table) == ["club", "t"])
    #expect(prepared.rows.map(\.now) == [1, 1])
    #expect(prepared.rows.map(\.backup) == [3, nil])
    let outcome = fixture.session.restore(prepared)
    #expect(outcome.error == nil && outcome.problem == nil && outcome.isRestored)
    #expect(try fixture.dump() == before)
    #expect(try fixture.strings("PRAGMA journal_mode") == [wal ? "wal" : "delete"])
    #expect(outcome.backupPath == fixture.path + ".before-restore")
    #expect(try fixture.dump(fixture.path + ".before-restore") == after)

    // The undone state can be restored as well, by default or by its path.
    #expect(
      try fixture.session.prepareRestore().backup.path == fixture.path + ".before-restore")
    let redo = try fixture.session.prepareRestore(fixture.path + ".before-restore")
    #expect(redo.isStraight && redo.redone == ["001_lose"])
    #expect(fixture.session.restore(redo).error == nil)
    #expect(try fixture.dump() == after)
  }

  @Test(arguments: [false, true])
  func `a different journal mode is reported with its effect on the restore`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_table", "CREATE TABLE t (a);")
    try fixture.step()
    try fixture.execute("PRAGMA journal_mode = \(wal ? "delete" : "wal")")
    let prepared = try fixture.session.prepareRestore()
    let told = wal ? "delete now, wal in the backup" : "wal now, delete in the backup; wal is kept"
    #expect(
      prepared.lines.map(\.plain).filter { $0.hasPrefix("journal") } == ["journal_mode: \(told)"])
    #expect(fixture.session.restore(prepared, agreeing: prepared.phrase).isRestored)
    #expect(try fixture.strings("PRAGMA journal_mode") == ["wal"])
  }

  @Test(arguments: [false, true])
  func `several changes can be undone one after another`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    var dumps = [try fixture.dump()]
    for number in 1...3 {
      try fixture.write("00\(number)_step", "CREATE TABLE t\(number) (a);")
      try fixture.step()
      dumps.append(try fixture.dump())
    }
    for number in [2, 1, 0] {
      let prepared = try fixture.session.prepareRestore()
      #expect(prepared.isStraight, "\(number)")
      #expect(fixture.session.restore(prepared).isRestored)
      #expect(try fixture.dump() == dumps[number])
    }
  }

  @Test(arguments: [false, true])
  func `a run of several steps is undone as a whole`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    let before = try fixture.dump()
    for number in 1...3 { try fixture.write("00\(number)_step", "CREATE TABLE t\(number) (a);") }
    try fixture.step(.all)
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.isStraight)
    #expect(prepared.undone == ["001_step", "002_step", "003_step"])
    #expect(fixture.session.restore(prepared).isRestored)
    #expect(try fixture.dump() == before)
  }

  @Test(arguments: [false, true])
  func `undoing later writes requires the phrase and an up-to-date preparation`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL), (5, 'Athletic', NULL)")
    let prepared = try fixture.session.prepareRestore()
    #expect(!prepared.isStraight)
    #expect(prepared.phrase == "undo all since")
    let state = try fixture.dump()
    for phrase in [nil, "undo", "undo all"] {
      let refused = fixture.session.restore(prepared, agreeing: phrase)
      #expect(refused.error as? SessionRefusal == .notAgreedToUndo(phrase: "undo all since"))
      #expect(try fixture.dump() == state)
    }
    #expect(!fixture.backups.contains { $0.contains("restore") })

    try fixture.execute("DELETE FROM club WHERE id = 5")
    let stale = fixture.session.restore(prepared, agreeing: "undo all since")
    #expect(stale.error as? SessionRefusal == .databaseChanged(path: fixture.path))
    #expect(!fixture.backups.contains { $0.contains("restore") })
    try fixture.execute("INSERT INTO club VALUES (6, 'Albion', NULL)")
    let fresh = try fixture.session.prepareRestore()
    // The row counts shown to the user are unchanged.
    try fixture.execute("UPDATE club SET motto = 'x'")
    #expect(
      fixture.session.restore(fresh, agreeing: "undo all since", keepsBackup: false).isRestored)
    #expect(try fixture.strings("SELECT name FROM club") == ["Rovers", "United", "Town"])
    #expect(fixture.backups == ["app.sqlite.before-001_one"])
  }

  @Test func `undoing later updates of values requires a phrase`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "SELECT 1;")
    try fixture.step()
    try fixture.execute("UPDATE club SET name = 'x'")
    #expect(try fixture.session.prepareRestore().phrase == "undo all since")
  }

  @Test func `without a history, a restore must be confirmed with a phrase`() throws {
    var fixture = try SessionFixture()
    fixture.history = .none
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.backup.path.hasSuffix(".before-001_one"))
    #expect(prepared.backup.record == nil)
    #expect(prepared.phrase == "undo all since")
    #expect(fixture.session.restore(prepared, agreeing: "undo all since").isRestored)
  }

  @Test func `a changed backup is restored only if a phrase is given`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let prepared = try fixture.session.prepareRestore()
    let other = try DatabaseQueue(path: prepared.backup.path)
    try other.write { try $0.execute(sql: "DELETE FROM club") }
    try other.close()
    let refused = fixture.session.restore(prepared)
    #expect(refused.error as? SessionRefusal == .backupChanged(path: prepared.backup.path))
    #expect(try fixture.session.prepareRestore().isStraight == false)
  }

  @Test func `without a backup, the error suggests an alternative`() throws {
    let fixture = try SessionFixture()
    let error = #expect(throws: SessionRefusal.self) { try fixture.session.prepareRestore() }
    #expect(error == .noBackup)
    #expect(error?.remedy.sentence.contains("a new migration") == true)
    let itself = #expect(throws: SessionRefusal.self) {
      try fixture.session.prepareRestore(fixture.path)
    }
    #expect(itself == .backupIsDatabase(path: fixture.path))
    #expect(throws: DatabaseError.self) {
      try fixture.session.prepareRestore(fixture.folder.path("nowhere"))
    }
    try fixture.folder.write("text", "no database at all, and long enough to be sure of it")
    #expect(throws: RestoreObstacle.self) {
      try fixture.session.prepareRestore(fixture.folder.path("text"))
    }
    #expect(try fixture.folder.bytes("app.sqlite").count > 0)
  }

  @Test(arguments: [1024, 4096, 16384])
  func `a backup with another page size is restored outside WAL mode`(size: Int) throws {
    let fixture = try SessionFixture()
    try fixture.execute("PRAGMA page_size = \(size); VACUUM")
    let before = try fixture.dump()
    try fixture.write("001_vacuum", "-- migtui: no-transaction\nPRAGMA page_size = 512; VACUUM;")
    let prepared = try fixture.prepared()
    #expect(
      fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase)).error == nil)
    #expect(try fixture.strings("SELECT CAST(page_size AS TEXT) FROM pragma_page_size") == ["512"])
    let restore = try fixture.session.prepareRestore()
    let outcome = fixture.session.restore(restore, agreeing: restore.phrase)
    #expect(outcome.isRestored && outcome.problem == nil, "\(outcome)")
    #expect(try fixture.dump() == before)
    #expect(
      try fixture.strings("SELECT CAST(page_size AS TEXT) FROM pragma_page_size") == ["\(size)"])
    #expect(try fixture.strings("PRAGMA integrity_check") == ["ok"])
  }

  @Test(
    arguments: [false, true],
    [("UTF-8", "UTF-16le"), ("UTF-8", "UTF-16be"), ("UTF-16le", "UTF-8"), ("UTF-16be", "UTF-16le")])
  func `a backup with another encoding is restored and readable`(
    wal: Bool, encodings: (now: String, backup: String)
  ) throws {
    let fixture = try SessionFixture(wal: wal)
    func make(_ name: String, _ encoding: String, _ club: String) throws -> String {
      let path = try fixture.folder.makeDatabase(
        name,
        sql: """
          PRAGMA encoding = '\(encoding)';
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO club VALUES (1, '\(club)');
          PRAGMA journal_mode = \(wal ? "wal" : "delete");
          """)
      let queue = try DatabaseQueue(path: path)
      #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA encoding") } == encoding)
      try queue.close()
      return path
    }
    let copy = try make("copy.sqlite", encodings.backup, "Röbots")
    let database = try make("other.sqlite", encodings.now, "Rövers")
    let session = MigrationSession(database: database, migrations: DatabaseMigrator())
    let outcome = session.restore(
      try session.prepareRestore(copy), agreeing: "undo all since")
    #expect(outcome.isRestored && outcome.error == nil && outcome.problem == nil, "\(outcome)")
    #expect(outcome.unreadWarning == nil)
    #expect(try fixture.dump(database) == fixture.dump(copy))
    #expect(session.history().events.last?.after != nil)
  }

  @Test func `restoring a backup with another page size is refused in WAL mode`() throws {
    let fixture = try SessionFixture(wal: true)
    let copy = fixture.folder.path("copy.sqlite")
    try fixture.execute("VACUUM INTO '\(copy)'")
    let other = try DatabaseQueue(path: copy)
    try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 1024; VACUUM") }
    try other.close()
    let state = try fixture.dump()
    let prepared = try fixture.session.prepareRestore(copy)
    let outcome = fixture.session.restore(prepared, agreeing: prepared.phrase)
    #expect(
      (outcome.error as? MigrationError)?.kind == .pageSizes(database: 4096, backup: 1024))
    #expect(try fixture.dump() == state)
    #expect(fixture.backups.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a reader keeps its snapshot in WAL mode and blocks the restore in other modes`(wal: Bool)
    throws
  {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_one", "DELETE FROM club WHERE id = 1;")
    try fixture.step()
    let prepared = try fixture.session.prepareRestore()
    let reader = try DatabaseQueue(path: fixture.path)
    try reader.read { db in
      let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM club")
      var configuration = Configuration()
      configuration.busyMode = .timeout(0.05)
      let session = MigrationSession(
        database: fixture.path, migrations: DatabaseMigrator(), configuration: configuration)
      let outcome = session.restore(prepared)
      #expect(outcome.isRestored == wal)
      if !wal { #expect((outcome.error as? DatabaseError)?.resultCode == .SQLITE_BUSY) }
      let after = try Int.fetchOne(db, sql: "SELECT count(*) FROM club")
      #expect(before == 2 && after == 2)
    }
    #expect(
      try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM club") } == (wal ? 3 : 2))
    try reader.close()
    #expect(fixture.backups.contains("app.sqlite.before-restore") == wal)
  }

  @Test func `a damaged database is restored, and the damaged file is kept`() throws {
    let fixture = try SessionFixture()
    try fixture.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO club SELECT i, hex(randomblob(50)), NULL FROM n
      """)
    let before = try fixture.dump()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let file = try #require(FileHandle(forUpdatingAtPath: fixture.path))
    for page in 3..<20 {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try file.close()
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.damage != nil)
    #expect(prepared.lines.contains { $0.plain.contains("is damaged") })
    let outcome = fixture.session.restore(prepared, agreeing: prepared.phrase)
    #expect(outcome.isRestored && outcome.problem == nil, "\(outcome)")
    #expect(try fixture.dump() == before)
    #expect(fixture.backups.contains("app.sqlite.before-restore"))
  }

  @Test func `a cancelled restore changes nothing and leaves no files`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let state = try fixture.dump()
    let prepared = try fixture.session.prepareRestore()
    let cancellation = Cancellation()
    cancellation.cancel()
    let outcome = fixture.session.restore(prepared, cancellation: cancellation)
    #expect((outcome.error as? DatabaseError)?.isInterruption == true)
    #expect(try fixture.dump() == state)
    #expect(fixture.backups == ["app.sqlite.before-001_one"])
    #expect(fixture.session.history().events.last?.outcome == .stopped)
  }

  /// A step that ends its own transactions lets others write between its statements.
  @Test(arguments: [false, true], ["CREATE TABLE two (a);", "INSERT INTO nowhere VALUES (1);"])
  func `after a step outside a transaction, only its own changes are undone without a phrase`(
    others: Bool, second: String
  ) throws {
    let fixture = try SessionFixture(wal: true)
    let before = try fixture.dump()
    try fixture.write("001_out", "-- migtui: no-transaction\nCREATE TABLE one (a);\n\(second)")
    let prepared = try fixture.prepared(rehearsal: .none)
    let writer = try DatabaseQueue(path: fixture.path)
    defer { try? writer.close() }
    _ = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase)) { event in
      guard others, case .statement(_, index: 1, _, _) = event else { return }
      #expect(throws: Never.self) {
        try writer.write { try $0.execute(sql: "UPDATE club SET motto = 'mine'") }
      }
    }
    #expect(try fixture.strings("SELECT name FROM sqlite_master").contains("one"))
    let motto = try fixture.strings("SELECT ifnull(motto, 'none') FROM club WHERE id = 1")
    #expect(motto == [others ? "mine" : "none"])
    let restore = try fixture.session.prepareRestore()
    #expect(restore.isStraight == !others)
    #expect(restore.phrase == (others ? "undo all since" : nil))
    #expect(fixture.session.restore(restore, agreeing: restore.phrase).isRestored)
    #expect(try fixture.dump() == before)
  }

  @Test
  func `the reason for a backup is read from the history, not derived from the file name`() throws {
    let fixture = try SessionFixture()
    try fixture.write("add_users", "CREATE TABLE one (a);")
    try fixture.step()
    try fixture.write("restore_users", "CREATE TABLE two (a);")
    try fixture.step()
    try fixture.execute("INSERT INTO club VALUES (9, 'City', NULL)")
    // After a later write the newest backup is offered. It is not one made before a restore.
    let first = try fixture.session.prepareRestore()
    #expect(first.backup.occasion == .step("restore_users"))
    for _ in 1...2 {
      let prepared = try fixture.session.prepareRestore(first.backup.path)
      #expect(fixture.session.restore(prepared, agreeing: prepared.phrase).error == nil)
      try fixture.execute("INSERT INTO club VALUES (9, 'City', NULL)")
    }
    let made = fixture.session.backupsThere().map(\.occasion)
    #expect(made == [.restore, .restore, .step("restore_users"), .step("add_users")])
    let lines = fixture.session.backupsThere().map(\.line.plain)
    #expect(
      lines.allSatisfy { !$0.contains("restore-2,") || $0.hasSuffix("made before a restore") })
  }
}
