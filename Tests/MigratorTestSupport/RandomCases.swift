import Foundation

/// The seeds of the random cases of a property test.
///
/// `make test` runs a fixed sample. `make torture` continues for `MIGTUI_SECONDS`, with other cases
/// for each `MIGTUI_SEED`. The names of suites that use it end in `PropertyTests`, so that
/// `make torture` finds them.
public struct RandomCases: Sequence, IteratorProtocol {
  private var seed: UInt64
  private var leftCount: Int
  private let end: Date?

  /// The cases of a part of a test; each part has its own.
  ///
  /// - Parameters:
  ///   - count: The size of the fixed sample, and the least number of cases.
  ///   - part: The number of the part, from 0.
  public init(_ count: Int, part: Int = 0) {
    let variables = ProcessInfo.processInfo.environment
    let start = variables["MIGTUI_SEED"].flatMap { UInt64($0) } ?? 0
    seed = start << 32 &+ UInt64(part * count)
    leftCount = count
    end = variables["MIGTUI_SECONDS"].flatMap { Double($0) }.map { Date(timeIntervalSinceNow: $0) }
  }

  /// Returns the seed of the next case.
  public mutating func next() -> UInt64? {
    guard leftCount > 0 || end.map({ Date() < $0 }) ?? false else { return nil }
    leftCount -= 1
    defer { seed &+= 1 }
    return seed
  }
}
