import MigratorEngine
@testable import MigratorTools
import Testing

struct MigrationDirectivesTests {
  private func directives(_ text: String) throws -> MigrationDirectives {
    try MigrationDirectives(of: SQLScript(file: "001.sql", text: text))
  }

  @Test func `without directives, checks are deferred and a transaction is used`() throws {
    #expect(try directives("-- Clubs.\nCREATE TABLE club (id);") == MigrationDirectives())
    #expect(MigrationDirectives().foreignKeyChecks == .deferred)
    #expect(MigrationDirectives().transaction == .whole)
  }

  @Test(arguments: DatabaseMigrator.ForeignKeyChecks.allCases)
  func `every foreign-key mode can be selected`(mode: DatabaseMigrator.ForeignKeyChecks) throws {
    #expect(
      try directives("-- migtui: foreign-keys \(mode.word)\nSELECT 1").foreignKeyChecks
        == mode)
  }

  @Test(arguments: [
    "-- migtui: foreign-keys off\n-- migtui: no-transaction\nVACUUM;",
    "\u{FEFF}-- Shrinks the file.\n\n  --migtui:no-transaction,foreign-keys   off\r\nVACUUM;",
    "-- migtui: no-transaction, foreign-keys off",
  ])
  func `several directives may precede the first statement`(text: String) throws {
    let directives = try directives(text)
    #expect(directives.foreignKeyChecks == .disabled)
    #expect(directives.transaction == .none)
  }

  @Test(arguments: [
    (
      "-- a\n-- migtui: foreign-keys sometimes",
      "001.sql:2:1: `foreign-keys sometimes` is not a migtui directive"
    ),
    ("-- migtui: foreign_keys off", "001.sql:1:1: `foreign_keys off` is not a migtui directive"),
    ("  -- migtui:", "001.sql:1:3: `` is not a migtui directive"),
    ("-- migtui: no-transaction please", "is not a migtui directive"),
    (
      "-- migtui: no-transaction\n-- migtui: no-transaction",
      "001.sql:2:1: the directive `no-transaction` occurs twice"
    ),
    (
      "SELECT 1;\n-- migtui: no-transaction",
      "001.sql:2:1: a directive must be before the first statement"
    ),
  ])
  func `an unknown, duplicate or misplaced directive causes an error with its line`(
    text: String, message: String
  ) throws {
    let failure = try #require(throws: SourceFailure.self) { try directives(text) }
    #expect(failure.problems.map(\.kind) == [.badDirective])
    #expect(failure.description.contains(message))
  }

  @Test func `the error lists the allowed directives`() throws {
    let failure = try #require(throws: SourceFailure.self) { try directives("-- migtui: fast") }
    for allowed in MigrationDirectives.allowed { #expect(failure.description.contains(allowed)) }
  }
}
