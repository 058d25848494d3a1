import Foundation

/// Runs closures that wait for others on threads of their own.
///
/// Tasks share as many threads as there are cores: those that wait there may wait for ever.
public enum OwnThread {
  /// Runs a closure on a new thread; returns or throws what it does.
  public static func run<T: Sendable>(
    _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
