public import Testing

/// Runs a suite or test at high priority, for tests that wait for other programs or threads.
///
/// All tests share one queue with one thread per core, and a task that suspends goes to the end of
/// it. A serialized suite of waiting tests would therefore start its second test only after all
/// other tests, and leave the machine idle. Endless work that a test means to cancel would run
/// until then. High-priority tasks have their own queue and threads.
///
/// The same holds for a test that expects its process to exit: Swift Testing's own thread waits
/// busily until the test has taken the result of the process.
public struct Ahead: SuiteTrait, TestTrait, TestScoping {
  /// Runs all tests of a suite, or one test, at high priority, which their tasks inherit.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      // On Linux, a child task of a group would keep the priority of its parent.
      let task = Task(priority: .high) { try await function() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}

extension Trait where Self == Ahead {
  /// For suites and tests that wait for other programs or threads.
  public static var ahead: Self { Self() }
}
