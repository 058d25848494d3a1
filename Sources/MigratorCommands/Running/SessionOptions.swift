public import ArgumentParser
internal import MigratorPlatform
public import MigratorSession

/// The command options that create a session.
///
/// Examples are the folder and the format of the migrations. A program with its own migrations has
/// no such options.
package protocol SessionOptions: ParsableArguments {
  /// Creates a session without the restrictions of settings files; opens nothing.
  ///
  /// Commands call ``session(of:backups:)`` instead.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - backups: The folder for backups, and the number of backups to keep.
  /// - Returns: The session.
  /// - Throws: Errors from creating the migrations.
  func unlimitedSession(of database: String, backups: BackupPolicy) async throws -> MigrationSession

  /// The options that select the same migrations in another command, unquoted.
  var words: [String] { get }

  /// Asks the operator to resolve an ambiguity that the session reported.
  ///
  /// - Parameter question: The error that the session threw.
  /// - Returns: The options with the answer, or `nil` without an answer or a terminal.
  func answering(_ question: any Error) -> Self?
}

extension SessionOptions {
  package var words: [String] { [] }
  package func answering(_ question: any Error) -> Self? { nil }

  /// Creates a session with the settings of the user and of the database; opens no database.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - backups: The folder for backups, and the number of backups to keep.
  /// - Returns: The session.
  /// - Throws: `SettingsFailure` for invalid lines of the settings; errors from creating the
  ///   migrations.
  package func session(of database: String, backups: BackupPolicy) async throws -> MigrationSession
  {
    if database == ":memory:" || (database.hasPrefix("file:") && !Files.isTaken(database)) {
      throw BatchFailure(
        .usage, "\(database) is not the path of a file. No changes were made.",
        "Give the path of the database file; URIs and in-memory databases are not supported.")
    }
    let settings = try SettingsFiles.project(for: database)
    var session = try await unlimitedSession(of: database, backups: backups)
    session.settings = settings
    return session.readOnly(settings.readOnly)
  }

  /// Creates a session with backups next to the database.
  package func session(of database: String) async throws -> MigrationSession {
    try await session(of: database, backups: BackupPolicy())
  }
}

extension ArgumentHelp {
  package static var database: ArgumentHelp {
    ArgumentHelp("Use this database file.", valueName: "DB")
  }

  package static var copyForm: ArgumentHelp {
    ArgumentHelp(
      "Set what dry runs write to.",
      discussion: "An overlay copies nothing; in a database with a rollback journal, it blocks "
        + "writers until the run ends. A full copy copies the whole file. By default, dry runs do "
        + "not block writers: they use an overlay in WAL mode, and otherwise a full copy.",
      valueName: "FORM")
  }
}

extension CopyKind: ExpressibleByArgument {}
extension ChangedRowsFormat: ExpressibleByArgument {}

extension ArgumentHelp {
  static var changedRows: ArgumentHelp {
    ArgumentHelp(
      "Print the changed rows, before and after.",
      discussion: "`markdown` prints tables after the report. `csv` and `sql` replace it. The "
        + "number of rows per table is limited.", valueName: "FORMAT")
  }
}

extension ChangedRowsFormat {
  /// Rejects combinations that would print the rows twice.
  func validate(beside output: OutputOptions) throws {
    guard output.json else { return }
    throw ValidationError("Use --json or --rows, not both: the JSON contains the rows.")
  }
}
