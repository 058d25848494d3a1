import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

/// `migtui restore` and `migtui history` as used by people and scripts.
@Suite(.ahead) struct RestoreCommandTests {
  private let folder: TemporaryFolder
  private var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try folder.write("Migrations/2_lose.sql", "DELETE FROM note WHERE text = 'a';")
    try folder.makeDatabase(sql: "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('a')")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func sql(_ text: String) throws -> String {
    try Club.output(of: "sqlite3", [database, text])
  }

  private func members(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  @Test func `a restore is previewed, needs --yes, and restores the same dump`() throws {
    let before = try sql(".dump")
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    let after = try sql(".dump")
    let shown = try migtui("restore", "app.sqlite")
    #expect(shown.status == 1)
    #expect(shown.output.contains("UNDOES 1_club"))
    #expect(shown.output.contains("To restore it, add --yes."))
    #expect(try sql(".dump") == after)
    let done = try migtui("restore", "--yes", "app.sqlite")
    #expect(done.status == 0, "\(done.errors)")
    #expect(
      done.output.contains("backup of the previous state: app.sqlite.before-restore"))
    #expect(try sql(".dump") == before)
    #expect(try migtui("restore", "--yes", "app.sqlite", "app.sqlite.before-restore").status == 0)
    #expect(try sql(".dump") == after)
    #expect(try migtui("status", "app.sqlite").output.contains("1 applied"))
  }

  @Test func `the printed advice restores a file that is no longer a database`() throws {
    let before = try sql(".dump")
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    try folder.write("app.sqlite", String(repeating: "What is this? ", count: 900))
    let outcome = try migtui("restore", "app.sqlite")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("is not an SQLite database"))
    #expect(outcome.errors.contains("restore by hand"))
    let backup = folder.path("app.sqlite.before-1_club")
    #expect(outcome.errors.contains("The newest is \(backup)."))
    try FileManager.default.moveItem(atPath: database, toPath: folder.path("away"))
    try FileManager.default.copyItem(atPath: backup, toPath: database)
    #expect(try sql(".dump") == before)
    // For a file that never had a backup, no backup is mentioned.
    let other = try migtui("restore", "away")
    #expect(other.status == 65)
    #expect(!other.errors.contains("backup"))
  }

  @Test func `if the backup is damaged, the message points to the other backups`() throws {
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    let bytes = try folder.bytes("app.sqlite.before-1_club")
    try folder.write("app.sqlite.before-1_club", bytes: Array(bytes.prefix(bytes.count / 2)))
    let outcome = try migtui("restore", "app.sqlite")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("app.sqlite.before-1_club is damaged"))
    #expect(outcome.errors.contains("restore app.sqlite --list` lists the backups"))
    #expect(!outcome.errors.contains("Restore a backup"))
  }

  @Test func `the history marks events that a restore undoes until that restore is undone`()
    throws
  {
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    func steps() throws -> [String] {
      try migtui("history", "app.sqlite").output.split(separator: "\n").map(String.init)
        .filter { $0.contains("1_club applied") }
    }
    func isThere() throws -> Bool { try sql(".tables").contains("club") }
    #expect(try steps().allSatisfy { !$0.contains("undone") } && isThere())
    #expect(try migtui("restore", "--yes", "app.sqlite").status == 0)
    #expect(try steps().allSatisfy { $0.hasSuffix(", undone by a restore") } && !isThere())
    let json = try members(try migtui("history", "--json", "app.sqlite").output)
    let events = try #require(json["events"] as? [[String: Any]])
    #expect(events.compactMap { $0["isUndone"] as? Bool } == [true, false])
    #expect(try migtui("restore", "--yes", "app.sqlite", "app.sqlite.before-restore").status == 0)
    #expect(try steps().count == 1)
    #expect(try steps().allSatisfy { !$0.contains("undone") } && isThere())
  }

  @Test func `the history names the time zone of its times`() throws {
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    let outcome = try BuiltProgram.run(
      ["history", "app.sqlite"], in: folder.path, environment: ["TZ": "Asia/Tokyo"])
    let time = #/(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d UTC  1_club applied/#
    let told = try #require(outcome.output.prefixMatch(of: time)).1
    let clock = try Program.run(["date", "-u", "-d", "1 minute ago", "+%F %R"]).output
    #expect(told >= clock.prefix(16))
  }

  @Test func `requesting the history of a missing file is an error`() throws {
    #expect(try migtui("history", "app.sqlite").output.contains("No changes to app.sqlite"))
    let outcome = try migtui("history", "elsewhere.sqlite")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("The file elsewhere.sqlite does not exist."))
  }

  @Test func `requesting the backups of a missing file is an error`() throws {
    let outcome = try migtui("restore", "--list", "elsewhere.sqlite")
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("The file elsewhere.sqlite does not exist."))
    let none = try migtui("restore", "--list", "app.sqlite")
    #expect(none.status == 0)
    #expect(none.output == "No backup of app.sqlite was found.\n")
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    try FileManager.default.removeItem(atPath: database)
    #expect(try migtui("restore", "--list", "app.sqlite").output.contains("before-1_club"))
  }

  @Test func `a restored user_version or application_id is reported`() throws {
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    let same = try migtui("restore", "app.sqlite")
    #expect(!same.output.contains("user_version"))
    #expect(!same.output.contains("application_id"))
    _ = try sql("PRAGMA user_version = 4; PRAGMA application_id = 7")
    let shown = try migtui("restore", "app.sqlite")
    #expect(shown.output.contains("user_version: 4 now, 0 in the backup"), "\(shown.output)")
    #expect(shown.output.contains("application_id: 7 now, 0 in the backup"))
    let json = try members(try migtui("restore", "--json", "app.sqlite").output)
    let settings = try #require(json["settings"] as? [[String: Any]])
    #expect(settings.compactMap { $0["name"] as? String } == ["user_version", "application_id"])
    #expect(settings.compactMap { $0["now"] as? Int } == [4, 7])
    #expect(settings.compactMap { $0["backup"] as? Int } == [0, 0])
  }

  @Test func `undoing later changes requires a phrase`() throws {
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    _ = try sql("INSERT INTO note VALUES ('b'), ('c')")
    let state = try sql(".dump")
    let refused = try migtui("restore", "--yes", "app.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--agree \"undo all since\""))
    #expect(refused.output.contains("note: 3 rows now, 1 in the backup"))
    #expect(try migtui("restore", "--yes", "--agree", "undo all", "app.sqlite").status == 1)
    #expect(try sql(".dump") == state)
    let json = try members(
      try migtui("restore", "--yes", "--json", "--agree", "undo all since", "app.sqlite").output)
    #expect(json["done"] as? Bool == true)
    #expect(json["nothingWrittenSince"] as? Bool == false)
    #expect(json["undone"] as? [String] == ["1_club"])
    #expect((json["kept"] as? String)?.hasSuffix(".before-restore") == true)
    #expect(try sql("SELECT count(*) FROM note") == "1\n")
  }

  @Test func `backups can be listed, stored in another folder and pruned`() throws {
    let none = try migtui("restore", "app.sqlite")
    #expect(none.status == 66)
    #expect(none.errors.contains("Restore another copy of the database"))
    #expect(try migtui("step", "--yes", "--backup-dir", "kept", "app.sqlite").status == 0)
    let second = try migtui(
      "step", "--yes", "--json", "--agree", "2: lose 1 row", "--backup-dir", "kept",
      "--keep-backups", "1", "app.sqlite")
    #expect(second.status == 0, "\(second.errors)")
    let pruned = try members(second.output)["prunedBackups"] as? [String]
    #expect(pruned?.map { $0.hasSuffix("kept/app.sqlite.before-1_club") } == [true])
    let list = try members(try migtui("restore", "--list", "--json", "app.sqlite").output)
    let backups = try #require(list["backups"] as? [[String: Any]])
    #expect(backups.map { $0["madeBefore"] as? String } == ["2_lose"])
    #expect(backups.first?["isKnown"] as? Bool == true)
    #expect(try migtui("restore", "--list", "app.sqlite").output.contains("made before 2_lose"))
    #expect(try migtui("step", "--yes", "--keep-backups", "0", "app.sqlite").status == 64)
  }

  @Test func `the history lists all changes and all refusals`() throws {
    #expect(try migtui("history", "app.sqlite").output.contains("No changes to app.sqlite"))
    _ = try migtui("step", "--yes", "app.sqlite")
    _ = try migtui("restore", "--yes", "app.sqlite")
    let text = try migtui("history", "--long", "app.sqlite")
    #expect(text.status == 0)
    #expect(text.output.contains("  1_club applied in"))
    #expect(text.output.contains("  backup of the previous state: "))
    #expect(text.output.contains("  restored app.sqlite.before-1_club in"))
    let json = try members(try migtui("history", "--json", "app.sqlite").output)
    let events = try #require(json["events"] as? [[String: Any]])
    #expect(events.map { $0["outcome"] as? String } == ["applied", "restored"])
    #expect((events.first?["digest"] as? String)?.count == 64)
    // The history is not stored in the database.
    #expect(try sql("SELECT group_concat(name) FROM sqlite_master") == "note\n")
  }

  @Test func `a history that cannot be written causes a warning and the step succeeds`() throws {
    try folder.write("file", "")
    let outcome = try BuiltProgram.run(
      ["step", "--yes", "app.sqlite"], in: folder.path,
      environment: ["XDG_STATE_HOME": folder.path("file")])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("warning: The history could not be written"))
    #expect(try sql("SELECT count(*) FROM grdb_migrations") == "1\n")
  }

  @Test
  func `lines of programs that write the history at the same time are not mixed`() async throws {
    _ = try migtui("step", "--yes", "app.sqlite")
    _ = try sql("INSERT INTO note VALUES ('b')")
    let folder = folder
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await DetachedThread.run {
            for _ in 0..<5 {
              // A refusal is recorded as an event, too.
              _ = try BuiltProgram.run(["restore", "--yes", "app.sqlite"], in: folder.path)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let json = try members(try migtui("history", "--json", "app.sqlite").output)
    #expect((json["events"] as? [Any])?.count == 21)
    #expect((json["damagedLines"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: ["delete", "wal"])
  func `a restore killed at any moment leaves the old or the new content`(mode: String)
    throws
  {
    _ = try sql(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE big (id INTEGER PRIMARY KEY, a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO big SELECT i, hex(randomblob(200)) FROM n;
      """)
    let sum = "PRAGMA integrity_check; SELECT count(*), total(length(a)) FROM big"
    let old = try sql(sum)
    try folder.write("Migrations/1_club.sql", "DELETE FROM big WHERE id % 2 = 0;")
    let step = try migtui("step", "--yes", "--agree", "1: lose 15000 rows", "app.sqlite")
    #expect(step.status == 0, "\(step.errors)")
    let new = try sql(sum)
    #expect(old != new)
    var killed = 0
    // The number of bytes written to the journal or the WAL before the kill.
    let aside = database + (mode == "wal" ? "-wal" : "-journal")
    for count in [0, 1, 1 << 20, 8 << 20] {
      let program = try RunningProgram([
        "restore", "--yes", "--no-backup", "--agree", "undo all since", database,
        database + ".before-1_club",
      ])
      try program.wait(for: "\(count) bytes in \(aside)") {
        let attributes = try? FileManager.default.attributesOfItem(atPath: aside)
        return attributes?[.size] as? Int ?? 0 >= count
      }
      program.send(SIGKILL)
      if case .signaled = try program.end() { killed += 1 }
      let left = try sql(sum)
      #expect(left == old || left == new)
    }
    #expect(killed > 0)
    let last = try migtui(
      "restore", "--yes", "--agree", "undo all since", "app.sqlite", "app.sqlite.before-1_club")
    #expect(last.status == 0, "\(last.errors)")
    #expect(try sql(sum) == old)
  }

  @Test func `the next step is suggested once, with the number of old and new rows`() throws {
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY);
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
      INSERT INTO player VALUES (1, NULL);
      INSERT INTO player VALUES (2, 99);
      ALTER TABLE player RENAME TO athlete;
      """)
    let new = try migtui("step", "--yes", "app.sqlite")
    #expect(new.status == 2)
    #expect(new.errors.contains("The statement at Migrations/1_club.sql:4:1 caused the first"))
    #expect(new.errors.components(separatedBy: "clubId:99").count == 2)

    _ = try sql(
      """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE club (id INTEGER PRIMARY KEY);
      CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
      INSERT INTO player VALUES (7, 42), (8, 43);
      """)
    try folder.write("Migrations/1_club.sql", "ALTER TABLE player RENAME TO athlete;")
    let old = try migtui("step", "--yes", "app.sqlite")
    #expect(old.status == 2)
    #expect(old.errors.contains("old: FOREIGN KEY constraint violation"))
    #expect(
      old.errors.components(separatedBy: "`-- migtui: foreign-keys immediate`").count == 2)
    for words in [
      "press 3", "violations app.sqlite --fix", "--foreign-keys immediate", "1_club.sql",
    ] {
      #expect(old.errors.contains(words))
    }
    let json = try members(try migtui("step", "--yes", "--json", "app.sqlite").output)
    let error = try #require(json["error"] as? [String: Any])
    #expect((error["remedy"] as? String)?.contains("foreign-keys immediate") == true)
  }
}
