internal import MigratorSQLite

extension MigrationFailure {
  /// Turns the error of a run into what the events, the dry run and the console say of it.
  init(
    of error: any Error, identifier: String, phase: Phase, databaseState: DatabaseState,
    violations: [ViolationDetail], oldViolations: [ViolationDetail], file: String?,
    violationCounts: ViolationCounts?, isCancelled: Bool
  ) {
    let script = error as? ScriptError
    let database = script?.underlying ?? error as? DatabaseError
    let isInterruption = database?.isInterruption ?? (error is CancellationError)
    self.init(
      identifier: identifier, phase: phase, message: Self.words(for: error),
      extendedResultCode: database?.extendedResultCode.rawValue, statement: script?.statement,
      location: script?.location, violations: violations, oldViolations: oldViolations, file: file,
      databaseState: databaseState,
      violationCounts: violationCounts, isCancellation: isInterruption && isCancelled)
  }

  /// SQLite's words, or the description of an error.
  static func words(for error: any Error) -> String {
    switch error {
    case let error as ScriptError: error.message
    case let error as DatabaseError: error.message ?? error.description
    default: String(describing: error)
    }
  }
}
