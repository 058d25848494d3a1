/// A foreign-key violation with all that a person needs to understand and mend it.
public struct ViolationDetail: Sendable, Hashable {
  /// A column and its value, the value as SQL literal and as short text.
  public struct Field: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    /// The value.
    public let value: DatabaseValue
  }

  /// The violation as SQLite reports it.
  public let violation: ForeignKeyViolation
  /// The seeds' rich description, to the byte.
  public let description: String
  /// The foreign key that is violated, shared by all violations of it.
  public let foreignKey: ForeignKeyDescription
  /// The whole row, empty when it cannot be told (a table without rowid, or the row is gone).
  public let row: [Field]
  /// The values of the foreign key's columns: the key that no row of the destination has.
  public let missingKey: [Field]
  /// Statements that would mend the violation, each with what it does in words.
  public let remedies: [Remedy]

  /// A statement that would mend a violation.
  public struct Remedy: Sendable, Hashable {
    /// The SQL text, complete.
    public let sql: String
    /// What it does, and what it may need, in a few words.
    public let note: String
  }
}

/// A foreign key: from where to where, and what it does when the parent goes.
public struct ForeignKeyDescription: Sendable, Hashable {
  /// The table with the `REFERENCES` clause.
  public let originTable: String
  /// The table referred to.
  public let destinationTable: String
  /// The id of `PRAGMA foreign_key_list`.
  public let id: Int
  /// The columns of the origin, in the order of the key.
  public let originColumns: [String]
  /// The columns of the destination, in the order of the key; empty when they cannot be told.
  public let destinationColumns: [String]
  /// `NO ACTION`, `CASCADE`, …
  public let onDelete: String
  /// `NO ACTION`, `CASCADE`, …
  public let onUpdate: String
  /// Whether the destination table exists.
  public let destinationExists: Bool
  /// Whether the origin is a `WITHOUT ROWID` table.
  public let originIsWithoutRowID: Bool
}
