import MigratorPlatform

enum Interruption {
  /// Set by the time limit.
  static let late = AtomicFlag()
  private static let received = Mutex<Int32?>(nil)

  static var signal: Int32? { received.withLock { $0 } }

  static func note(_ number: Int32) { received.withLock { $0 = number } }
}
