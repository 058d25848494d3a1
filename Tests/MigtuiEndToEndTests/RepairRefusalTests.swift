import MigratorTestSupport
import Testing

/// `repair` names the reason if the chosen repair does not apply.
struct RepairRefusalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        CREATE TABLE a1 (id INTEGER PRIMARY KEY);
        INSERT INTO a1 VALUES (1);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a');
        """)
    for number in 1...2 {
      try folder.write(
        "Migrations/\(number)_a.sql", "CREATE TABLE a\(number) (id INTEGER PRIMARY KEY);")
    }
  }

  @Test(arguments: [
    (["--mark-applied", "1_a"], "1_a is already applied. No changes were made."),
    (["--mark-applied", "9"], "Unknown migration \"9\".\nChoose one of 1_a, 2_a."),
    (["--accept-checksum", "1_a"], "1_a is not changed. No changes were made."),
    (["--adopt"], "Nothing can be adopted: the ledger already has records."),
    (["--clear-dirty"], "No failed state can be cleared."),
    (["--break-lock"], "The ledger has no lock."),
  ])
  func `a repair that is not applicable is refused with a reason`(
    arguments: [String], words: String
  ) throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try BuiltProgram.run(
      ["repair", "app.sqlite", "--yes"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(try folder.bytes("app.sqlite") == before)
  }
}
