/// How the values of one column changed in rows that exist before and after a migration.
///
/// Values that were NULL before the migration are not counted.
public struct ValueChanges: Sendable, Hashable {
  /// A value that was lost.
  public struct Sample: Sendable, Hashable {
    /// The key of the row: the rowid, or the columns of the primary key.
    public let key: [DatabaseValue]
    /// The value before the migration.
    public let before: DatabaseValue
    /// The value after the migration.
    public let after: DatabaseValue

    /// Creates a sample from its properties.
    public init(key: [DatabaseValue], before: DatabaseValue, after: DatabaseValue) {
      self.key = key
      self.before = before
      self.after = after
    }
  }

  /// The maximum number of samples.
  public static let sampleLimit = 5
  /// The maximum length of a value in a sample, in characters or bytes.
  public static let sampleLength = 200

  /// Values that were replaced by other values.
  public internal(set) var replaced: Int64 = 0
  /// Replaced values of which only the beginning remains.
  public internal(set) var cut: Int64 = 0
  /// Replaced numbers that lost decimal places.
  public internal(set) var rounded: Int64 = 0
  /// Replaced values that changed their storage class.
  public internal(set) var retyped: Int64 = 0
  /// Values that became NULL.
  public internal(set) var nulled: Int64 = 0
  /// Values that only changed their storage class: `12` for `'12'`, `1.0` for `1`.
  public internal(set) var converted: Int64 = 0
  /// Values that moved: all lost values are in one other column, each in the same row as before.
  public internal(set) var moved: Int64 = 0
  /// The first lost values, truncated to ``sampleLength``.
  public internal(set) var samples: [Sample] = []

  /// Values that are no longer in their row.
  public var lost: Int64 { replaced + nulled }

  /// Creates changes from its properties.
  public init(
    replaced: Int64 = 0, cut: Int64 = 0, rounded: Int64 = 0, retyped: Int64 = 0,
    nulled: Int64 = 0, converted: Int64 = 0, moved: Int64 = 0, samples: [Sample] = []
  ) {
    self.replaced = replaced
    self.cut = cut
    self.rounded = rounded
    self.retyped = retyped
    self.nulled = nulled
    self.converted = converted
    self.moved = moved
    self.samples = samples
  }

  package mutating func note(_ difference: ValueDifference) {
    switch difference {
    case .filled, .converted: return
    case .nulled: nulled += 1
    case .cut: cut += 1
    case .rounded: rounded += 1
    case .retyped: retyped += 1
    case .replaced: break
    }
    if difference != .nulled { replaced += 1 }
  }
}
