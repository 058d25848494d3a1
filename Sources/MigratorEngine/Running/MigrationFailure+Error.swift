internal import MigratorSQLite

extension MigrationFailure {
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
    guardedTable = database?.message.flatMap(GuardedTable.init)
  }

  /// The maximum length of an error message in bytes: that of a violation contains the whole row.
  private static let wordLimit = 10_000

  static func shortened(_ words: String) -> String {
    let count = words.utf8.count
    if count <= wordLimit { return words }
    // Drop a character that was cut.
    let head = String(decoding: words.utf8.prefix(wordLimit), as: UTF8.self)
      .prefix { $0 != "\u{FFFD}" }
    return "\(head)… (\(count) bytes)"
  }

  static func words(for error: any Error) -> String {
    switch error {
    case let error as ScriptError: attributed(error.message)
    case let error as MigrationError: error.message
    case let error as DatabaseError: attributed(error.message ?? error.description)
    default: String(describing: error)
    }
  }

  private static func attributed(_ message: String) -> String {
    GuardedTable(message)?.attributed(message) ?? message
  }
}
