/// Measures how long a step blocks other writers: from the write lock to the commit.
///
/// A dry run does more work than a step. The extra time is left out, so that a dry run predicts the
/// time of the step.
final class StepClock {
  private var start = ContinuousClock.now
  private var end: ContinuousClock.Instant?
  private var lookingTime = Duration.zero
  private var addedSeconds = 0.0

  /// Restarts from zero, when the write lock is acquired.
  func restart() {
    start = .now
    lookingTime = .zero
    addedSeconds = 0
  }

  func stop() { end = .now }

  /// Runs a closure that a step on the database would not run, and excludes its time.
  func looking<T>(_ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    return try body()
  }

  /// Adds time that a step on the database would need in addition.
  func add(seconds: Double) { addedSeconds += seconds }

  var seconds: Double { ((end ?? .now) - start - lookingTime).seconds + addedSeconds }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
