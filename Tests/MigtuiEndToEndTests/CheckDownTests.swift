import Foundation
import MigratorTestSupport
import Testing

/// `migtui check` of migrations with a down script: up, down and up on a copy.
struct CheckDownTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(["check", "--migrations", "m"] + arguments, in: folder.path)
  }

  /// The findings of the rule, without their remedies.
  private func findings(_ outcome: Program.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init).filter {
      $0.hasSuffix("[down-differs]")
    }
  }

  private func goose(_ name: String, up: String, down: String) throws {
    try folder.write("m/\(name).sql", "-- +goose Up\n\(up)\n-- +goose Down\n\(down)\n")
  }

  @Test func `a down migration that undoes everything causes no finding`() throws {
    try goose("1_a", up: "CREATE TABLE a (x, y);", down: "DROP TABLE a;")
    try goose(
      "2_b", up: "ALTER TABLE a ADD COLUMN z;\nCREATE INDEX i ON a (z);",
      down: "DROP INDEX i;\nALTER TABLE a DROP COLUMN z;")
    try goose(
      "3_c",
      up:
        "CREATE TABLE n (x NOT NULL, y, z);\nINSERT INTO n SELECT x, y, z FROM a;\nDROP TABLE a;\n"
        + "ALTER TABLE n RENAME TO a;\nCREATE INDEX i ON a (z);",
      down: "CREATE TABLE n (x, y, z);\nINSERT INTO n SELECT x, y, z FROM a;\nDROP TABLE a;\n"
        + "ALTER TABLE n RENAME TO a;\nCREATE INDEX i ON a (z);")
    try goose("4_d", up: "CREATE TABLE d (x);", down: "-- Nothing.")
    try goose("5_e", up: "CREATE TABLE e (x);", down: "SELECT 'cannot be undone';")
    let outcome = try check("--strict", "--generate", "none")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("5 migrations tried"))
  }

  @Test func `an object that the down migration leaves behind causes a warning`() throws {
    try goose("1_a", up: "CREATE TABLE a (x);\nCREATE TABLE b (x);", down: "DROP TABLE a;")
    try goose("2_c", up: "CREATE TABLE c (x);", down: "DROP TABLE c;")
    let outcome = try check()
    #expect(outcome.status == 0)
    let found = findings(outcome)
    #expect(
      found == [
        "m/1_a.sql: warning: The down migration does not restore the schema: b: + table. "
          + "[down-differs]"
      ])
    try goose("3_d", up: "CREATE TABLE d (x);", down: "DROP TABLE nowhere;")
    // The next migrations are tried, although the second up of the first one fails.
    #expect(try findings(check()).count == 2)
  }

  @Test func `if an up migration fails when it is run again, its line is reported`() throws {
    try folder.makeDatabase(sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1);")
    try goose(
      "1_a",
      up: "UPDATE a SET x = 1 / (x = 1);\nCREATE TABLE b (x NOT NULL);\n"
        + "INSERT INTO b SELECT x FROM a;",
      down: "DROP TABLE b;\nUPDATE a SET x = NULL;")
    #expect(
      try findings(check("app.sqlite")).last?.hasPrefix(
        "m/1_a.sql:4:1: warning: After the down migration, applying the migration again fails: "
          + "NOT NULL"
      ) == true)
  }

  @Test func `a failing down migration is reported with its line, and the rest is tried`() throws {
    try goose("1_a", up: "CREATE TABLE a (x);", down: "DROP TABLE a;\nDROP TABLE nowhere;")
    try goose("2_b", up: "CREATE TABLE b (x);", down: "DROP TABLE a;")
    let found = try findings(check())
    #expect(found.count == 2)
    #expect(
      found.first
        == "m/1_a.sql:5:12: warning: The down migration fails: no such table: nowhere. "
        + "[down-differs]")
    #expect(found.last?.hasPrefix("m/2_b.sql") == true)
  }

  @Test func `existing rows that the down migration loses are reported`() throws {
    try folder.makeDatabase(
      sql: "CREATE TABLE a (id INTEGER PRIMARY KEY, x); INSERT INTO a VALUES (1, 2), (2, 3);")
    // Rows and columns that up created may disappear.
    try goose(
      "1_a", up: "ALTER TABLE a ADD COLUMN y DEFAULT 5;\nINSERT INTO a VALUES (3, 4, 5);",
      down: "DELETE FROM a WHERE id = 3;\nALTER TABLE a DROP COLUMN y;")
    #expect(try findings(check("app.sqlite")) == [])
    try goose("2_b", up: "CREATE TABLE b (x);", down: "DROP TABLE b;\nDELETE FROM a WHERE id = 1;")
    let found = try findings(check("app.sqlite"))
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "m/2_b.sql:5:1: warning: Applying and undoing the migration loses data that existed "
          + "before: LOSES 1 row of a"
      )
        == true)
  }

  @Test func `a foreign key counts as restored even if it is written differently`() throws {
    try goose(
      "1_a",
      up: "CREATE TABLE host (id INTEGER PRIMARY KEY);\n"
        + "CREATE TABLE job (id INTEGER PRIMARY KEY, host INTEGER REFERENCES host(id));",
      down: "DROP TABLE job;\nDROP TABLE host;")
    func rebuild(_ key: String) -> String {
      "CREATE TABLE n (id INTEGER PRIMARY KEY, host INTEGER\(key);\n"
        + "INSERT INTO n SELECT id, host FROM job;\nDROP TABLE job;\nALTER TABLE n RENAME TO job;"
    }
    try goose(
      "2_b", up: rebuild(" REFERENCES host ON DELETE CASCADE)"),
      down: rebuild(", FOREIGN KEY (host) REFERENCES host)"))
    #expect(try findings(check()) == [])
    // Actions that existed before are lost.
    try goose(
      "3_c", up: rebuild(" REFERENCES host ON DELETE SET NULL ON UPDATE CASCADE)"),
      down: "SELECT 1;\nCREATE TABLE c (x);\nDROP TABLE c;")
    #expect(try findings(check()).map { $0.prefix(11) } == ["m/3_c.sql: "])
    try goose(
      "4_d", up: "CREATE INDEX i ON job (host);",
      down: "DROP INDEX i;\n" + rebuild(" REFERENCES host)"))
    let found = try findings(check())
    #expect(found.count == 2 && found.last?.hasPrefix("m/4_d.sql: warning: ") == true, "\(found)")
    #expect(found.last?.contains("ON DELETE SET NULL") == true, "\(found)")
  }

  @Test func `a down migration that loses generated rows is reported`() throws {
    try goose(
      "1_a", up: "CREATE TABLE a (id INTEGER PRIMARY KEY, first TEXT, last TEXT);",
      down: "DROP TABLE a;")
    // Up keeps the names in one column, and down does not split it.
    try goose(
      "2_b",
      up: "ALTER TABLE a ADD COLUMN name TEXT;\nUPDATE a SET name = first || ' ' || last;\n"
        + "CREATE TABLE n (id INTEGER PRIMARY KEY, first TEXT, last TEXT);\n"
        + "INSERT INTO n SELECT id, first, last FROM a;\nDROP TABLE a;\n"
        + "ALTER TABLE n RENAME TO a;\nALTER TABLE a ADD COLUMN city TEXT;",
      down: "CREATE TABLE n (id INTEGER PRIMARY KEY, first TEXT, last TEXT);\n"
        + "INSERT INTO n (id, first) SELECT id, first FROM a;\nDROP TABLE a;\n"
        + "ALTER TABLE n RENAME TO a;")
    let found = try findings(check())
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.hasPrefix("m/2_b.sql:11:1: warning: Applying and undoing the migration loses ")
        == true, "\(found)")
    #expect(found.first?.contains("of a.last that existed before: they become NULL.") == true)
    #expect(try findings(check("--generate", "none")) == [])
  }

  @Test
  func `a down migration may remove what the up migration added or its statements name`() throws {
    try goose(
      "1_a", up: "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);",
      down: "DROP TABLE a;")
    try goose(
      "2_b",
      up:
        "ALTER TABLE a ADD COLUMN age INTEGER DEFAULT 7;\nCREATE TABLE b (id INTEGER PRIMARY KEY);\n"
        + "INSERT OR IGNORE INTO a (id, name) VALUES (1, 'seed');",
      down: "DELETE FROM a WHERE id = 1;\nDROP TABLE b;\nALTER TABLE a DROP COLUMN age;")
    try goose(
      "3_c",
      up: "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INTEGER);\n"
        + "INSERT INTO person SELECT id, name, age FROM a;\nDROP TABLE a;",
      down: "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);\n"
        + "ALTER TABLE a ADD COLUMN age INTEGER DEFAULT 7;\n"
        + "INSERT INTO a SELECT id, name, age FROM person;\nDROP TABLE person;")
    #expect(try findings(check()) == [])
  }

  @Test func `a down migration need not restore the ledger or undo earlier differences`() throws {
    try goose("1_a", up: "CREATE TABLE a (x);", down: "DROP TABLE a;")
    try folder.makeDatabase()
    let step = try BuiltProgram.run(
      ["step", "--migrations", "m", "--yes", "app.sqlite"], in: folder.path)
    #expect(step.status == 0)
    try goose(
      "2_b", up: "CREATE TABLE IF NOT EXISTS b (x);\nCREATE TABLE IF NOT EXISTS c (x);",
      down: "DROP TABLE b;")
    try goose("3_d", up: "CREATE TABLE d (x);", down: "DROP TABLE d;")
    let found = try findings(check("app.sqlite"))
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("m/2_b.sql: warning: The down migration does not restore the schema")
        == true)
  }

  @Test(arguments: [
    ("sqlx", "1_a.up.sql", "1_a.down.sql"), ("golang-migrate", "1_a.up.sql", "1_a.down.sql"),
    ("maragudk", "1-a.up.sql", "1-a.down.sql"),
    ("diesel", "2024-01-01-000000_a/up.sql", "2024-01-01-000000_a/down.sql"),
    ("rusqlite_migration", "01-a/up.sql", "01-a/down.sql"),
    ("flyway", "V1__a.sql", "U1__a.sql"),
  ])
  func `down migrations in separate files are tried`(format: String, up: String, down: String)
    throws
  {
    try folder.write("m/\(up)", "CREATE TABLE a (x);\nCREATE TABLE b (x);\n")
    try folder.write("m/\(down)", "DROP TABLE b;\nDROP TABLE a;\n")
    #expect(try findings(check("--format", format)) == [])
    try folder.write("m/\(down)", "DROP TABLE b;\nDROP TABLE c;\n")
    #expect(
      try findings(check("--format", format)) == [
        "m/\(down):2:12: warning: The down migration fails: no such table: c. [down-differs]"
      ])
  }

  @Test func `the down section of dbmate is tried`() throws {
    try folder.write(
      "m/1_a.sql",
      "-- migrate:up\nCREATE TABLE a (x);\n-- migrate:down\nDROP TABLE a;\nDROP TABLE c;\n")
    #expect(
      try findings(check()) == [
        "m/1_a.sql:5:12: warning: The down migration fails: no such table: c. [down-differs]"
      ])
  }
}
