public import ArgumentParser
public import MigratorSession

/// What commands ask for to come by a session: folders and formats, or nothing where the migrations are
/// the program's own.
package protocol SessionOptions: ParsableArguments {
  /// Makes a session over a database and its migrations, without the limits that settings set; opens nothing.
  ///
  /// Commands call ``session(of:backups:)``.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - backups: Where backups go, and how many stay.
  /// - Returns: The session.
  /// - Throws: What making the migrations throws.
  func unlimitedSession(of database: String, backups: BackupPolicy) async throws -> MigrationSession

  /// Asks a person what a question of the session leaves open.
  ///
  /// - Parameter question: What the session threw.
  /// - Returns: The options with the answer, or `nil` where there is none, or nobody to ask.
  func answering(_ question: any Error) -> Self?
}

extension SessionOptions {
  package func answering(_ question: any Error) -> Self? { nil }

  /// Makes the session over a database and its migrations, read-only where a settings file says so; opens
  /// nothing.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - backups: Where backups go, and how many stay.
  /// - Returns: The session.
  /// - Throws: `BatchFailure` for each wrong line of the settings; what making the migrations throws.
  package func session(of database: String, backups: BackupPolicy) async throws -> MigrationSession
  {
    let reason = try SettingsFiles.readOnlyReason(for: database)
    return try await unlimitedSession(of: database, backups: backups).readOnly(reason)
  }

  /// The session, with backups beside the database.
  package func session(of database: String) async throws -> MigrationSession {
    try await session(of: database, backups: BackupPolicy())
  }
}

extension ArgumentHelp {
  /// What the argument of nearly all commands is.
  package static var database: ArgumentHelp { ArgumentHelp("The database file.", valueName: "DB") }

  /// What `--copy` does.
  package static var copyForm: ArgumentHelp {
    ArgumentHelp(
      "What dry runs use: overlay (copies nothing, but with a rollback journal blocks writers until it ends) "
        + "or full (copies the whole file). The default does not block writers: overlay in WAL mode, "
        + "otherwise full.", valueName: "FORM")
  }
}

extension CopyForm: ExpressibleByArgument {}
extension ChangedRowsFormat: ExpressibleByArgument {}

extension ArgumentHelp {
  /// What `--rows` does.
  static var changedRows: ArgumentHelp {
    ArgumentHelp(
      "Print the rows that change, before and after, as far as they are kept: after the rest as tables "
        + "(markdown), or nothing else (csv, sql).", valueName: "FORMAT")
  }
}

extension ChangedRowsFormat {
  /// Refuses what would print the rows twice.
  func validate(beside output: OutputOptions) throws {
    guard output.json else { return }
    throw ValidationError("Give --json or --rows, not both: the JSON has the rows.")
  }
}
