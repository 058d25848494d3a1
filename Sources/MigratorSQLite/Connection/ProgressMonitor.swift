/// Reports the progress of the statements of a connection, and can stop them.
public final class ProgressMonitor {
  /// The number of virtual-machine steps between two checks for cancellation.
  ///
  /// Small enough to cancel promptly, large enough to be cheap.
  static let interval: Int32 = 1000

  private let cancellation: Cancellation?
  private let onProgress: ((Int) -> Void)?
  private var kiloSteps = 0

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - cancellation: Stops statements with SQLITE_INTERRUPT once it is set.
  ///   - onProgress: Called from within statements, on their thread, with the number of
  ///     virtual-machine steps so far, in thousands. It must not use the connection, and should
  ///     return quickly: it is called many thousand times a second.
  public init(cancellation: Cancellation? = nil, onProgress: ((Int) -> Void)? = nil) {
    self.cancellation = cancellation
    self.onProgress = onProgress
  }

  /// Creates a monitor that stops statements after a deadline or on cancellation.
  ///
  /// - Parameters:
  ///   - deadline: The deadline.
  ///   - cancellation: Stops statements before the deadline.
  package convenience init(until deadline: ContinuousClock.Instant, or cancellation: Cancellation?)
  {
    let late = Cancellation()
    self.init(cancellation: late) { _ in
      if ContinuousClock.now > deadline || cancellation?.isCancelled == true { late.cancel() }
    }
  }

  package var isCancelled: Bool { cancellation?.isCancelled ?? false }

  /// Counts an interval, and returns true if the statement must stop.
  func tick() -> Bool {
    kiloSteps += Int(Self.interval) / 1000
    onProgress?(kiloSteps)
    return isCancelled
  }
}
