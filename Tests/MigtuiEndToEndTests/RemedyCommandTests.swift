import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// The commands that remedies offer for pasting.
struct RemedyCommandTests {
  private static let remedies: [Remedy] =
    [
      MigrationError.Kind.unknownTarget("x"), .cannotBeHeld(identifier: "x"),
      .cannotBeTraced(identifier: "x"), .dropsLedger(identifier: "x", table: "y"),
      .damaged(details: "x"),
    ].map { MigrationError($0).remedy }
    + [
      SessionRefusal.noBackup, .backupIsDatabase(path: "app.sqlite"),
      .setReadOnly(path: "app.sqlite", .settings(file: "migtui.conf", line: 1)),
    ].map(\.remedy)
    + [
      MigrationFailure(identifier: "x", phase: .body, message: "x"),
      MigrationFailure(
        identifier: "x", phase: .body, message: "x", databaseState: .partlyApplied(statements: 1)),
      MigrationFailure(identifier: "x", phase: .commit, message: "x", databaseState: .unknown),
      MigrationFailure(
        identifier: "x", phase: .check, message: "x",
        violationCounts: ViolationCounts(before: 1, after: 1, added: 0)),
    ].map { $0.remedy(on: .database) }

  @Test(arguments: remedies) func `the command of a remedy is not a usage error`(
    remedy: Remedy
  ) throws {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE note (text)")
    try folder.write("FILE", "")
    var words = try #require(remedy.command).components(separatedBy: " ")
    #expect(words.removeFirst() == "migtui")
    let outcome = try BuiltProgram.run(
      words.map { $0 == "DB" ? "app.sqlite" : $0 }, in: folder.path)
    #expect(outcome.status != 64, "\(outcome.errors)")
  }

  @Test func `names in a command are quoted for the shell`() {
    let remedy: Remedy = "Run \(command: "status", "it's a $(file)")."
    #expect(remedy.command == #"migtui status 'it'\''s a $(file)'"#)
    #expect(remedy.sentence == #"Run `migtui status 'it'\''s a $(file)'`."#)
  }
}
