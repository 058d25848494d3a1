/// A column of a table, as `PRAGMA table_xinfo` tells it.
public struct ColumnInfo: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The declared type, `""` without one.
  public let type: String
  /// Whether it is declared NOT NULL.
  public let isNotNull: Bool
  /// The SQL text of the default value.
  public let defaultValueSQL: String?
  /// The place in the primary key, counted from 1; 0 outside it.
  public let primaryKeyIndex: Int
  /// Whether it is a hidden column of a virtual table.
  public let isHidden: Bool
  /// Whether it is a generated column.
  public let isGenerated: Bool
}

/// The primary key of a table.
public struct PrimaryKeyInfo: Sendable, Hashable {
  /// The columns, in the order of the key; `rowid` alone when none is declared.
  public let columns: [String]
  /// Whether the table has a rowid.
  public let tableHasRowID: Bool
  /// The column that is an alias of the rowid.
  public let rowIDColumn: String?
}

/// A foreign key, as `PRAGMA foreign_key_list` tells it.
public struct ForeignKeyInfo: Sendable, Hashable {
  /// The id, unique within the table.
  public let id: Int
  /// The table referred to, as it is written in the `REFERENCES` clause.
  public let destinationTable: String
  /// The columns of the origin, in the order of the key.
  public let originColumns: [String]
  /// The columns of the destination, in the order of the key.
  public let destinationColumns: [String]
  /// The action: `NO ACTION`, `CASCADE` and so on.
  public let onDelete: String
  /// The action: `NO ACTION`, `CASCADE` and so on.
  public let onUpdate: String

  /// The columns of the origin with those of the destination.
  public var mapping: [(origin: String, destination: String)] {
    zip(originColumns, destinationColumns).map { (origin: $0, destination: $1) }
  }
}
