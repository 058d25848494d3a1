package import MigratorEngine
package import MigratorSQLite

/// Why a migration cannot be planned although the request itself is valid.
package enum WriterFailure: ExplainedError, Sendable {
  /// An existing migration fails on an empty database.
  case migration(MigrationFailure)
  /// SQLite rejects the wanted schema.
  case wanted(ScriptError)
  /// The wanted schema has no objects, but the current one has.
  case empty
  /// A new view, trigger or foreign key of the wanted schema does not work, for the reason given as a
  /// sentence.
  case broken(String)

  /// The reason and the next step.
  package var explanation: Explanation {
    switch self {
    case .migration(let failure):
      Explanation(
        .badMigrations,
        "Migration \(failure.identifier) fails on an empty database: \(failure.message). No file was "
          + "written.", "Fix this migration first.")
    case .wanted(let error):
      Explanation(
        .badMigrations,
        "\(error.location.file):\(error.location.line):\(error.location.column): \(error.message). No "
          + "file was written.", "Fix the statement, and run the command again.")
    case .empty:
      Explanation(
        .badMigrations, "The wanted schema is empty. No file was written.",
        "Pass a schema with tables. To drop all tables, write the migration yourself.")
    case .broken(let reason):
      Explanation(
        .badMigrations, "The wanted schema cannot be used. \(reason) No file was written.",
        "Fix its definition, and run the command again.")
    }
  }
}
