public import MigratorEngine
internal import MigratorPlatform

/// The result of a statement that fixes violations, run on a copy.
public struct FixTrial: Sendable, Hashable {
  /// The statement.
  public let remedy: GroupFix
  /// The report, including a failure.
  public let report: StepReport
}

extension MigrationSession {
  /// Returns statements that fix all violations of given foreign keys.
  ///
  /// - Parameter keys: The foreign keys.
  /// - Returns: The statements for each key.
  /// - Throws: `DatabaseError`.
  public func groupFixes(
    of keys: [ForeignKeyInfo]
  ) throws -> [ForeignKeyInfo: [GroupFix]] {
    guard !keys.isEmpty else { return [:] }
    return try inspect { look in
      try keys.reduce(into: [:]) { $0[$1] = try look.groupFixes(of: $1) }
    }
  }

  /// Runs a statement that fixes violations on a copy, which is discarded.
  ///
  /// - Parameters:
  ///   - remedy: The statement.
  ///   - cancellation: Stops it.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The result.
  /// - Throws: An error if no copy could be made; SQLITE_INTERRUPT when canceled.
  public func tryFix(
    _ remedy: GroupFix, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> FixTrial {
    var migrator = DatabaseMigrator()
    // Foreign-key checks are off so that the remaining violations can be counted. A migration file
    // with this statement is checked like any other.
    migrator.registerMigration(
      Self.fixName, foreignKeyChecks: .disabled,
      script: SQLScript(file: Self.fixName, text: remedy.sql))
    return try inspect { look in
      let run = try DryRun.run(
        on: look, migrator: migrator, scope: .next, form: copyForm, countsViolations: true,
        configuration: configuration, cancellation: cancellation, onEvent: onEvent)
      guard let report = run.steps.first else { throw CancellationError() }
      return FixTrial(remedy: remedy, report: report)
    }
  }

  /// Writes a new migration to the project's folder, in the style of the existing ones.
  ///
  /// - Parameters:
  ///   - title: A short description.
  ///   - sql: The statements, which change only rows.
  /// - Returns: The paths of the new files.
  /// - Throws: ``MigrationWriteFailure``; an error of the source.
  public func writeMigration(titled title: String, sql: String) throws -> [String] {
    try writeMigration(titled: title, NewStatements(sql: sql))
  }

  private static let fixName = "the fix"
}
