package struct ChangedKeys: Sendable {
  package enum Change: Int, Sendable, CaseIterable, Comparable {
    /// A value that was not NULL changed or became NULL.
    case overwritten
    case deleted
    case inserted
    /// Only NULL values or new columns were filled.
    case filled

    /// Changes that lose more values sort first.
    package static func < (one: Change, other: Change) -> Bool { one.rawValue < other.rawValue }
  }

  /// The maximum number of keys that are kept for each kind of change.
  ///
  /// Each kind has its own limit, so that harmless changes cannot crowd out losses.
  package static let limit = 1_000
  /// The maximum size of a key that is kept, in bytes.
  private static let keySize = 1_000

  private var counts = Array(repeating: Int64(0), count: Change.allCases.count)
  package private(set) var keys: [(change: Change, key: [DatabaseValue])] = []

  package init() {}

  package func count(of change: Change) -> Int64 { counts[change.rawValue] }

  package func hasRoom(for change: Change) -> Bool {
    counts[change.rawValue] < Int64(Self.limit)
  }

  /// Notes a changed row.
  ///
  /// - Parameters:
  ///   - change: How the row changed.
  ///   - key: The key of the row, evaluated only if it is kept.
  package mutating func note(_ change: Change, _ key: @autoclosure () -> [DatabaseValue]) {
    counts[change.rawValue] += 1
    guard counts[change.rawValue] <= Int64(Self.limit) else { return }
    let key = key()
    if key.reduce(0, { $0 + ValueExcerpt($1).size }) <= Self.keySize { keys.append((change, key)) }
  }
}
