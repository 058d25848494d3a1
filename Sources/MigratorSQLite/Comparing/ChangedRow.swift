/// A row that a migration inserted, deleted or updated.
public struct ChangedRow: Sendable, Hashable {
  /// How a row changed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The row was inserted.
    case inserted
    /// The row was deleted.
    case deleted
    /// The row exists before and after the migration, with different values.
    case updated
  }

  /// How the row changed.
  public let kind: Kind
  /// The key of the row: its rowid, or the columns of its primary key.
  public let key: [DatabaseValue]
  /// The values, one for each listed column.
  public let values: [ChangedValue]
  /// For a deleted row, true if a foreign-key action or a trigger deleted it, and false if a
  /// statement deleted it directly.
  ///
  /// `nil` if this is unknown.
  public package(set) var isCascade: Bool?

  /// Creates a row from its properties.
  public init(
    kind: Kind, key: [DatabaseValue], values: [ChangedValue], isCascade: Bool? = nil
  ) {
    self.kind = kind
    self.key = key
    self.values = values
    self.isCascade = isCascade
  }

  /// The approximate memory use, in bytes.
  package var size: Int { values.reduce(64) { $0 + $1.size } }
}

/// A value of a row, before and after the change.
public struct ChangedValue: Sendable, Hashable {
  /// The value before the change; `nil` if the row or column did not exist.
  public let before: ValueExcerpt?
  /// The value after the change; `nil` if the row or column no longer exists.
  public let after: ValueExcerpt?
  /// How the value of an existing row changed, or `nil` if it did not change.
  public let difference: ValueDifference?

  /// Creates a value from its properties.
  public init(
    before: ValueExcerpt?, after: ValueExcerpt?, difference: ValueDifference? = nil
  ) {
    self.before = before
    self.after = after
    self.difference = difference
  }

  /// The approximate memory use, in bytes.
  package var size: Int {
    let isSame = before != nil && after != nil && difference == nil
    return (before?.size ?? 0) + (isSame ? 0 : after?.size ?? 0)
  }
}
