internal import MigratorSQLite

/// A statement that mends all violations of one foreign key at once.
public struct GroupRemedy: Sendable, Hashable {
  /// What it does to the rows.
  public enum Kind: Sendable, Hashable {
    /// Keeps them, without a parent.
    case release
    /// Removes them.
    case delete
  }

  /// What it does to the rows.
  public let kind: Kind
  /// The foreign key.
  public let foreignKey: ForeignKeyDescription
  /// The SQL text, complete.
  public let sql: String

  /// Creates a remedy; the parameters are the properties.
  public init(kind: Kind, foreignKey: ForeignKeyDescription, sql: String) {
    self.kind = kind
    self.foreignKey = foreignKey
    self.sql = sql
  }

  /// What it does, in a few words.
  public var note: String {
    switch kind {
    case .release: "keeps the rows, without a parent"
    case .delete: "removes the rows"
    }
  }
}

extension ForeignKeyDescription {
  /// What is true of the rows that break the key, in SQL; `nil` where SQLite cannot check it.
  ///
  /// The parent's column stands on the left, so that its collation decides, as it does in SQLite.
  ///
  /// - Source: <https://sqlite.org/foreignkeys.html>, section 3.
  var violatingCondition: String? {
    let table = originTable.quotedDatabaseIdentifier
    let isThere = originColumns.map { "\(table).\($0.quotedDatabaseIdentifier) IS NOT NULL" }
    guard destinationExists else { return isThere.joined(separator: "\n  AND ") }
    guard !originColumns.isEmpty, destinationColumns.count == originColumns.count else {
      return nil
    }
    // A table that refers to itself, too, has its rows told apart.
    let parent = SQLName(originTable) == SQLName("parent") ? "referred" : "parent"
    let pairs = zip(destinationColumns, originColumns).map { destination, origin in
      "\(parent).\(destination.quotedDatabaseIdentifier) = \(table).\(origin.quotedDatabaseIdentifier)"
    }
    return isThere.joined(separator: "\n  AND ") + """

        AND NOT EXISTS (
          SELECT 1 FROM \(destinationTable.quotedDatabaseIdentifier) AS \(parent)
          WHERE \(pairs.joined(separator: " AND ")))
      """
  }
}

extension TableShape {
  /// The columns of a foreign key that can be set to NULL to release a row; one NULL is enough for
  /// SQLite.
  func columnsToRelease(_ key: ForeignKeyDescription) -> [String] {
    let names = Set(key.originColumns.map(SQLName.init(_:)))
    return columns.filter { column in
      names.contains(SQLName(column.name)) && !column.isNotNull && !column.isGenerated
        && column.primaryKeyPlace == 0
    }.map(\.name)
  }
}
