/// Which rows of a table are not as they were: how many, and the keys of the first of them.
package struct ChangedKeys: Sendable {
  /// What became of a row.
  package enum Change: Int, Sendable, CaseIterable, Comparable {
    /// A value that was there is another one, or NULL.
    case overwritten
    /// It is not there any more.
    case deleted
    /// It was not there.
    case inserted
    /// Values are there where none were, and all others are the same.
    case filled

    /// What loses more comes first.
    package static func < (one: Change, other: Change) -> Bool { one.rawValue < other.rawValue }
  }

  /// The keys of so many rows are kept of each change, so that rows that lose something are not crowded
  /// out by those that do not.
  package static let limit = 1_000
  /// Longer keys, in bytes, are not kept.
  private static let keySize = 1_000

  private var counts = Array(repeating: Int64(0), count: Change.allCases.count)
  /// The keys, in the order in which they were noted.
  package private(set) var keys: [(change: Change, key: [DatabaseValue])] = []

  /// Creates a list of no rows.
  package init() {}

  /// How many rows were noted.
  package func count(of change: Change) -> Int64 { counts[change.rawValue] }

  /// Whether another row would be kept.
  package func hasRoom(for change: Change) -> Bool {
    counts[change.rawValue] < Int64(Self.limit)
  }

  /// Notes a row.
  ///
  /// - Parameters:
  ///   - change: What became of it.
  ///   - key: Its key, which is made only where it is kept.
  package mutating func note(_ change: Change, _ key: @autoclosure () -> [DatabaseValue]) {
    counts[change.rawValue] += 1
    guard counts[change.rawValue] <= Int64(Self.limit) else { return }
    let key = key()
    if key.reduce(0, { $0 + ValueExcerpt($1).size }) <= Self.keySize { keys.append((change, key)) }
  }
}
