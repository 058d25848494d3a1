import MigratorPlatform

enum Interruption {
  /// True once the time limit has expired.
  static let late = AtomicFlag()
  private static let received = Mutex<Int32?>(nil)

  static var signal: Int32? { received.withLock { $0 } }

  static func note(_ number: Int32) { received.withLock { $0 = number } }
}
