import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// A migration outside a transaction that failed in the middle.
///
/// Its changes to rows show up neither in the ledger nor in the schema, but in the history.
struct PartialFailureTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_half.sql",
      "-- migtui: no-transaction\nCREATE TABLE half (a);\nINSERT INTO nowhere VALUES (1);")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
    try queue.close()
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(
      arguments + ["app.sqlite"], in: folder.path,
      environment: ["XDG_STATE_HOME": folder.path("state")])
  }

  private func stepHalf() throws -> Program.Outcome {
    let step = try migtui(
      "step", "--yes", "--no-dry-run", "--agree", "1_half: change anything unseen")
    #expect(step.status == 2)
    return step
  }

  private func note() throws -> Substring? {
    try migtui("status").output.split(separator: "\n").first { $0.hasPrefix("note: ") }
  }

  @Test
  func `the changes that were not rolled back are listed, except for the counts of rows`() throws {
    let tried = try migtui("dry-run")
    #expect(tried.status == 2)
    #expect(tried.output.contains("half: + table") && tried.output.contains("0 rows, a new table"))
    let step = try stepHalf()
    #expect(step.output.contains("half: + table"))
    #expect(
      step.output.contains(
        "the rows changed by statements that were not rolled back were not counted"))
  }

  @Test func `the note is shown until the backup is restored, and again if the restore is undone`()
    throws
  {
    _ = try stepHalf()
    let told = try #require(try note())
    #expect(told.hasPrefix("note: 1_half failed at 20"))
    #expect(
      told.contains(" UTC and left its first statement in the database, according to the history."))
    #expect(told.contains("app.sqlite.before-1_half"))
    #expect(
      try migtui("history").output.contains(
        "1_half failed; its first statement was not rolled back"))
    #expect(try migtui("restore", "--yes").status == 0)
    #expect(try note() == nil)
    let restore = try BuiltProgram.run(
      [
        "restore", "--yes", "--agree", "undo all since", "app.sqlite", "app.sqlite.before-restore",
      ], in: folder.path, environment: ["XDG_STATE_HOME": folder.path("state")])
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(try note() == told)
  }

  @Test func `applying the migration or replacing the file removes the note`() throws {
    _ = try stepHalf()
    let half = try folder.bytes("app.sqlite")
    try folder.write(
      "Migrations/1_half.sql", "-- migtui: no-transaction\nINSERT INTO half VALUES (1);")
    let step = try migtui("step", "--yes")
    #expect(step.status == 0, "\(step.errors)")
    #expect(try note() == nil)
    // The same bytes in a new file.
    try FileManager.default.moveItem(
      atPath: folder.path("app.sqlite"), toPath: folder.path("old.sqlite"))
    try folder.write("app.sqlite", bytes: half)
    #expect(try note() == nil)
  }
}
