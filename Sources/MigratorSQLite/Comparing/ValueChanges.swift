/// What became of the values of one column in rows that are there before and after.
///
/// A value that was NULL before was none, and counts nowhere.
public struct ValueChanges: Sendable, Hashable {
  /// One value that is lost.
  public struct Sample: Sendable, Hashable {
    /// What tells the row from the others: the rowid, or the columns of the primary key.
    public let key: [DatabaseValue]
    /// The value before.
    public let before: DatabaseValue
    /// The value after.
    public let after: DatabaseValue

    /// Creates a sample; the parameters are the properties.
    public init(key: [DatabaseValue], before: DatabaseValue, after: DatabaseValue) {
      self.key = key
      self.before = before
      self.after = after
    }
  }

  /// How many samples are kept.
  public static let sampleLimit = 5
  /// How many characters or bytes of a value a sample keeps.
  public static let sampleLength = 200

  /// Values that are others now.
  public internal(set) var replaced: Int64 = 0
  /// Those of ``replaced`` that are the beginning of what was there.
  public internal(set) var cut: Int64 = 0
  /// Those of ``replaced`` that are numbers with fewer digits behind the point.
  public internal(set) var rounded: Int64 = 0
  /// Those of ``replaced`` that are of another storage class.
  public internal(set) var retyped: Int64 = 0
  /// Values that are NULL now.
  public internal(set) var nulled: Int64 = 0
  /// Values that are the same but for how they are stored: `12` for `'12'`, `1.0` for `1`.
  public internal(set) var converted: Int64 = 0
  /// Values that moved: all that are not in the column any more are in one other, each in its row.
  public internal(set) var moved: Int64 = 0
  /// The first of the values that are lost, cut at ``sampleLength``.
  public internal(set) var samples: [Sample] = []

  /// Values that are not in their row any more.
  public var lost: Int64 { replaced + nulled }

  /// Creates changes; the parameters are the properties.
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

  /// Counts a value that is lost.
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
