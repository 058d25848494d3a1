internal import Dispatch

extension Array where Element: Sendable {
  /// Returns what a closure makes of each element, in the order of the elements; of many elements, some at the same
  /// time on other threads.
  ///
  /// - Parameter transform: The closure.
  /// - Returns: The results.
  package func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    // Fewer cost less than a thread.
    let partCount = 64
    guard count > partCount else { return map(transform) }
    let starts = Swift.Array(stride(from: 0, to: count, by: partCount))
    let parts = Mutex([[Result]](repeating: [], count: starts.count))
    DispatchQueue.concurrentPerform(iterations: starts.count) { index in
      let part = self[starts[index]..<Swift.min(starts[index] + partCount, count)].map(transform)
      parts.withLock { $0[index] = part }
    }
    return parts.withLock { $0.flatMap(\.self) }
  }
}
