internal import Dispatch

/// Runs blocking work of a task on a thread of its own.
///
/// The work is part of the task: it sees the task-local values. The threads of Swift's pool must
/// not block, and those of the global queues may run out.
package actor OwnThread {
  private let executor: QueueExecutor

  /// Creates a thread.
  ///
  /// - Parameter label: The name of its queue, for debuggers.
  package init(label: String) {
    executor = QueueExecutor(label: label)
  }

  /// The executor of the thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs a closure on the thread.
  ///
  /// - Parameter work: The closure; it may block.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func run<T: Sendable>(_ work: @Sendable () throws -> T) rethrows -> T {
    try work()
  }
}

/// An executor over a serial queue.
///
/// `@unchecked Sendable` is safe: the queue, which Linux does not declare as Sendable, never
/// changes and is thread-safe.
private final class QueueExecutor: SerialExecutor, @unchecked Sendable {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
