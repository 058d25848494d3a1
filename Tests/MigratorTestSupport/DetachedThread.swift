import Foundation

/// Runs blocking closures on their own threads.
///
/// The thread pool for tasks has one thread per core. Closures that block there can deadlock.
public enum DetachedThread {
  /// Runs a closure on a new thread and returns or throws its result.
  public static func run<T: Sendable>(
    _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
