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
  /// True if it is a hidden column of a virtual table, which `SELECT *` does not return.
  public let isHidden: Bool

  /// Creates a column; the parameters are the properties.
  public init(
    name: String, type: String = "", isNotNull: Bool = false, defaultValueSQL: String? = nil,
    primaryKeyIndex: Int = 0, isGenerated: Bool = false, isHidden: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isNotNull = isNotNull
    self.defaultValueSQL = defaultValueSQL
    self.primaryKeyIndex = primaryKeyIndex
    self.isGenerated = isGenerated
    self.isHidden = isHidden
  }

  /// True if it is part of the primary key.
  public var isKey: Bool { primaryKeyIndex > 0 }

  /// True unless it is generated, or hidden in a virtual table.
  package var isOrdinary: Bool { !isGenerated && !isHidden }
}

extension [ColumnInfo] {
  /// The columns of the primary key, in the order of the key; empty without one.
  package var primaryKey: [ColumnInfo] {
    filter(\.isKey).sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
  }
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

/// An index of a table, as reported by `PRAGMA index_list` and `PRAGMA index_xinfo`.
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

  package struct Element: Sendable, Hashable {
    /// The name; `nil` for an expression and for the rowid.
    package let column: String?
    package let collation: String
    /// True if it is part of the key; false for the rest of the entry, which identifies the row.
    package let isKey: Bool
    /// True for the rowid, with which every index of a table with a rowid ends.
    package let isRowID: Bool
  }

  /// The name.
  public let name: String
  /// The columns, in the order of the index.
  public var columns: [String] { elements.filter(\.isKey).compactMap(\.column) }
  /// True if the index is unique.
  public let isUnique: Bool
  /// How the index was created.
  public let origin: Origin
  /// True if it has a `WHERE` clause, so that it covers only some of the rows.
  public let isPartial: Bool
  package internal(set) var elements: [Element] = []

  package var isOnColumns: Bool { elements.allSatisfy { !$0.isKey || $0.column != nil } }
  package var endsWithRowID: Bool { elements.last?.isRowID ?? false }
}

extension [IndexInfo] {
  /// The index of the primary key; `nil` if there is none, or if the primary key is the rowid.
  package var primaryKey: IndexInfo? { first { $0.origin == .primaryKeyConstraint } }
}

/// A foreign key, as reported by `PRAGMA foreign_key_list`.
public struct ForeignKeyInfo: Sendable, Hashable {
  /// The id, unique within the table; SQLite renumbers the keys when the table changes.
  public let id: Int
  /// The child table, which has the `REFERENCES` clause.
  public let originTable: String
  /// The parent table, as spelled in the `REFERENCES` clause.
  public let destinationTable: String
  /// The child columns, in the order of the key.
  public private(set) var originColumns: [String]
  /// The parent columns, in the order of the key; empty if they are unknown.
  public private(set) var destinationColumns: [String]
  /// True if the clause names no parent columns and so refers to the primary key.
  package private(set) var refersToPrimaryKey: Bool
  /// The action on deletion: `NO ACTION`, `CASCADE` and so on.
  public let onDelete: String
  /// The action on update: `NO ACTION`, `CASCADE` and so on.
  public let onUpdate: String

  /// Creates a foreign key; without parent columns, it refers to the primary key.
  package init(
    originTable: String, destinationTable: String, id: Int, originColumns: [String],
    destinationColumns: [String], onDelete: String = "NO ACTION", onUpdate: String = "NO ACTION"
  ) {
    self.id = id
    self.originTable = originTable
    self.destinationTable = destinationTable
    self.originColumns = originColumns
    self.destinationColumns = destinationColumns
    refersToPrimaryKey = destinationColumns.isEmpty
    self.onDelete = onDelete
    self.onUpdate = onUpdate
  }

  /// The child columns with their parent columns, in the order of the key.
  public var mapping: [(origin: String, destination: String)] {
    zip(originColumns, destinationColumns).map { (origin: $0, destination: $1) }
  }

  /// The parent columns that the clause names; `nil` for the primary key.
  package var declaredDestinationColumns: [String]? {
    refersToPrimaryKey ? nil : destinationColumns
  }

  /// Returns the foreign key with the columns of the parent's primary key, if it refers to the
  /// primary key.
  package func resolved(primaryKey: () throws -> [String]) rethrows -> ForeignKeyInfo {
    guard refersToPrimaryKey else { return self }
    var key = self
    key.destinationColumns = try primaryKey()
    return key
  }

  /// Adds a pair of columns; a parent column is `nil` if the clause names none.
  mutating func add(column: String, destinationColumn: String?) {
    originColumns.append(column)
    if let destinationColumn { destinationColumns.append(destinationColumn) }
    refersToPrimaryKey = destinationColumns.count != originColumns.count
  }
}
