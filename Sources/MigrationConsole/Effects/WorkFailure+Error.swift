import MigratorEngine
import MigratorSession

extension WorkFailure {
  /// Turns an error into words for a person; the one place of the console that does.
  ///
  /// - Parameter error: The error that work threw.
  init(_ error: any Error) {
    if let failure = error as? WorkFailure {
      self = failure
      return
    }
    let isCancellation =
      error is CancellationError
      || (error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT
      || (error as? MigrationFailure)?.isCancellation == true
    if isCancellation {
      self.init(message: "Stopped. Nothing was changed.", isCancellation: true)
    } else if let failure = error as? MigrationFailure {
      self.init(message: failure.headline, isCancellation: false)
    } else {
      self.init(message: String(describing: error), isCancellation: false)
    }
  }
}
