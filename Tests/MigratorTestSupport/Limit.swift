import Foundation

/// Waiting for what must come, and not for ever.
public enum Limit {
  /// What did not come in time.
  public struct Exceeded: Error, CustomStringConvertible {
    /// What was waited for, and how long.
    public let description: String
  }

  /// How long another program may take to do something, in seconds, beside as many others as a busy machine
  /// has: on one with a compiler at work, a minute was not enough.
  public static let ofProgram: Double = 300

  /// Waits until a condition holds.
  ///
  /// The limit, in seconds, is for a busy machine too: what is waited for may be a task behind all
  /// tests that have not begun yet. After each pause, in milliseconds, it looks again.
  ///
  /// - Throws: ``Exceeded``, which says what was waited for, when it does not come; what `isThere`
  ///   throws.
  public static func wait(
    for what: String, seconds: Double = 600, pause: UInt32 = 2, until isThere: () throws -> Bool
  ) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !isThere() {
      guard Date() < deadline else {
        throw Exceeded(description: "waited \(seconds) s for: \(what)")
      }
      usleep(pause * 1_000)
    }
  }
}
