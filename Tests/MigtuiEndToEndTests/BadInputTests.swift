import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Each bad input gets one clear message with a remedy, and nothing changes.
struct BadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expect(
    _ arguments: [String], status: Int32, says words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try contents()
    let outcome = try BuiltProgram.run(arguments, in: folder.path)
    #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
    for word in words {
      #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    #expect(try contents() == before, sourceLocation: sourceLocation)
  }

  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in folder.names() {
      // Folders have no bytes, so only their names are compared.
      contents[name] = (try? folder.bytes(name)) ?? []
    }
    return contents
  }

  private func makeDatabase() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE club (id INTEGER PRIMARY KEY)") }
    try queue.close()
  }

  @Test(arguments: ["status", "violations", "dry-run", "step", "open"])
  func `a missing file, a folder and a text file are refused`(command: String) throws {
    try folder.write("notes.txt", String(repeating: "This is no database. ", count: 60))
    try folder.write("Migrations/1.sql", "SELECT 1;")
    try expect([command, "gone.sqlite"], status: 66, says: "The file gone.sqlite does not exist")
    try expect([command, "Migrations"], status: 66, says: "is a folder")
    try expect([command, "notes.txt"], status: 65, says: "not an SQLite database")
  }

  @Test func `a newer schema format is not reported as damage`() throws {
    try makeDatabase()
    var bytes = try folder.bytes("app.sqlite")
    // > The schema format number. Supported schema formats are 1, 2, 3, and 4.
    bytes.replaceSubrange(44..<48, with: [0, 0, 0, 9])
    try folder.write("app.sqlite", bytes: bytes)
    try expect(["status", "app.sqlite"], status: 65, says: "does not support the format of")
  }

  @Test(arguments: [
    ["status", "app.sqlite"], ["status", "--json", "app.sqlite"], ["help", "check"],
  ])
  func `an error is reported if standard output is written to a full disk`(arguments: [String])
    throws
  {
    try makeDatabase()
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let outcome = try Program.run(
      ["sh", "-c", "exec \"$0\" \"$@\" > /dev/full", BuiltProgram.path] + arguments,
      in: folder.path)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("writing to standard output failed"))
  }

  @Test(arguments: ["status", "schema", "dry-run"])
  func `a reader that closes the pipe is not reported as a failure`(command: String) throws {
    try makeDatabase()
    let whole = try Program.run([BuiltProgram.path, command, "app.sqlite"], in: folder.path)
    // The reader closes the pipe before the first byte.
    let script = """
      (sleep 1; "$0" "$@"; echo $? > status) | true
      """
    let outcome = try Program.run(
      ["bash", "-c", script, BuiltProgram.path, command, "app.sqlite"], in: folder.path)
    #expect(outcome.errors == whole.errors)
    #expect(
      try String(contentsOfFile: folder.path("status"), encoding: .utf8) == "\(whole.status)\n")
  }

  @Test(arguments: [["help"], ["--version"], ["status", "--help"], ["keys"], ["man"]])
  func `help output to a closed pipe is not a failure`(_ arguments: [String]) throws {
    // The pipe has no reader once descriptor 3 is closed.
    let script = """
      mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; exec "$0" "$@" >&4
      """
    let outcome = try Program.run(
      ["bash", "-c", script, BuiltProgram.path] + arguments, in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test func `a damaged database is reported as damaged`() throws {
    try makeDatabase()
    var bytes = try folder.bytes("app.sqlite")
    for index in 100..<400 { bytes[index] = 0xA5 }
    try folder.write("app.sqlite", bytes: bytes)
    try expect(["status", "app.sqlite"], status: 65, says: "damaged")
  }

  @Test func `an empty file is a database without tables`() throws {
    try folder.write("app.sqlite", "")
    try folder.write("Migrations/1.sql", "SELECT 1;")
    let outcome = try BuiltProgram.run(["status", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(try folder.bytes("app.sqlite").isEmpty)
  }

  @Test func `a locked database is reported, and the command can be retried`() throws {
    try makeDatabase()
    try folder.write("Migrations/1.sql", "CREATE TABLE a (id);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      // This process must not read the file here, since closing it would release its own lock.
      for arguments in [["status", "app.sqlite"], ["step", "--yes", "app.sqlite"]] {
        let outcome = try BuiltProgram.run(arguments, in: folder.path)
        #expect(outcome.status == 75, "\(outcome.errors)")
        #expect(
          outcome.errors.contains("app.sqlite is locked by another program."), "\(outcome.errors)")
      }
      try db.execute(sql: "ROLLBACK")
    }
  }

  @Test(arguments: [
    "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY CHECK (identifier <> '1'))",
    "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY, extra TEXT NOT NULL)",
    "CREATE VIEW grdb_migrations AS SELECT 'x' AS identifier WHERE 0",
  ])
  func `a record that the ledger rejects is not reported as an error of the migration`(
    ledger: String
  ) throws {
    try makeDatabase()
    try folder.write("Migrations/1.sql", "CREATE TABLE a (id);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: ledger) }
    try queue.close()
    try expect(
      ["step", "--yes", "app.sqlite"], status: 4, says: "grdb_migrations rejects the record",
      "Inspect grdb_migrations in the sqlite3 shell")
    try expect(
      ["repair", "--mark-applied", "1", "--yes", "app.sqlite"], status: 4,
      says: "grdb_migrations rejects the record", "Remove anything that its tool did not create")
  }

  @Test(arguments: [
    "CREATE VIEW goose_db_version AS SELECT 1 AS id, 1 AS version_id, 1 AS is_applied",
    "CREATE TABLE goose_db_version (id)",
  ])
  func `every command reports an object that has the ledger's name but is not a valid ledger`(
    ledger: String
  ) throws {
    try makeDatabase()
    try folder.write("Migrations/1_a.sql", "-- +goose Up\nCREATE TABLE a (id);\n")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: ledger) }
    try queue.close()
    let words = "goose_db_version rejects the record: "
    let status = try BuiltProgram.run(["status", "app.sqlite"], in: folder.path)
    #expect(status.status == 1 && !status.output.contains("no ledger"))
    #expect(status.output.contains("stop: \(words)"), "\(status.output)")
    for command in [["plan"], ["step", "--yes"], ["repair"], ["repair", "--adopt"]] {
      try expect(command + ["app.sqlite"], status: 4, says: words)
    }
    let check = try BuiltProgram.run(["check", "app.sqlite"], in: folder.path)
    #expect(check.status == 1)
    #expect(check.output.contains("error: \(words)") && check.output.contains("[blocked]"))
    #expect(check.output.contains("tried on an empty database"))
  }

  @Test func `a hot journal is reported by status and rolled back by a step`() throws {
    let writer = try DatabaseQueue(path: folder.path("writer.sqlite"))
    try writer.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE a (x); PRAGMA cache_size = 5;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
            INSERT INTO a SELECT printf('%0500d', i) FROM n;
          BEGIN; UPDATE a SET x = 'half';
          """)
      // These copies have the state that a crash would leave.
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: folder.path("writer.sqlite\(suffix)"), toPath: folder.path("app.sqlite\(suffix)"))
      }
      try db.execute(sql: "ROLLBACK")
    }
    try folder.write("Migrations/1.sql", "CREATE TABLE b (id);")
    let look = try BuiltProgram.run(["status", "app.sqlite"], in: folder.path)
    #expect(look.status == 3)
    #expect(look.errors.contains("unfinished transaction"), "\(look.errors)")
    #expect(look.errors.contains("`sqlite3 app.sqlite .schema`"), "\(look.errors)")
    let step = try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path)
    #expect(step.status == 0, "\(step.errors)")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a WHERE x = 'half'") } == 0)
  }

  @Test func `the error names a missing module and explains how to load it`() throws {
    _ = try Club.output(
      of: "sqlite3",
      [
        folder.path("app.sqlite"),
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, place REFERENCES places(id));
        INSERT INTO note VALUES (1, 2);
        PRAGMA writable_schema = ON;
        INSERT INTO sqlite_master VALUES
          ('table', 'places', 'places', 0, 'CREATE VIRTUAL TABLE places USING vec0(a float[3])');
        """,
      ])
    try folder.write("Migrations/1.sql", "CREATE TABLE a (id);")
    for command in [["violations"], ["dry-run"], ["check"], ["step", "--yes"]] {
      try expect(
        command + ["app.sqlite"], status: 4, says: "vec0 is a module", "--load-extension FILE")
    }
    #expect(try BuiltProgram.run(["status", "app.sqlite"], in: folder.path).status == 1)
  }

  @Test func `a commit blocked by a reader is reported as a locked database`() throws {
    try makeDatabase()
    try folder.write("Migrations/1.sql", "CREATE TABLE b (id);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN; SELECT * FROM sqlite_master")
      // This process must not read the file here, since closing it would release its own lock.
      let outcome = try BuiltProgram.run(["step", "--yes", "app.sqlite"], in: folder.path)
      #expect(outcome.status == 75, "\(outcome.output) \(outcome.errors)")
      try db.execute(sql: "ROLLBACK")
    }
  }

  /// Runs as an unprivileged user if the tests run as root, which can read everything.
  @Test func `all commands have the same exit status if a folder is inaccessible`() throws {
    try makeDatabase()
    try folder.write("Migrations/1.sql", "CREATE TABLE a (id);")
    chmod(folder.path("Migrations"), 0)
    defer { chmod(folder.path("Migrations"), 0o700) }
    chmod(folder.path, 0o755)
    chmod(folder.path("app.sqlite"), 0o644)
    let user =
      geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    for arguments in [["status", "app.sqlite"], ["check", "app.sqlite"], ["check"]] {
      let outcome = try Program.run(
        user + [BuiltProgram.path] + arguments + ["--migrations", "Migrations"], in: folder.path)
      #expect(outcome.status == 77, "\(outcome.output)\(outcome.errors)")
      #expect((outcome.output + outcome.errors).contains("the folder cannot be read"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `an unreadable file, a read-only file and a read-only folder are refused`() throws {
    try makeDatabase()
    try folder.write("Migrations/1.sql", "CREATE TABLE a (id);")
    chmod(folder.path("app.sqlite"), 0)
    let outcome = try BuiltProgram.run(["status", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 77, "\(outcome.errors)")
    chmod(folder.path("app.sqlite"), 0o400)
    try expect(
      ["step", "--yes", "--no-backup", "app.sqlite"], status: 77,
      says: "not to write to it or its folder")
    chmod(folder.path("app.sqlite"), 0o600)
    chmod(folder.path("Migrations"), 0)
    try expect(["status", "app.sqlite"], status: 77, says: "the folder cannot be read")
    chmod(folder.path("Migrations"), 0o700)
  }

  @Test(arguments: [
    (["1_a.sql": "SELECT 1;", "01_b.sql": "SELECT 1;"], "1_a.sql and 01_b.sql", Int32(78)),
    (["1_a.sql": ""], "the file is empty", 78),
    (
      ["1_a.sql": "-- migtui: fast\nSELECT 1;"], "1_a.sql:1:1: `fast` is not a migtui directive", 78
    ),
    (["1_a.sql": "SELECT 1;\nSELECT 'open;"], "1_a.sql:2:8", 78),
    ([:], "the folder does not exist", 66),
  ])
  func `unusable migrations are named, and none is run`(
    files: [String: String], words: String, status: Int32
  ) throws {
    try makeDatabase()
    for (name, text) in files { try folder.write("sql/\(name)", text) }
    for command in [["status"], ["dry-run", "--all"], ["step", "--yes", "--all"], ["open"]] {
      let outcome = try BuiltProgram.run(
        command + ["app.sqlite", "--migrations", "sql"], in: folder.path)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(
        outcome.errors.contains(words)
          || outcome.errors.contains("01_b.sql and 1_a.sql"), "\(outcome.errors)")
    }
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 1)
  }

  @Test func `usage errors have exit status 64`() throws {
    try expect(["status"], status: 64, says: "Missing expected argument")
    try expect(["status", "a", "--bogus"], status: 64, says: "--bogus")
    try expect(["dry-run", "a", "--all", "--up-to", "b"], status: 64, says: "not both")
    try expect(
      ["stauts", "a"], status: 64,
      says: "Unknown command stauts, and no such file. Did you mean status?"
    )
    try expect(
      ["stauts"], status: 66, says: "file stauts does not exist",
      "Did you mean the command status?")
    try expect(
      ["help", "stauts"], status: 64, says: "Unknown command stauts. Did you mean status?")
    #expect(try BuiltProgram.run(["help", "drift"], in: folder.path).status == 0)
  }

  @Test func `a disk that becomes full during a migration is reported as a disk error`() throws {
    try makeDatabase()
    // Simulates a full disk: the file must not grow.
    try folder.write(
      "Migrations/1_a.sql",
      "PRAGMA max_page_count = 3; CREATE TABLE a AS SELECT zeroblob(100000) AS x;")
    for arguments in [
      ["dry-run"], ["check"], ["step", "--yes"], ["step", "--yes", "--no-dry-run"],
    ] {
      let outcome = try BuiltProgram.run(arguments + ["app.sqlite"], in: folder.path)
      #expect(outcome.status == 74, "\(arguments)")
      #expect((outcome.output + outcome.errors).contains("Free up space "), "\(arguments)")
    }
  }

  @Test
  func `a missing database that a migration attaches is reported as an error of the migration`()
    throws
  {
    try makeDatabase()
    try folder.write("Migrations/1_a.sql", "ATTACH 'no/such/folder.sqlite' AS other;")
    let outcome = try BuiltProgram.run(
      ["step", "--yes", "--no-dry-run", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 2, "\(outcome)")
  }

  @Test func `if the database is busy, the program says that it is waiting`() throws {
    try makeDatabase()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.inTransaction(.exclusive) { _ in
      let outcome = try BuiltProgram.run(["status", "app.sqlite"], in: folder.path)
      #expect(outcome.status == 75)
      #expect(outcome.errors.hasPrefix("migtui: waiting for another program"))
      return .rollback
    }
  }

  @Test func `reaching the limit on open files is not reported as missing permissions`() throws {
    try makeDatabase()
    try folder.write("Migrations/1_a.sql", "SELECT 1;")
    let outcome = try Program.run(
      ["sh", "-c", "ulimit -n 4; exec '\(BuiltProgram.path)' status app.sqlite"], in: folder.path)
    #expect(outcome.status == 74 || outcome.status == 1)
    #expect(!outcome.errors.contains("permission"), "\(outcome.errors)")
  }

  @Test func `with an unreadable ledger, schema cannot determine whether there is drift`() throws {
    try makeDatabase()
    try folder.write("Migrations/1_a.sql", "SELECT 1;")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE grdb_migrations (other)") }
    try queue.close()
    try expect(
      ["schema", "app.sqlite"], status: 3, says: "grdb_migrations has no identifier column")
    // No repair applies, which is reported differently from an intact ledger.
    try expect(
      ["repair", "app.sqlite"], status: 4, says: "grdb_migrations has no identifier column",
      "Find out which program created the table")
  }
}
