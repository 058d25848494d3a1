import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

/// Migrations without a transaction whose tools do not record the start of a migration.
@Suite(.ahead, .serialized) struct NonTransactionalRaceTests {
  /// The first statement is slow and takes no lock.
  ///
  /// Each later one would add a second row if it ran twice.
  private static let statements = """
    WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400000)
      SELECT count(*) FROM c;
    CREATE TABLE IF NOT EXISTS log (part INTEGER);
    INSERT INTO log VALUES (1);
    INSERT INTO log VALUES (2);
    INSERT INTO log VALUES (3);

    """
  private static let files = [
    ("goose", "migrations/1_a.sql", "-- +goose NO TRANSACTION\n-- +goose Up\n" + statements),
    (
      "dbmate", "migrations/1_a.sql",
      "-- migrate:up transaction:false\n" + statements + "-- migrate:down\n"
    ),
  ]

  @Test(arguments: files)
  func `two processes never run the same migration twice`(
    format: String, file: String, text: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(file, text)
    try await DetachedThread.run {
      for round in 0..<4 {
        let name = "race-\(round).sqlite"
        try folder.makeDatabase(name, journalMode: round % 2 == 0 ? "delete" : "wal", sql: "")
        let processes = try (0..<3).map { _ in try Self.start(on: name, format, in: folder) }
        processes.forEach { $0.waitUntilExit() }
        #expect(processes.map(\.terminationStatus) == [0, 0, 0])
        let queue = try DatabaseQueue(path: folder.path(name))
        #expect(
          try queue.read { try Int.fetchAll($0, sql: "SELECT part FROM log ORDER BY rowid") }
            == [1, 2, 3])
        try queue.close()
      }
    }
  }

  private static func start(
    on name: String, _ format: String, in folder: TemporaryFolder
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = [
      "step", folder.path(name), "--migrations", folder.path("migrations"), "--format", format,
      "--all", "--yes", "--no-dry-run", "--no-backup",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
