import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// A project in which an error is made and its remedy is followed.
struct RemedyProject {
  let folder: TemporaryFolder
  private var environment: [String: String] {
    ["XDG_STATE_HOME": folder.path("state"), "MIGTUI": BuiltProgram.path]
  }

  /// Creates a database and migration files, by the names of their files.
  init(_ schema: String = "CREATE TABLE note (text)", _ migrations: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(sql: schema)
    try FileManager.default.createDirectory(
      atPath: folder.path("Migrations"), withIntermediateDirectories: true)
    for (name, sql) in migrations { try write(name, sql) }
  }

  /// Writes a migration file.
  func write(_ name: String, _ sql: String) throws {
    try folder.write("Migrations/\(name).sql", sql)
  }

  /// Runs the program with arguments.
  @discardableResult
  func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path, environment: environment)
  }

  /// Runs a command as a user who pastes it into a shell; `DB` and `FILE` are filled in.
  func paste(_ command: String, adding options: String = "") throws -> Program.Outcome {
    let line = command.replacing(" DB", with: " app.sqlite")
    return try Program.run(
      ["sh", "-c", "migtui() { \"$MIGTUI\" \"$@\"; }; \(line) \(options)"], in: folder.path,
      environment: environment)
  }

  /// The command in the output that begins with `words`; usage lines of other commands do not
  /// count.
  func offer(_ opening: String, in outcome: Program.Outcome) throws -> String {
    #expect(outcome.status != 0)
    let text = outcome.errors + outcome.output
    let commands = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return try #require(commands.first { $0.hasPrefix(opening) }, "\(opening): \(text)")
  }

  /// The rows of a query, with values separated by `|`.
  func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? $0.description }
          .joined(separator: "|")
      }
    }
  }

  /// The tables of the database, without the ledger.
  func tables() throws -> [String] {
    try rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations' ORDER BY name
      """)
  }

  /// Runs statements.
  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}
