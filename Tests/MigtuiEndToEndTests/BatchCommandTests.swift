import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

struct BatchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try folder.write(
      "Migrations/2_player.sql",
      "CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
    try queue.close()
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func members(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  private func tables() throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    return try queue.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    }
  }

  @Test func `status lists pending migrations, exits with status 1 and writes nothing`() throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try migtui("status", "app.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("  journal delete\n"))
    #expect(outcome.output.contains("no ledger grdb_migrations yet: 0 applied, 2 pending"))
    #expect(outcome.output.contains("migrations from Migrations/ (next to the database)"))
    #expect(outcome.output.contains("  pending  1_club  ← next\n  pending  2_player\n"))
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(
      folder.names() == [
        "Migrations", "Migrations/1_club.sql", "Migrations/2_player.sql", "app.sqlite",
      ])
  }

  @Test func `a line break in a filename does not create an output line`() throws {
    try folder.write("Migrations/3_a\n  applied  3_b.sql", "CREATE TABLE three (id);")
    let status = try migtui("status", "app.sqlite").output
    #expect(!status.contains("\n  applied  3_b"))
    #expect(status.contains("  pending  3_a"))
    let dryRun = try migtui("dry-run", "--all", "app.sqlite").output
    #expect(!dryRun.contains("\n  applied  3_b"))
    #expect(dryRun.contains("applied  3_b  ok in"))
  }

  @Test func `a new Atlas file is created with a hint to run atlas migrate hash`() throws {
    try folder.write("Migrations/atlas.sum", "h1:\n")
    let outcome = try migtui("new", "teams", "--format", "atlas")
    #expect(outcome.output == "Migrations/3_teams.sql\n")
    #expect(outcome.errors.contains("run atlas migrate hash"))
    let json = try members(try migtui("new", "cups", "--format", "atlas", "--json").output)
    #expect((json["afterWriting"] as? String)?.contains("atlas migrate hash") == true)
  }

  @Test func `if a table already exists, the error suggests ledger repairs`() throws {
    try folder.write("Migrations/1_club.sql", "CREATE TABLE note (text);")
    let outcome = try migtui("dry-run", "app.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("table note already exists"))
    #expect(outcome.errors.contains("press R, or run `migtui repair app.sqlite`"))
  }

  @Test func `a ledger that the format does not use is refused`() throws {
    let outcome = try migtui("step", "--yes", "--ledger", "mine", "app.sqlite")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("the ledger of these migrations is always grdb_migrations"))
  }

  @Test func `status --json contains the same information as the text`() throws {
    let status = try members(try migtui("status", "--json", "app.sqlite").output)
    let next = status["next"] as? [String: Any]
    #expect(next?["subject"] as? String == "1_club")
    #expect(next?["command"] as? String == "migtui dry-run app.sqlite --all")
    #expect((status["counts"] as? [String: Int])?["pending"] == 2)
    #expect((status["migrations"] as? [[String: Any]])?.count == 2)
  }

  @Test func `a step without --yes changes nothing`() throws {
    let outcome = try migtui("step", "app.sqlite")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("The next migration is 1_club. No changes were made."))
    #expect(try tables() == ["note"])
  }

  @Test func `a step applies one migration and keeps a backup`() throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try migtui("step", "--yes", "app.sqlite")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try tables() == ["club", "grdb_migrations", "note"])
    #expect(try folder.bytes("app.sqlite.before-1_club").count == before.count)
    #expect(try migtui("step", "--yes", "--no-backup", "app.sqlite").status == 0)
    #expect(try migtui("status", "app.sqlite").status == 0)
    #expect(try migtui("step", "--yes", "app.sqlite").output == "Nothing is pending.\n")
    #expect(
      folder.names().filter { $0.hasPrefix("app.") } == ["app.sqlite", "app.sqlite.before-1_club"])
  }

  @Test func `step --all stops at the first failure`() throws {
    try folder.write("Migrations/3_bad.sql", "CREATE TABLE a (id);\nINSERT INTO b VALUES (1);\n")
    let outcome = try migtui("step", "--yes", "--all", "--no-dry-run", "--no-backup", "app.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("Migrations/3_bad.sql:2:"))
    #expect(outcome.output.contains("no such table: b"))
    #expect(outcome.output.contains("The database is in the state before 3_bad"))
    #expect(try tables() == ["club", "grdb_migrations", "note", "player"])
  }

  @Test func `a step does not change the file if the migration fails on the copy`() throws {
    try folder.write("Migrations/0_bad.sql", "INSERT INTO b VALUES (1);")
    let before = try folder.bytes("app.sqlite")
    let outcome = try migtui("step", "--yes", "app.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Failed on a copy; the database is unchanged."))
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names().filter { $0.hasPrefix("app.") } == ["app.sqlite"])
  }

  @Test func `a loss is accepted only with its exact phrase`() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "INSERT INTO note VALUES ('a'), ('b'), ('c')") }
    try queue.close()
    try folder.write("Migrations/0_clean.sql", "DELETE FROM note WHERE text < 'c';")
    let refused = try migtui("step", "--yes", "app.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--agree \"0: lose 2 rows\""))
    #expect(try migtui("history", "app.sqlite").output.contains("step of 0_clean refused"))
    #expect(try migtui("step", "--yes", "--agree", "0: lose 3 rows", "app.sqlite").status == 1)
    #expect(try migtui("dry-run", "app.sqlite").status == 1)
    #expect(try migtui("step", "--yes", "--agree", "0: lose 2 rows", "app.sqlite").status == 0)
  }

  @Test func `accepting a digest from a dry run applies only to the same file and losses`() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE score (a, b, c); INSERT INTO score VALUES (1, 2, 3)")
    }
    try queue.close()
    let file = "Migrations/0_drop.sql"
    try folder.write(file, "ALTER TABLE score DROP COLUMN b;")
    struct DryRun: Decodable { let agree, agreeDigests: [String] }
    let shown = try JSONDecoder().decode(
      DryRun.self, from: Data(try migtui("dry-run", "--json", "app.sqlite").output.utf8))
    #expect(shown.agree == ["0: lose 1 column"])
    let digest = try #require(shown.agreeDigests.first)
    #expect(shown.agreeDigests.count == 1)
    let refused = try migtui("step", "--yes", "app.sqlite")
    #expect(refused.status == 1)
    for output in [
      try migtui("dry-run", "app.sqlite").output, refused.errors,
      try migtui("check", "app.sqlite").output,
    ] {
      #expect(output.contains("--agree \"0: lose 1 column\""))
      #expect(output.contains("--agree \"\(digest)\""))
    }

    try folder.write(file, "ALTER TABLE score DROP COLUMN c;")
    let before = try folder.bytes("app.sqlite")
    let other = try migtui("step", "--yes", "--agree", digest, "app.sqlite")
    #expect(other.status == 1)
    #expect(
      other.errors.contains(
        "0_drop: the digest does not match the file or its losses; no changes were made."
      ))
    #expect(other.errors.contains("LOSES column c of score, with 1 value"))
    #expect(other.errors.contains("--agree \"0:"))
    #expect(!other.errors.contains(digest))
    let unseen = try migtui("step", "--yes", "--no-dry-run", "--agree", digest, "app.sqlite")
    #expect(unseen.status == 1)
    #expect(unseen.errors.contains("current file contents, with any loss, add --agree \"0:"))
    #expect(try folder.bytes("app.sqlite") == before)

    try folder.write(file, "ALTER TABLE score DROP COLUMN b;")
    let done = try migtui("step", "--yes", "--agree", digest, "app.sqlite")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.contains("LOST column b of score, with 1 value"))
  }

  @Test func `a dry run reports the effects and changes nothing`() throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try migtui("dry-run", "--all", "--json", "app.sqlite")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let steps = try #require(try members(outcome.output)["steps"] as? [[String: Any]])
    #expect(steps.map { $0["identifier"] as? String } == ["1_club", "2_player"])
    #expect(try migtui("dry-run", "--up-to", "nowhere", "app.sqlite").status == 64)
    #expect(try folder.bytes("app.sqlite") == before)
  }

  @Test func `a dry run warns about statements without effect`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeDatabase(sql: "CREATE TABLE a (x)")
    let name = try #require(folder.names().first)
    try folder.write("Migrations/1.sql", "PRAGMA foreign_keys = OFF; INSERT INTO a VALUES (1);")
    let outcome = try BuiltProgram.run(["dry-run", name], in: folder.path)
    #expect(outcome.output.contains("warning: PRAGMA foreign_keys has no effect"))
  }

  @Test func `drift exits with status 1 and lists the differences`() throws {
    #expect(try migtui("step", "--yes", "--all", "--no-backup", "app.sqlite").status == 0)
    let outcome = try migtui("schema", "app.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("note: + table"))
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "DROP TABLE note") }
    try queue.close()
    #expect(try migtui("diff", "app.sqlite").status == 0)
  }

  @Test func `if SQLite cannot check a foreign key, its rows are not counted as violations`() throws
  {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF; CREATE TABLE par (a, b); INSERT INTO par VALUES (1, 2);
        CREATE TABLE kid (p REFERENCES par (a)); INSERT INTO kid VALUES (1), (8), (9);
        """)
    let outcome = try BuiltProgram.run(["violations", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("0 violations, and 1 foreign key that SQLite cannot check"))
    #expect(outcome.output.contains("par (a) has no PRIMARY KEY or UNIQUE index"))
    let json = try members(
      BuiltProgram.run(["violations", "--json", "app.sqlite"], in: folder.path).output)
    let keys = try #require(json["foreignKeys"] as? [[String: Any]])
    #expect(keys.map { $0["isChecked"] as? Bool } == [false])
  }

  @Test func `keys that make every write fail are listed although no row violates them`() throws {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: "PRAGMA foreign_keys = OFF; CREATE TABLE kid (p REFERENCES par (a)); "
        + "INSERT INTO kid VALUES (NULL)")
    let outcome = try BuiltProgram.run(["violations", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        "Writes to kid fail while foreign keys are on: the table par does not exist."))
    let json = try members(
      BuiltProgram.run(["violations", "--json", "app.sqlite"], in: folder.path).output)
    let keys = try #require(json["foreignKeys"] as? [[String: Any]])
    #expect(keys.map { $0["isChecked"] as? Bool } == [false])
  }

  @Test func `violations are listed with their fixes`() throws {
    #expect(try migtui("violations", "app.sqlite").status == 0)
    let none = try members(migtui("violations", "--json", "app.sqlite").output)
    #expect((none["violations"] as? [Any])?.isEmpty == true && none["count"] as? Int == 0)
    #expect(try migtui("step", "--yes", "--all", "--no-backup", "app.sqlite").status == 0)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: configuration)
    try queue.write { try $0.execute(sql: "INSERT INTO player VALUES (1, 42)") }
    try queue.close()
    let outcome = try migtui("violations", "--fix", "app.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("from player(clubId) to club(id), in [id:1 clubId:42]"))
    #expect(outcome.output.contains("DELETE FROM"))
    #expect(outcome.output.contains("1  player.clubId → club.id"))

    // JSON output is streamed, but is still a single object.
    let json = try members(migtui("violations", "--json", "app.sqlite").output)
    #expect(json["count"] as? Int == 1)
    #expect((json["violations"] as? [[String: Any]])?.first?["table"] as? String == "player")
    #expect((json["foreignKeys"] as? [[String: Any]])?.first?["count"] as? Int == 1)
    #expect(try migtui("violations", "--limit", "0", "app.sqlite").status == 64)
  }

  @Test func `changes that were not compared must be accepted with a phrase`() throws {
    try folder.write(
      "Migrations/0_note.sql", "-- migtui: no-transaction\nUPDATE note SET text = NULL;")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "INSERT INTO note VALUES ('kept')") }
    try queue.close()
    let refused = try migtui("step", "--yes", "--no-backup", "app.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--agree \"0: change 1 table unseen\""))
    #expect(refused.errors.contains("UNSEEN values of note"))
    let agreed = try migtui(
      "step", "--yes", "--no-backup", "--agree", "0: change 1 table unseen", "app.sqlite")
    #expect(agreed.status == 0)
  }

  @Test
  func `overwritten values must be accepted with a phrase, and JSON counts them by kind`() throws {
    try folder.write("Migrations/0_note.sql", "UPDATE note SET text = upper(text);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "INSERT INTO note VALUES ('a'), ('b'), (NULL)") }
    try queue.close()
    let json = try members(migtui("dry-run", "--json", "app.sqlite").output)
    let step = (json["steps"] as? [[String: Any]])?.first
    let values = (step?["losses"] as? [String: Any])?["values"] as? [[String: Any]]
    #expect(values?.first?["overwritten"] as? Int == 2)
    #expect(values?.first?["column"] as? String == "text")
    #expect(try migtui("step", "--yes", "--no-backup", "app.sqlite").status == 1)
    let agreed = try migtui(
      "step", "--yes", "--no-backup", "--agree", "0: lose 2 values", "app.sqlite")
    #expect(agreed.status == 0)
    #expect(agreed.output.contains("LOST 2 values of note.text: 2 overwritten"))
  }

  @Test
  func `without a terminal, a status report is printed instead of opening the console`() throws {
    let outcome = try migtui("app.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("status report instead of the console"))
    #expect(outcome.output.contains("1_club  ← next"))
  }

  @Test(arguments: [
    ["status"], ["status", "--json"], ["plan"], ["check"], ["schema"], ["dry-run"], ["repair"],
    ["step", "--yes"],
  ])
  func `a ledger name of a million bytes is truncated like any value`(_ command: [String]) throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES (hex(zeroblob(500000)));
          """)
    }
    try queue.close()
    let outcome = try BuiltProgram.run(command + ["app.sqlite"], in: folder.path)
    #expect([0, 1, 2, 3, 4].contains(outcome.status), "\(outcome.status)")
    #expect(outcome.output.utf8.count + outcome.errors.utf8.count < 20_000)
  }

  @Test func `text from the database cannot control the terminal`() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try $0.execute(
        sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: ["\u{1B}[2J\u{202E}x\u{7}"])
    }
    try queue.close()
    for arguments in [["status", "app.sqlite"], ["status", "--json", "app.sqlite"]] {
      let outcome = try BuiltProgram.run(arguments, in: folder.path)
      #expect(outcome.output.contains("x"))
      for scalar: Unicode.Scalar in ["\u{1B}", "\u{7}", "\u{202E}"] {
        #expect(!outcome.output.unicodeScalars.contains(scalar))
      }
    }
  }

  @Test func `a dry run prints the changed rows as tables, CSV, SQL and JSON`() throws {
    try folder.write(
      "Migrations/0_note.sql",
      "INSERT INTO note VALUES ('a' || char(27) || '[2J'); UPDATE note SET text = 'x' WHERE rowid = 1;"
    )
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "INSERT INTO note VALUES ('one'), ('two')") }
    try queue.close()
    let tables = try migtui("dry-run", "--rows", "markdown", "app.sqlite").output
    #expect(tables.contains("| updated | 1 | text: 'one' → 'x' |\n"))
    #expect(!tables.contains("\u{1B}"))
    let csv = try migtui("dry-run", "--rows", "csv", "app.sqlite")
    #expect(
      csv.output == """
        migration,table,change,key,column,before,after,difference,note
        0_note,note,updated,1,text,one,x,replaced,
        0_note,note,inserted,3,text,,a\u{1B}[2J,,

        """)
    let sql = try migtui("dry-run", "--rows", "sql", "app.sqlite").output
    #expect(sql.contains("UPDATE \"note\" SET \"text\" = 'x' WHERE \"rowid\" = 1;\n"))
    let json = try members(migtui("dry-run", "--json", "app.sqlite").output)
    let steps = try #require(json["steps"] as? [[String: Any]])
    let rows = try #require(steps[0]["rows"] as? [[String: Any]])
    let changes = try #require(rows[0]["changes"] as? [String: Any])
    let list = try #require(changes["rows"] as? [[String: Any]])
    #expect(list.map { $0["change"] as? String } == ["updated", "inserted"])
    #expect(list[0]["before"] as? [String: String] == ["text": "one"])
    #expect(list[0]["differences"] as? [String: String] == ["text": "replaced"])
    #expect(try migtui("dry-run", "--rows", "csv", "--json", "app.sqlite").status == 64)
    // The step prints exactly the predicted rows.
    let done = try migtui(
      "step", "--yes", "--agree", "0_note: lose 1 value", "--rows", "csv", "app.sqlite")
    #expect(done.output == csv.output)
    #expect(done.errors.contains("backup: "))
    // Omitted rows are mentioned.
    try folder.write(
      "Migrations/9_many.sql",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1500) INSERT INTO note SELECT i FROM n"
    )
    let many = try migtui("dry-run", "--all", "--rows", "csv", "app.sqlite")
    #expect(many.output.split(separator: "\n").count { $0.hasPrefix("9_many,") } == 1000)
    #expect(many.errors.contains("500 changed rows of note in 9_many are not listed"))
  }
}
