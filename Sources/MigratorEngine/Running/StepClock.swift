/// Measures a step without the time that is spent looking at it.
final class StepClock {
  private let start = ContinuousClock.now
  private var lookingTime = Duration.zero

  /// Runs a closure whose time is no part of the step's.
  func looking<T>(_ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    return try body()
  }

  /// How long the step has been running, in seconds.
  var seconds: Double { (ContinuousClock.now - start - lookingTime).seconds }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
