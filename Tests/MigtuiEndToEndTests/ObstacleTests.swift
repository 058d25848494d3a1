import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Obstacles further down the list are reported in advance, and do not count as the end of the
/// list.
struct ObstacleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('a')")
  }

  private func migtui(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path, environment: environment)
  }

  private func members(_ arguments: String...) throws -> [String: Any] {
    let text = try BuiltProgram.run(arguments + ["--json"], in: folder.path).output
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func writeGoose() throws {
    for name in ["1_a", "3_c", "4_d"] {
      try folder.write("migrations/\(name).sql", "-- +goose Up\nCREATE TABLE t\(name) (id);\n")
    }
    try folder.write("migrations/2_b.go", "package migrations\n")
  }

  @Test
  func `a later migration in code is reported at once, with the number of migrations after it`()
    throws
  {
    try writeGoose()
    let words =
      "Stops before 2_b: 2_b.go is a Go migration. Only its own program can run it. 2 more "
      + "would follow."
    let status = try migtui("status", "app.sqlite")
    #expect(status.status == 1)
    #expect(status.output.contains("stop: \(words)"))
    let stop = try #require(try members("status", "app.sqlite")["stop"] as? [String: Any])
    #expect(stop["before"] as? String == "2_b" && stop["waiting"] as? Int == 2)

    let dryRun = try migtui("dry-run", "--all", "app.sqlite")
    #expect(dryRun.status == 4)
    #expect(dryRun.output.contains("1_a  ok in") && dryRun.output.contains(words))
    #expect(try migtui("dry-run", "app.sqlite").status == 0)
    #expect(try migtui("dry-run", "app.sqlite", "--up-to", "3_c").status == 4)
    #expect(try migtui("dry-run", "app.sqlite", "--up-to", "1_a").status == 0)
    #expect(try members("dry-run", "--all", "app.sqlite")["stop"] is [String: Any])

    let step = try migtui("step", "--all", "--yes", "app.sqlite")
    #expect(step.status == 4)
    #expect(step.errors.contains(words))
    #expect(step.errors.contains("Already applied in this run: 1 migration."))
    // The second run applies nothing, and reports that too.
    let again = try migtui("step", "--all", "--yes", "app.sqlite")
    #expect(again.status == 4 && again.errors.contains("2_b.go is a Go migration"))
  }

  @Test func `if a run stops, the number of migrations that it applied is reported`() throws {
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (id);")
    try folder.write("Migrations/2_b.sql", "CREATE TABLE a (id);")
    let words = "Already applied in this run: 1 migration."
    let failed = try migtui("step", "--all", "--yes", "--no-dry-run", "app.sqlite")
    #expect(failed.status == 2 && failed.errors.contains("table a already exists.\n\(words)"))
    let again = try migtui("step", "--all", "--yes", "--no-dry-run", "app.sqlite")
    #expect(again.status == 2 && !again.errors.contains("applied before it"))
  }

  @Test func `a missing function in a later migration is reported at once`() throws {
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (id);")
    try folder.write("Migrations/2_b.sql", "INSERT INTO a SELECT slugify('x');")
    try folder.write("Migrations/3_c.sql", "CREATE TABLE c (id);")
    let status = try migtui("status", "app.sqlite")
    #expect(
      status.output.contains("stop: Stops before 2_b: The migration requires features of its app: ")
    )
    #expect(status.output.contains("no function \"slugify\". 1 more would follow."))
    #expect(status.output.contains("pending  1_a  ← next"))
  }

  @Test func `a function of a newer SQLite is reported as such`() throws {
    // The SQLite library may be new enough to have it.
    guard SQLiteLibrary.versionNumber < 3_041_000 else { return }
    try folder.write("Migrations/1_a.sql", "SELECT unhex('00');")
    let outcome = try migtui("step", "--yes", "app.sqlite")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("The migration requires a newer SQLite: "))
    #expect(outcome.errors.contains("no function \"unhex\", which requires SQLite 3.41."))
    #expect(!outcome.errors.contains("--load-extension"))
    let dryRun = try migtui("dry-run", "app.sqlite")
    #expect(dryRun.errors.contains("unhex requires SQLite 3.41"))
  }

  @Test
  func `if the ledger is newer than every file, status does not report "nothing pending"`() throws {
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (id);")
    #expect(try migtui("step", "--yes", "app.sqlite").status == 0)
    #expect(try migtui("status", "app.sqlite").status == 0)
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2_b')") }
    try queue.close()
    let words = "the ledger is newer: 2_b is applied but not registered."
    for arguments in [["status"], ["dry-run"], ["step", "--yes"], ["step"]] {
      let outcome = try BuiltProgram.run(arguments + ["app.sqlite"], in: folder.path)
      #expect(outcome.status == 3)
      #expect((outcome.output + outcome.errors).contains(words), "\(arguments)")
    }
  }

  @Test
  func `a state in which the tool would stop is reported even if nothing is pending`() throws {
    try folder.write("migrations/1_a.up.sql", "CREATE TABLE a (id);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: "CREATE TABLE schema_migrations (version uint64, dirty bool);"
          + "INSERT INTO schema_migrations VALUES (7, 0)")
    }
    try queue.close()
    for arguments in [["status"], ["dry-run"], ["step", "--yes"], ["step"]] {
      let outcome = try BuiltProgram.run(arguments + ["app.sqlite"], in: folder.path)
      #expect(outcome.status == 4, "\(arguments)")
      #expect((outcome.output + outcome.errors).contains("The ledger is at version 7"))
    }
  }

  @Test(arguments: [
    """
    CREATE TABLE schema_migrations (version varchar NOT NULL PRIMARY KEY);
    CREATE TABLE ar_internal_metadata (key, value, created_at, updated_at);
    INSERT INTO schema_migrations VALUES ('20240101000000'), ('20240102000000');
    """,
    """
    CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description, installed_on, success,
      checksum, execution_time);
    INSERT INTO _sqlx_migrations VALUES (1, 'a', '', 1, X'00', 1), (2, 'b', '', 1, X'00', 1);
    """,
    """
    CREATE TABLE refinery_schema_history (version int4 PRIMARY KEY, name, applied_on, checksum);
    INSERT INTO refinery_schema_history VALUES (1, 'a', '2024-01-01T00:00:00Z', '1'),
      (2, 'b', '2024-01-01T00:00:00Z', '1');
    """,
  ])
  func `without the folder, status reports neither an up-to-date database nor missing files`(
    ledger: String
  ) throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: ledger) }
    try queue.close()
    let status = try migtui("status", "app.sqlite")
    #expect(status.status == 3)
    #expect(status.output.contains(": 2 applied (2 not registered), 0 pending"))
    #expect(!status.output.contains("file is missing"))
    for arguments in [["dry-run"], ["step", "--yes"], ["step"]] {
      let outcome = try BuiltProgram.run(arguments + ["app.sqlite"], in: folder.path)
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("migtui cannot determine what is pending"))
      #expect(outcome.errors.contains("--migrations DIR"))
    }
  }

  @Test func `Flyway's environment variables are respected`() throws {
    try folder.write("migrations/V1__a.sql", "PRAGMA foreign_keys = OFF;\nCREATE TABLE a (id);")
    try folder.write("flyway.conf", "")
    try folder.makeDatabase("empty.sqlite", sql: "")
    let plain = try migtui("status", "empty.sqlite")
    #expect(plain.output.contains("mixes PRAGMA foreign_keys"))
    let mixed = try migtui("status", "empty.sqlite", environment: ["FLYWAY_MIXED": "true"])
    #expect(mixed.output.contains("pending  V1__a  ← next"))
  }
}
