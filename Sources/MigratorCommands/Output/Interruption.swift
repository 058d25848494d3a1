import MigratorPlatform

/// Who stopped the work of the process: a signal, or the clock.
enum Interruption {
  /// Set where the time limit did.
  static let late = AtomicFlag()
  private static let received = Mutex<Int32?>(nil)

  /// The signal that did, or `nil`.
  static var signal: Int32? { received.withLock { $0 } }

  /// Takes note of a signal.
  static func note(_ number: Int32) { received.withLock { $0 = number } }
}
