public import Testing

/// Runs a suite whose tests wait, for other programs or other threads, beside the tests that only compute.
///
/// Tests stand in one line for as many threads as there are cores, and whoever gives the thread away stands
/// at its end again, behind all that have not begun yet. A suite that runs one test after the other would
/// come to its second one when all others are done, and keep a machine that has nothing else to do; work
/// without end that a test means to cancel would go on until then. Tasks of a higher priority have a line
/// and threads of their own.
public struct Ahead: SuiteTrait, TestScoping {
  /// Runs all tests of a suite with the higher priority, which their tasks inherit.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      // A child of a group would keep the priority of its parent, on Linux.
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
  /// For suites whose tests wait for other programs or threads.
  public static var ahead: Self { Self() }
}
