import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import TestTraits
import Testing

/// After a step and a restore the database has the same dump, whatever the step did.
@Suite(.ahead) struct RestorePropertyTests {
  @Test(arguments: [false, true], 0..<4)
  func `restoring the backup of a random step gives the original dump`(wal: Bool, seed: Int) throws
  {
    var random = RandomClub(seed: UInt64(seed))
    let fixture = try SessionFixture(wal: wal)
    for sql in random.content() { try fixture.execute(sql) }
    let before = try fixture.dump()
    try fixture.write("001_random", random.migration())
    guard case .ready(let step) = try fixture.session.prepareStep() else { return }
    let outcome = fixture.session.step(step, agreeing: step.agreements.map(\.phrase))
    #expect(outcome.error == nil && outcome.failure == nil)
    let after = try fixture.dump()
    let restore = try fixture.session.prepareRestore()
    #expect(restore.isStraight)
    #expect(fixture.session.restore(restore).isRestored)
    #expect(try fixture.dump() == before)
    #expect(try fixture.strings("PRAGMA integrity_check") == ["ok"])
    let redo = try fixture.session.prepareRestore(fixture.path + ".before-restore")
    #expect(fixture.session.restore(redo).isRestored)
    #expect(try fixture.dump() == after)
  }

  @Test(arguments: [false, true])
  func `a process that reads continuously sees the old or the new content`(wal: Bool) throws {
    let fixture = try SessionFixture(wal: wal)
    try fixture.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 20009)
      INSERT INTO club SELECT i, 'club number ' || i, hex(randomblob(20)) FROM n
      """)
    try fixture.write("001_lose", "DELETE FROM club WHERE id % 2 = 0;")
    try fixture.step()
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    let answers = fixture.folder.path("answers")
    reader.arguments = [
      "-c",
      "while [ ! -e '\(answers).end' ]; do "
        + "sqlite3 -cmd '.timeout 9000' '\(fixture.path)' 'SELECT count(*), sum(id) FROM club' "
        + ">> '\(answers)' 2>&1; done",
    ]
    try reader.run()
    defer { if reader.isRunning { reader.terminate() } }
    for _ in 0..<6 {
      var path: String?
      if fixture.backups.contains("app.sqlite.before-restore") {
        path = fixture.path + ".before-restore"
      }
      // Restores the backup and the newer state in turn.
      for target in [nil, path] {
        var outcome: RestoreOutcome
        repeat {
          let prepared = try fixture.session.prepareRestore(target)
          outcome = fixture.session.restore(
            prepared, agreeing: prepared.phrase, keepsBackup: path == nil)
          // A reader that closes the file may checkpoint the -wal, which changes the state.
        } while outcome.error as? SessionRefusal == .databaseChanged(path: fixture.path)
        #expect(outcome.isRestored, "\(outcome)")
      }
    }
    try fixture.folder.write("answers.end", "")
    reader.waitUntilExit()
    let seen = Set(
      String(decoding: try fixture.folder.bytes("answers"), as: UTF8.self).split(separator: "\n"))
    #expect(seen.isSubset(of: ["20003|200190006", "10002|100100004"]), "\(seen)")
    #expect(!seen.isEmpty)
    #expect(try fixture.strings("PRAGMA integrity_check") == ["ok"])
  }

  @Test(arguments: [false, true], [0, 1, 2])
  func `a process killed during a restore leaves the old or the new content`(
    wal: Bool, moment: Int
  ) async throws {
    let fixture = try SessionFixture(wal: wal)
    let fill = """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      INSERT INTO club SELECT i, hex(randomblob(150)), NULL FROM n
      """
    try fixture.execute(fill)
    let old = try fixture.dump()
    try fixture.write("001_lose", "UPDATE club SET name = id;")
    try fixture.step()
    let new = try fixture.dump()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = fixture.path as String, moment = moment as Int] in
      let session = MigrationSession(database: path, migrations: DatabaseMigrator(), history: .none)
      let prepared = try session.prepareRestore(path + ".before-001_lose")
      var count = 0
      _ = session.restore(
        prepared, agreeing: prepared.phrase, keepsBackup: false,
        onEvent: { _ in
          if count == moment { kill(getpid(), SIGKILL) }
          count += 1
        })
    }
    _ = try fixture.session.undoUnfinishedTransaction()
    #expect(try fixture.strings("PRAGMA integrity_check") == ["ok"])
    let left = try fixture.dump()
    #expect(left == old || left == new)
    let prepared = try fixture.session.prepareRestore()
    #expect(fixture.session.restore(prepared, agreeing: prepared.phrase).isRestored)
    #expect(try fixture.dump() == old)
  }
}

private struct RandomClub {
  private var random: SeededGenerator
  private var tables = ["club"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func value() -> String {
    pick([
      "NULL", "0", "-1", "9223372036854775807", "1e999", "2.5", "''", "'O''Brien'", "x'00ff'",
      "hex(randomblob(900))", "zeroblob(5000)", "'\u{E9}\u{202E}'", "1.0",
    ])
  }

  mutating func content() -> [String] {
    var statements: [String] = []
    for number in 0..<Int.random(in: 1...4, using: &random) {
      let key = pick([
        "INTEGER PRIMARY KEY", "TEXT PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT",
      ])
      let options = key == "TEXT PRIMARY KEY" ? pick(["", " WITHOUT ROWID"]) : ""
      statements.append(
        "CREATE TABLE t\(number) (id \(key), a, b TEXT COLLATE NOCASE, "
          + "g AS (length(b)) \(pick(["STORED", "VIRTUAL"])))\(options)")
      tables.append("t\(number)")
      for row in 0..<Int.random(in: 0...30, using: &random) {
        statements.append(
          "INSERT INTO t\(number) (id, a, b) VALUES (\(row + 1), \(value()), \(value()))")
      }
      if pick([true, false]) { statements.append("CREATE INDEX i\(number) ON t\(number) (a)") }
    }
    if pick([true, false]) {
      statements += [
        "CREATE VIRTUAL TABLE doc USING fts5(x)", "INSERT INTO doc VALUES ('one two'), ('three')",
      ]
    }
    return statements
  }

  mutating func migration() -> String {
    (0..<Int.random(in: 1...6, using: &random)).map { number in
      let table = pick(tables)
      return pick([
        "DELETE FROM \(table) WHERE rowid % 2 = 0;".replacing("rowid", with: "id"),
        "INSERT INTO club (name) SELECT hex(randomblob(500)) FROM club;",
        "CREATE TABLE n\(number) AS SELECT * FROM \(table);",
        "ALTER TABLE \(table) ADD COLUMN c\(number) DEFAULT 7;",
        "UPDATE club SET name = \(value()) || id WHERE id > 1;",
        "CREATE VIEW v\(number) AS SELECT * FROM \(table);",
      ])
    }.joined(separator: "\n")
  }
}
