import Foundation

/// Waits with a time limit.
public enum Limit {
  /// The error for a wait that reached its limit.
  public struct Exceeded: Error, CustomStringConvertible {
    /// The awaited condition and the limit.
    public let description: String
  }

  /// The time limit for another program, in seconds.
  ///
  /// On a machine busy with a compiler, a minute was not enough.
  public static let ofProgram: Double = 300

  /// Waits until a condition holds.
  ///
  /// The limit, in seconds, allows for a busy machine: the condition may depend on a task that is
  /// queued behind all tests that have not started. `pause` is the time between checks, in
  /// milliseconds.
  ///
  /// - Throws: ``Exceeded`` if the condition does not hold in time; errors of `isThere`.
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
