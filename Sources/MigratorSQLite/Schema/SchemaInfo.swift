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
  /// Whether the key is the rowid, under the name of a column or because none is declared.
  public let isRowID: Bool

  init(
    columns: [String], tableHasRowID: Bool, rowIDColumn: String? = nil, isDeclared: Bool = true
  ) {
    self.columns = columns
    self.tableHasRowID = tableHasRowID
    self.rowIDColumn = rowIDColumn
    isRowID = rowIDColumn != nil || !isDeclared
  }
}

/// An index on columns of a table, as `PRAGMA index_list` and `PRAGMA index_info` tell it.
public struct IndexInfo: Sendable, Hashable {
  /// Where an index comes from.
  public struct Origin: RawRepresentable, Sendable, Hashable {
    /// SQLite's letter for it.
    public let rawValue: String

    /// Creates an origin from SQLite's letter.
    ///
    /// - Parameter rawValue: The letter.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A `CREATE INDEX` statement.
    public static let createIndex = Origin(rawValue: "c")
    /// A `UNIQUE` constraint.
    public static let uniqueConstraint = Origin(rawValue: "u")
    /// A `PRIMARY KEY` constraint.
    public static let primaryKeyConstraint = Origin(rawValue: "pk")
  }

  /// The name.
  public let name: String
  /// The columns, in the order of the index.
  public let columns: [String]
  /// Whether no two rows may have the same values.
  public let isUnique: Bool
  /// Where it comes from.
  public let origin: Origin
  /// Whether it has a `WHERE` clause, so that it knows only some of the rows.
  public let isPartial: Bool
}

/// A foreign key, as `PRAGMA foreign_key_list` tells it.
public struct ForeignKeyInfo: Sendable {
  /// The id, unique within the table.
  public let id: Int
  /// The table referred to, as it is written in the `REFERENCES` clause.
  public let destinationTable: String
  /// The columns of the origin with those of the destination, in the order of the key.
  public let mapping: [(origin: String, destination: String)]
  /// The action: `NO ACTION`, `CASCADE` and so on.
  public let onDelete: String
  /// The action: `NO ACTION`, `CASCADE` and so on.
  public let onUpdate: String

  /// The columns of the origin, in the order of the key.
  public var originColumns: [String] { mapping.map(\.origin) }

  /// The columns of the destination, in the order of the key.
  public var destinationColumns: [String] { mapping.map(\.destination) }
}

extension ForeignKeyInfo: Hashable {
  /// Returns whether two foreign keys are the same in everything.
  public static func == (first: ForeignKeyInfo, second: ForeignKeyInfo) -> Bool {
    first.id == second.id && first.destinationTable == second.destinationTable
      && first.mapping.elementsEqual(second.mapping, by: ==)
      && first.onDelete == second.onDelete && first.onUpdate == second.onUpdate
  }

  /// Feeds what tells the foreign key from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(destinationTable)
  }
}
