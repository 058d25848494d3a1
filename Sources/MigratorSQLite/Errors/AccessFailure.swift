import MigratorPlatform

/// The first error of a database access that occurred at a place that cannot throw.
///
/// Subscripts and `databaseValue` cannot throw. GRDB ends the process there; here the error is
/// recorded. All later statements of the access throw it, and so does the end of the access, so
/// that no consequence of the error is committed.
final class AccessFailure: Sendable {
  /// The failure record of this thread's current access.
  @TaskLocal static var current: AccessFailure?

  private let first = Mutex<(any Error)?>(nil)

  /// Records a failure, unless an earlier one is recorded.
  func note(_ error: any Error) {
    first.withLock { if $0 == nil { $0 = error } }
  }

  /// Throws the recorded failure, if any, without clearing it.
  func check() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }

  /// Returns the recorded failure, if any, and clears it.
  func take() -> (any Error)? {
    first.withLock { error in
      defer { error = nil }
      return error
    }
  }

  /// Records a failure in the current access and returns a substitute value.
  ///
  /// Outside any access, or without a substitute, the process ends as in GRDB.
  ///
  /// Later statements throw, so the substitute never reaches the file.
  static func note<Value>(_ error: any Error, standIn: @autoclosure () -> Value?) -> Value {
    guard let current, let value = standIn() else { fatalError("\(error)") }
    current.note(error)
    return value
  }
}
