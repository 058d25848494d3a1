internal import MigratorSQLite

/// How SQLite looks up the parent of a foreign key.
///
/// The same search as that of `sqlite3FkLocateIndex`; where more than one answer fits, there is
/// none, and SQLite itself is asked instead.
enum ProbedKey: Hashable {
  struct Column: Hashable {
    let name: String
    let collation: String
  }

  /// There is no such table: each key without NULL is a violation.
  case missing
  /// The rowid, under the name of the column that is its alias.
  case rowID(column: String)
  /// An index, its columns in the order of the foreign key's.
  case index([Column])

  /// Finds the key, or `nil` where it cannot be told.
  ///
  /// - Throws: `DatabaseError`.
  static func find(
    for key: ForeignKeyOutline, in rows: SchemaRows, _ catalog: ForeignKeyCatalog, _ db: Database
  ) throws -> ProbedKey? {
    guard let entry = rows.table(key.parentKey) else {
      return rows.entries[key.parentKey] == nil ? .missing : nil
    }
    let parent = try catalog.table(entry.name)
    let indexes = try Row.fetchAll(
      db,
      sql: """
        SELECT name, origin FROM pragma_index_list(?, 'main') WHERE "unique" AND NOT partial
        """, arguments: [entry.name])
    let primaryIndex = try indexes.first { try $0.decode(String.self, atIndex: 1) == "pk" }
    if key.columns.count == 1, !parent.isWithoutRowID, primaryIndex == nil,
      parent.primaryKey.count == 1, let alias = parent.primaryKey.first?.name,
      key.parentColumns.map({ SQLName($0[0]) == SQLName(alias) }) ?? true
    {
      return .rowID(column: alias)
    }
    guard let wanted = key.parentColumns else {
      guard let primaryIndex else { return nil }
      let columns = try columns(of: primaryIndex.decode(atIndex: 0), db)
      return columns?.count == key.columns.count ? columns.map(ProbedKey.index) : nil
    }
    let found = Set(
      try indexes.compactMap { index in
        try columns(of: index.decode(atIndex: 0), db).flatMap { arrange($0, as: wanted) }
      })
    // The same columns with other collations: only one of the indexes is the right one.
    return found.count == 1 ? found.first.map(ProbedKey.index) : nil
  }

  private static func columns(of index: String, _ db: Database) throws -> [Column]? {
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, coll FROM pragma_index_xinfo(?, 'main') WHERE key ORDER BY seqno",
      arguments: [index])
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

extension TableShape {
  /// What SQLite makes of a declared type: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  enum Affinity {
    case integer
    case text
    case blob
    case other
  }

  /// The affinity of a column; `nil` when there is no such column.
  func affinity(of column: String) -> Affinity? {
    let name = SQLName(column)
    guard let type = columns.first(where: { SQLName($0.name) == name })?.type else { return nil }
    if type.containsIgnoringASCIICase("int") { return .integer }
    for word in ["char", "clob", "text"] as [StaticString] {
      if type.containsIgnoringASCIICase(word) { return .text }
    }
    if type.isEmpty || type.containsIgnoringASCIICase("blob") { return .blob }
    return .other
  }
}
