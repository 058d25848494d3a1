/// Measures how long a step blocks other writers: from the moment it has the write lock until its commit.
///
/// A dry run does more than a step does. That time is left out, so that it predicts the step's.
final class StepClock {
  private var start = ContinuousClock.now
  private var end: ContinuousClock.Instant?
  private var lookingTime = Duration.zero
  private var addedSeconds = 0.0

  /// Starts from zero, when the write lock is taken.
  func restart() {
    start = .now
    lookingTime = .zero
    addedSeconds = 0
  }

  /// Stops when the lock is released.
  func stop() { end = .now }

  /// Runs a closure that a step on the real file would not run, and leaves its time out.
  func looking<T>(_ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    return try body()
  }

  /// Adds time that a step on the real file would need in addition.
  func add(seconds: Double) { addedSeconds += seconds }

  /// The time so far, in seconds.
  var seconds: Double { ((end ?? .now) - start - lookingTime).seconds + addedSeconds }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
