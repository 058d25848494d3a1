/// A column of a table, as reported by `PRAGMA table_xinfo`.
public struct ColumnInfo: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The declared type, or `""` without one.
  public let type: String
  /// True if it is declared NOT NULL.
  public let isNotNull: Bool
  /// The SQL of the default value.
  public let defaultValueSQL: String?
  /// The position in the primary key, starting at 1; 0 for other columns.
  public let primaryKeyIndex: Int
  /// True if it is a generated column.
  public let isGenerated: Bool
}

/// The primary key of a table.
public struct PrimaryKeyInfo: Sendable, Hashable {
  /// The columns, in the order of the key; only `rowid` if no key is declared.
  public let columns: [String]
  /// True if the table has a rowid.
  public let tableHasRowID: Bool
  /// The column that is an alias of the rowid, if any.
  public let rowIDColumn: String?
  /// True if the key is the rowid, either through an alias or because no key is declared.
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

/// An index on columns of a table, as reported by `PRAGMA index_list` and `PRAGMA index_info`.
public struct IndexInfo: Sendable, Hashable {
  /// How an index was created.
  public struct Origin: RawRepresentable, Sendable, Hashable {
    /// SQLite's code for it: `c`, `u` or `pk`.
    public let rawValue: String

    /// Creates an origin from SQLite's code.
    ///
    /// - Parameter rawValue: The code.
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
  /// True if the index is unique.
  public let isUnique: Bool
  /// How the index was created.
  public let origin: Origin
  /// True if it has a `WHERE` clause, so that it covers only some of the rows.
  public let isPartial: Bool
}

/// A foreign key, as reported by `PRAGMA foreign_key_list`.
public struct ForeignKeyInfo: Sendable {
  /// The id, unique within the table.
  public let id: Int
  /// The parent table, as spelled in the `REFERENCES` clause.
  public let destinationTable: String
  /// The child columns with their parent columns, in the order of the key.
  public let mapping: [(origin: String, destination: String)]
  /// The action on deletion: `NO ACTION`, `CASCADE` and so on.
  public let onDelete: String
  /// The action on update: `NO ACTION`, `CASCADE` and so on.
  public let onUpdate: String

  /// The child columns, in the order of the key.
  public var originColumns: [String] { mapping.map(\.origin) }

  /// The parent columns, in the order of the key.
  public var destinationColumns: [String] { mapping.map(\.destination) }
}

extension ForeignKeyInfo: Hashable {
  /// Returns true if all properties of two foreign keys are equal.
  public static func == (first: ForeignKeyInfo, second: ForeignKeyInfo) -> Bool {
    first.id == second.id && first.destinationTable == second.destinationTable
      && first.mapping.elementsEqual(second.mapping, by: ==)
      && first.onDelete == second.onDelete && first.onUpdate == second.onUpdate
  }

  /// Hashes the id and the parent table.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(destinationTable)
  }
}
