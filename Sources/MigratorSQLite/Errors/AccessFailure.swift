import MigratorPlatform

/// What went wrong in an access to a database where nothing could be thrown.
///
/// A subscript cannot throw, nor can `databaseValue`. Where GRDB ends the process, the failure is kept
/// here: all statements that follow in the access throw it, and so does the end of the access, so that
/// nothing that came of it is committed.
final class AccessFailure: Sendable {
  /// That of the access in which this thread is.
  @TaskLocal static var current: AccessFailure?

  private let first = Mutex<DatabaseError?>(nil)

  /// Keeps a failure, unless there is one before it.
  func note(_ error: DatabaseError) {
    first.withLock { if $0 == nil { $0 = error } }
  }

  /// Throws the failure, if there is one, and keeps it.
  func check() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }

  /// Returns the failure, if there is one, and forgets it.
  func take() -> DatabaseError? {
    first.withLock { error in
      defer { error = nil }
      return error
    }
  }

  /// Keeps a failure in the access in which this thread is; ends the process, as GRDB does, where it is
  /// in none or nothing can stand in for the result.
  ///
  /// What stands in is returned instead, and never reaches a file.
  static func note<Value>(_ error: DatabaseError, standIn: @autoclosure () -> Value?) -> Value {
    guard let current, let value = standIn() else { fatalError("\(error)") }
    current.note(error)
    return value
  }
}
