internal import MigratorSQLite

/// How SQLite looks up the parent of a foreign key.
///
/// The same search as that of `sqlite3FkLocateIndex`.
enum ProbedKey: Hashable {
  struct Column: Hashable {
    let name: String
    /// The collation of the index; `nil` for the column's own.
    let collation: String?

    /// Whether the index compares as the column itself is declared to.
    func hasOwnCollation(in table: String, _ schema: String, _ db: Database) throws -> Bool {
      guard let collation else { return true }
      let own = try db.declaredCollation(of: name, in: table, schema: schema)
      return SQLName(own) == SQLName(collation)
    }
  }

  /// There is no such table: each key without NULL is a violation.
  case missing
  /// The rowid, under the name of the column that is its alias.
  case rowID(column: String)
  /// An index, its columns in the order of the foreign key's.
  case index([Column])

  /// Whether a row violates a foreign key, as SQL text.
  ///
  /// The parent stands on the left, so that its affinity is applied; the unary plus takes the child's
  /// away; the collation is that of the parent's index, whatever the columns have.
  ///
  /// Child and alias are what the rows go by in the text; each term can have a line of its own, for
  /// a person to read.
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

  /// Finds the key of so many columns of a table, the primary key where none are named, or `nil`
  /// where SQLite finds none: it cannot check the foreign key then.
  ///
  /// > The parent key of a foreign key must be the primary key or a unique index of the parent
  /// > table, with the collating sequences that the parent's CREATE TABLE names.
  /// <https://www.sqlite.org/foreignkeys.html#fk_indexes>
  static func find(
    in table: String, columns wanted: [String]?, count: Int, _ catalog: ForeignKeyCatalog,
    _ db: Database
  ) throws -> ProbedKey? {
    if count == 1, let alias = try catalog.table(table).rowIDColumn(db),
      wanted.map({ $0.map(SQLName.init(_:)) == [SQLName(alias)] }) ?? true
    {
      return .rowID(column: alias)
    }
    let indexes = try Row.fetchAll(
      db,
      sql: """
        SELECT name, origin FROM pragma_index_list(?, ?) WHERE "unique" AND NOT partial
        """, arguments: [table, catalog.schema])
    guard let wanted else {
      let primaryIndex = try indexes.first { try $0.decode(String.self, atIndex: 1) == "pk" }
      guard let primaryIndex else { return nil }
      let columns = try columns(of: primaryIndex.decode(atIndex: 0), catalog.schema, db)
      return columns?.count == count ? columns.map(ProbedKey.index) : nil
    }
    // Whichever of several, all have the same columns and collations.
    for index in indexes {
      if let columns = try columns(of: index.decode(atIndex: 0), catalog.schema, db),
        let arranged = arrange(columns, as: wanted),
        try arranged.allSatisfy({ try $0.hasOwnCollation(in: table, catalog.schema, db) })
      {
        return .index(arranged)
      }
    }
    return nil
  }

  private static func columns(
    of index: String, _ schema: String, _ db: Database
  ) throws -> [Column]? {
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, coll FROM pragma_index_xinfo(?, ?) WHERE key ORDER BY seqno",
      arguments: [index, schema])
    let columns = try rows.compactMap { row -> Column? in
      // An expression has no name.
      guard let name = try row.decode(String?.self, atIndex: 0) else { return nil }
      return Column(name: name, collation: try row.decode(String.self, atIndex: 1))
    }
    return columns.count == rows.count ? columns : nil
  }

  /// The columns in the order of the foreign key's, or `nil` when they are others.
  private static func arrange(_ columns: [Column], as wanted: [String]) -> [Column]? {
    guard columns.count == wanted.count else { return nil }
    let names = columns.map { SQLName($0.name) }
    let places = wanted.compactMap { names.firstIndex(of: SQLName($0)) }
    return Set(places).count == wanted.count ? places.map { columns[$0] } : nil
  }
}

extension ForeignKeyDescription {
  /// How SQLite looks up the parent, or `nil` where it cannot check the key.
  func foundKey(_ catalog: ForeignKeyCatalog, _ db: Database) throws -> ProbedKey? {
    if !destinationExists { return .missing }
    return try ProbedKey.find(
      in: destinationTable, columns: refersToPrimaryKey ? nil : destinationColumns,
      count: originColumns.count, catalog, db)
  }

  /// How the parent is looked up, also where SQLite does not: by the columns' own collations then.
  func probedKey(_ catalog: ForeignKeyCatalog, _ db: Database) throws -> ProbedKey {
    try foundKey(catalog, db)
      ?? .index(destinationColumns.map { ProbedKey.Column(name: $0, collation: nil) })
  }
}
