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
      identifier: identifier, phase: phase, message: Self.shortened(Self.words(for: error)),
      extendedResultCode: database?.extendedResultCode.rawValue, statement: script?.statement,
      location: script?.location,
      sql: script == nil && phase == .body ? database?.sql : nil,
      violations: violations, oldViolations: oldViolations, file: file,
      databaseState: databaseState,
      violationCounts: violationCounts, isCancellation: isInterruption && isCancelled,
      displacement: database?.displacement, refusalRemedy: (error as? MigrationError)?.remedy)
  }

  /// The most that is told of an error in words, in bytes: those of a violation hold the whole row.
  private static let wordLimit = 10_000

  static func shortened(_ words: String) -> String {
    let count = words.utf8.count
    if count <= wordLimit { return words }
    // A letter that is cut in two is left out.
    let head = String(decoding: words.utf8.prefix(wordLimit), as: UTF8.self)
      .prefix { $0 != "\u{FFFD}" }
    return "\(head)… (\(count) bytes)"
  }

  /// SQLite's words, or the description of an error.
  static func words(for error: any Error) -> String {
    switch error {
    case let error as ScriptError: error.message
    case let error as MigrationError: error.message
    case let error as DatabaseError: error.message ?? error.description
    default: String(describing: error)
    }
  }
}
