import MigratorEngine
import MigratorSQLite
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// Commands in the console name the database, so that they can be pasted.
struct RemedyPathTests {
  @Test func `the command suggested for a failed migration contains the database's path`() {
    let failure = MigrationFailure(
      identifier: "2_a", phase: .check, message: "1 violation", violations: [Story.violations[0]])
    #expect(failure.remedy(on: .copy).command == "migtui dry-run DB --all")
    let text = failure.explanation(on: .copy, width: 1_000, of: "my app.sqlite").map(\.plain)
    #expect(text.last?.contains(#"`migtui dry-run "my app.sqlite" --all`"#) == true, "\(text)")
  }

  @Test func `the command suggested for an error contains the database's path`() {
    let failure = WorkFailure(MigrationError(.unknownTarget("2_a")), of: "app.sqlite")
    #expect(failure.remedy?.command == "migtui status app.sqlite")
  }

  @Test
  func `commands contain the file's path even if an app gives the database another name`() throws {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE club (id)")
    let session = MigrationSession(
      database: folder.path("app.sqlite"), migrations: DatabaseMigrator())
    let context = ConsoleOptions(databaseName: "Clubs").context(
      of: session, for: TerminalCapabilities(isUTF8: true))
    #expect(context.databasePath == "Clubs")
    #expect(context.path == folder.path("app.sqlite"))
  }
}
