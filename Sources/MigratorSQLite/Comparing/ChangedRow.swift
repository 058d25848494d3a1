/// A row that a migration inserted, deleted or updated.
public struct ChangedRow: Sendable, Hashable {
  /// What became of a row.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was not there before.
    case inserted
    /// It is not there any more.
    case deleted
    /// It is there before and after, with other values.
    case updated
  }

  /// What became of it.
  public let kind: Kind
  /// What tells it from the others: its rowid, or the columns of its primary key.
  public let key: [DatabaseValue]
  /// Its values, one for each of the columns that are listed.
  public let values: [ChangedValue]
  /// Of a deleted row, whether a foreign-key action or a trigger deleted it, not a statement itself; `nil`
  /// where that is not certain.
  public package(set) var isCascade: Bool?

  /// Creates a row; the parameters are the properties.
  public init(
    kind: Kind, key: [DatabaseValue], values: [ChangedValue], isCascade: Bool? = nil
  ) {
    self.kind = kind
    self.key = key
    self.values = values
    self.isCascade = isCascade
  }

  /// About how many bytes it takes to keep it.
  package var size: Int { values.reduce(64) { $0 + $1.size } }
}

/// A value of a row, before and after.
public struct ChangedValue: Sendable, Hashable {
  /// The value before; `nil` where there was no such row or column.
  public let before: ValueExcerpt?
  /// The value after; `nil` where there is no such row or column.
  public let after: ValueExcerpt?
  /// How it differs in a row that is there before and after, or `nil` where it does not.
  public let difference: ValueDifference?

  /// Creates a value; the parameters are the properties.
  public init(
    before: ValueExcerpt?, after: ValueExcerpt?, difference: ValueDifference? = nil
  ) {
    self.before = before
    self.after = after
    self.difference = difference
  }

  /// About how many bytes it takes to keep it.
  package var size: Int {
    let isSame = before != nil && after != nil && difference == nil
    return (before?.size ?? 0) + (isSame ? 0 : after?.size ?? 0)
  }
}
