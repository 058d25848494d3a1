internal import MigratorSQLite

/// How SQLite looks up the parent row of a foreign key.
///
/// The search is the same as in SQLite's function `sqlite3FkLocateIndex`.
enum ParentLookup: Hashable {
  struct Column: Hashable {
    let name: String
    /// The collation of the index; `nil` for that of the column.
    let collation: String?

    func hasOwnCollation(in table: String, _ schema: String, _ db: Database) throws -> Bool {
      guard let collation else { return true }
      let own = try db.declaredCollation(of: name, in: table, schema: schema)
      return SQLName(own) == SQLName(collation)
    }
  }

  /// The parent table does not exist, so each key without NULL is a violation.
  case missing
  /// The rowid, by the name of its alias column.
  case rowID(column: String)
  /// An index, with its columns in the order of the foreign key.
  case index([Column])

  /// Returns an SQL condition that is true if a row violates a foreign key.
  ///
  /// The parent column is the left operand, so that its affinity applies. The unary plus removes
  /// the affinity of the child column. The collation is that of the parent's index.
  ///
  /// `child` and `alias` are the names of the child row and the parent row in the SQL. With
  /// `hasLines`, each term is on its own line, for readability.
  ///
  /// - Source: <https://sqlite.org/foreignkeys.html>, section 3.
  func violation(
    by child: String, columns: [String], of parent: String, as alias: String = "p",
    hasLines: Bool = false
  ) -> String {
    let columns = columns.map { "\(child).\($0.quotedDatabaseIdentifier)" }
    let pairs: [String]
    switch self {
    case .missing: pairs = []
    case .rowID(let column):
      pairs = ["\(alias).\(column.quotedDatabaseIdentifier) = +\(columns[0])"]
    case .index(let parentColumns):
      pairs = zip(parentColumns, columns).map { column, child in
        let collation = column.collation.map { " COLLATE \($0.quotedDatabaseIdentifier)" } ?? ""
        return "\(alias).\(column.name.quotedDatabaseIdentifier)\(collation) = +\(child)"
      }
    }
    var terms = columns.map { "\($0) IS NOT NULL" }
    if !pairs.isEmpty {
      let (first, next) = hasLines ? ("\n    ", "\n    ") : ("", " ")
      terms.append(
        "NOT EXISTS (\(first)SELECT 1 FROM \(parent) AS \(alias)\(next)WHERE "
          + pairs.joined(separator: " AND ") + ")")
    }
    return terms.joined(separator: hasLines ? "\n  AND " : " AND ")
  }

  /// Finds the key with the given columns, or the primary key if no columns are given.
  ///
  /// Returns `nil` if SQLite finds no such key and so cannot check the foreign key.
  ///
  /// > The parent key of a foreign key must be the primary key or a unique index of the parent
  /// > table, with the collating sequences that the parent's CREATE TABLE names.
  /// <https://www.sqlite.org/foreignkeys.html#fk_indexes>
  static func find(
    in table: String, columns wanted: [String]?, count: Int, _ catalog: ForeignKeyCatalog,
    _ db: Database
  ) throws -> ParentLookup? {
    if count == 1, let alias = try catalog.table(table).rowIDColumn(catalog.indexes(of: table)),
      wanted.map({ $0.map(SQLName.init(_:)) == [SQLName(alias)] }) ?? true
    {
      return .rowID(column: alias)
    }
    let indexes = try catalog.indexes(of: table).filter { $0.isUnique && !$0.isPartial }
    guard let wanted else {
      let columns = indexes.primaryKey.flatMap(columns(of:))
      return columns?.count == count ? columns.map(ParentLookup.index) : nil
    }
    // Any of them will do, because all have the same columns and collations.
    for index in indexes {
      if let columns = columns(of: index), let arranged = arrange(columns, as: wanted),
        try arranged.allSatisfy({ try $0.hasOwnCollation(in: table, catalog.schema, db) })
      {
        return .index(arranged)
      }
    }
    return nil
  }

  /// Returns the columns of an index; `nil` if one is an expression.
  private static func columns(of index: IndexInfo) -> [Column]? {
    guard index.isOnColumns else { return nil }
    return zip(index.columns, index.elements).map { Column(name: $0, collation: $1.collation) }
  }

  /// Returns the columns in the order of the foreign key, or `nil` if they differ from its columns.
  private static func arrange(_ columns: [Column], as wanted: [String]) -> [Column]? {
    guard columns.count == wanted.count else { return nil }
    let names = columns.map { SQLName($0.name) }
    let places = wanted.compactMap { names.firstIndex(of: SQLName($0)) }
    return Set(places).count == wanted.count ? places.map { columns[$0] } : nil
  }
}

extension ForeignKeyInfo {
  /// Returns how SQLite looks up the parent, or `nil` if it cannot check the foreign key.
  func foundKey(_ catalog: ForeignKeyCatalog, _ db: Database) throws -> ParentLookup? {
    guard try catalog.exists(destinationTable) else { return .missing }
    return try ParentLookup.find(
      in: destinationTable, columns: declaredDestinationColumns, count: originColumns.count,
      catalog, db)
  }

  /// Returns how to look up the parent, even if SQLite cannot check the foreign key.
  ///
  /// In that case, the columns' own collations apply.
  func probedKey(_ catalog: ForeignKeyCatalog, _ db: Database) throws -> ParentLookup {
    try foundKey(catalog, db)
      ?? .index(destinationColumns.map { ParentLookup.Column(name: $0, collation: nil) })
  }
}
