import MigratorTestSupport
import Testing

/// Errors are reported in compiler format, and nothing is generated.
struct ProblemTests {
  private static let table = "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT);\n"

  @Test func `a failing statement is reported with its file, line and column`() throws {
    #expect(
      try Samples.problems([
        "A-001.sql": Self.table, "A-002.sql": "-- more\nSELECT 1;\n  CREATE TABEL c (x);\n",
      ]) == ["A-002.sql:3:10: error: near \"TABEL\": syntax error"])
  }

  @Test func `each failing group is reported`() throws {
    #expect(
      try Samples.problems(["A.sql": "SELECT 'open", "B.sql": "DROP TABLE b;", "C.sql": Self.table])
        == [
          "A.sql:1:8: error: the string that begins here has no closing '",
          "B.sql:1:12: error: no such table: b",
        ])
  }

  @Test(arguments: [
    ("COMMIT;", "A.sql:2:1: error: the statement ended the transaction of the migration"),
    (
      "PRAGMA journal_mode = WAL;",
      "A.sql:2:1: error: the files run in a transaction, in which the journal mode cannot change; "
        + "set it in the Configuration that opens the database"
    ),
    ("VACUUM;", "A.sql:2:1: error: cannot VACUUM from within a transaction"),
    (
      "CREATE VIEW v AS SELECT * FROM missing;",
      "A.sql:2:1: error: the view v cannot be read: no such table: main.missing"
    ),
  ])
  func `statements that a group must not contain are refused`(sql: String, problem: String) throws {
    #expect(try Samples.problems(["A.sql": Self.table + sql]) == [problem])
  }

  @Test func `a violation of a deferred foreign key is reported at the end of the transaction`()
    throws
  {
    let sql = """
      CREATE TABLE c (a INT REFERENCES a DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO c VALUES (7);
      """
    #expect(
      try Samples.problems(["A.sql": Self.table + sql])
        == ["A.sql:1:1: error: FOREIGN KEY constraint failed"])
  }

  @Test(arguments: [
    (
      ["A-001.sql": table, "A-002.sql": "SELECT 1;\nPRAGMA user_version = 3;"],
      ["A-002.sql:2:1: error: the file sets user_version to 3, but its number is 2"]
    ),
    (
      ["A-9.sql": table, "A-10.sql": "SELECT 1;"],
      [
        "A-9.sql:1:1: error: the file has version 9, but an earlier file has 10: use the same "
          + "number of digits in all file names"
      ]
    ),
    (
      ["A-001.sql": table, "A-indices.sql": "CREATE INDEX i ON a (b);"],
      [
        "A-indices.sql:1:1: warning: the file has no number, so it runs only in new databases, "
          + "not in migrated ones"
      ]
    ),
    (
      ["A-001.sql": table, "A-more.sql": "PRAGMA user_version = 4"],
      [
        "A-more.sql:1:1: error: the file sets user_version to 4, but after A-001.sql only numbered "
          + "files may do so"
      ]
    ),
    (
      ["A-0.sql": table], ["A-0.sql:1:1: error: 0 is not a valid version: use 1 to 2147483647"]
    ),
    (
      ["001_a.sql": table],
      [
        "001_a.sql:1:1: error: the file name must begin with the name of the type, as in "
          + "NAME-001.sql"
      ]
    ),
    (
      ["+.sql": table], ["+.sql:1:1: error: + cannot be used as the name of a Swift type"]
    ),
    (
      ["Database-001.sql": table],
      ["Database-001.sql:1:1: error: Database cannot be used as the name of a Swift type"]
    ),
    (
      ["my_a.sql": table, "MyA.sql": table],
      [
        "my_a.sql:1:1: error: MyA and my_a both declare a type MyA; set embedRecordTypesInDatabaseType "
          + "for one of them, or rename one of the types"
      ]
    ),
  ])
  func `versions and names are checked`(files: [String: String], problems: [String]) throws {
    #expect(try Samples.problems(files) == problems)
  }

  @Test(arguments: ["A", "B"])
  func `generating one group reports names that another group also uses`(group: String) throws {
    let files = [
      "A.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY);",
      "B.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY);",
      "DatabaseTypes.json": #"{ "embedRecordTypesInDatabaseType": false }"#,
    ]
    #expect(
      try Samples.problems(files, group) == [
        "\(group).sql:1:1: error: A and B both declare a type Note; set "
          + "embedRecordTypesInDatabaseType for one of them, or rename one of the types"
      ])
  }

  @Test func `an error in a group is reported only if that group is generated`() throws {
    let files = [
      "A.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY);", "B.sql": "DROP TABLE missing;",
      "DatabaseTypes.json": #"{ "embedRecordTypesInDatabaseType": false }"#,
    ]
    #expect(try Samples.problems(files, "A").isEmpty)
    #expect(try Samples.problems(files, "B").count == 1)
  }

  @Test func `files that are not valid text are reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write("A.sql", bytes: [0x2D, 0x2D, 0xFF])
    try folder.write("B.sql", bytes: [0x2D, 0x2D, 0])
    #expect(try Samples.problems(["B.sql": "--\u{0}"]).count == 1)
    #expect(throws: (any Error).self) { try Samples.made([:]) }
  }
}
