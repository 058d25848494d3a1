internal import MigratorSQLite
internal import MigratorSchema

/// Compares the values of rows with those that the same rows had before.
///
/// Rows are the same by their rowid where the table is the same; where it was made anew, by the
/// primary key. Columns are the same as they were, or as they were renamed.
struct ValueComparison {
  private let former: Database
  private let present: Database
  private let lineage: SchemaLineage
  private let formerWithoutRowID: Set<SQLName>
  private let presentWithoutRowID: Set<SQLName>

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - former: The database before.
  ///   - present: The database after.
  ///   - lineage: What became of the tables and columns.
  /// - Throws: `DatabaseError`.
  init(of former: Database, with present: Database, lineage: SchemaLineage) throws {
    self.former = former
    self.present = present
    self.lineage = lineage
    formerWithoutRowID = try TableShape.tablesWithoutRowID(former, schema: "main")
    presentWithoutRowID = try TableShape.tablesWithoutRowID(present, schema: "main")
  }

  /// Compares the values of a table.
  ///
  /// - Parameters:
  ///   - rows: What is known of its rows.
  ///   - written: The rowids that rows were written under.
  ///   - isVirtual: Whether its rows are stored elsewhere.
  /// - Returns: What became of the values.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for a table of *n* rows; O(*m* log *n*) where *m* rows of the same table were
  ///   written, and few.
  func compare(
    _ rows: StepReport.TableRows, written: WrittenRows?, isVirtual: Bool
  ) throws -> StepReport.Values {
    guard rows.before ?? 0 > 0, rows.after ?? 0 > 0, rows.mayHaveOtherValues else { return .same }
    if isVirtual { return .notCompared(.virtualTable) }
    let tables = Pair(
      former: try TableShape(
        former, name: rows.formerName ?? rows.table, schema: "main",
        withoutRowID: formerWithoutRowID),
      present: try TableShape(
        present, name: rows.table, schema: "main", withoutRowID: presentWithoutRowID),
      lineage: rows.isRecreated ? nil : lineage)
    let isSameRowID =
      try !rows.isRecreated
      || (hasRowIDKey(tables.former, former)
        && hasRowIDKey(tables.present, present))
    guard let key = tables.key(rowIDsAreSame: isSameRowID) else { return .notCompared(.noKey) }
    if tables.columns.isEmpty { return .same }
    let comparer = try comparer(of: tables, by: key, written: rows.isRecreated ? nil : written)
    try comparer.run()
    let columns = zip(tables.columns, comparer.changes).compactMap { column, changes in
      changes == ValueChanges()
        ? nil : StepReport.ColumnValues(column: column.present.name, changes: changes)
    }
    // Rows without counterpart are gone, or have another key; those that are gone were counted.
    let unmatched = max(0, comparer.unmatched - max(rows.lost, rows.isRecreated ? 0 : rows.deleted))
    return .compared(columns, unmatchedRows: unmatched)
  }

  /// Whether the primary key of a table is its rowid.
  ///
  /// It is one column of the type INTEGER, for which SQLite needs no index. One that is declared DESC
  /// has an index, and is not the rowid:
  /// <https://www.sqlite.org/lang_createtable.html#rowid>.
  private func hasRowIDKey(_ table: TableShape, _ db: Database) throws -> Bool {
    guard !table.isWithoutRowID, table.primaryKey.count == 1,
      SQLName(table.primaryKey[0].type) == "INTEGER"
    else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT count(*) = 0 FROM pragma_index_list(?, 'main') WHERE origin = 'pk'",
      arguments: [table.name]) ?? false
  }

  private func comparer(
    of tables: Pair, by key: Pair.Key, written: WrittenRows?
  ) throws -> RowComparer {
    let old = tables.columns.map(\.former.name)
    let new = (tables.columns.map(\.present) + tables.newColumns).map(\.name)
    switch key {
    case .rowID(let formerID, let presentID):
      if let rows = written?.sorted {
        return try comparer(
          select([formerID] + old, tables.former, where: [formerID]),
          select(new, tables.present, where: [presentID]), tables, .seekingRows(rows))
      }
      return try comparer(
        select([formerID] + old, tables.former, orderedBy: formerID),
        select([presentID] + new, tables.present, orderedBy: presentID), tables, .merging)
    case .columns(let columns):
      return try comparer(
        select(columns.map(\.former.name) + old, tables.former),
        select(new, tables.present, where: columns.map(\.present.name)), tables, .seeking,
        keyCount: columns.count)
    }
  }

  private func comparer(
    _ before: String, _ after: String, _ tables: Pair, _ matching: RowComparer.Matching,
    keyCount: Int = 1
  ) throws -> RowComparer {
    RowComparer(
      before: try former.makeStatement(sql: before), after: try present.makeStatement(sql: after),
      keyCount: keyCount, pairCount: tables.columns.count, matching: matching)
  }

  private func select(
    _ columns: [String], _ table: TableShape, where keys: [String] = [],
    orderedBy order: String? = nil
  ) -> String {
    var sql = "SELECT \(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", "))"
    sql += " FROM \(table.quotedName)"
    if !keys.isEmpty {
      let conditions = keys.map { "\($0.quotedDatabaseIdentifier) = ?" }
      sql += " WHERE " + conditions.joined(separator: " AND ")
    }
    if let order { sql += " ORDER BY \(order.quotedDatabaseIdentifier)" }
    return sql
  }
}

extension ValueComparison {
  /// A table before and after.
  private struct Pair {
    typealias Columns = (former: TableShape.Column, present: TableShape.Column)

    /// How a row is found again.
    enum Key {
      /// By names of the rowid that no column hides.
      case rowID(former: String, present: String)
      case columns([Columns])
    }

    let former: TableShape
    let present: TableShape
    /// The columns that are there before and after; computed ones store nothing that can be lost.
    let columns: [Columns]
    /// The columns that are there only after.
    let newColumns: [TableShape.Column]

    /// Pairs the columns.
    ///
    /// - Parameters:
    ///   - former: The table before.
    ///   - present: The table after.
    ///   - lineage: What became of the columns, or `nil` for a table that was made anew, whose columns
    ///     go by their names.
    init(former: TableShape, present: TableShape, lineage: SchemaLineage?) {
      self.former = former
      self.present = present
      let now = Dictionary(
        present.columns.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
      let table = SQLName(former.name)
      columns = former.columns.filter { !$0.isGenerated }.compactMap { column in
        let name = SQLName(column.name)
        let present = lineage.map { $0.present(ofColumn: name, in: table) } ?? name
        return present.flatMap { now[$0] }.map { (column, $0) }
      }
      let taken = Set(columns.map { SQLName($0.present.name) })
      newColumns = present.columns.filter {
        !$0.isGenerated && !taken.contains(SQLName($0.name))
      }
    }

    /// What tells a row from the others, before and after alike.
    ///
    /// - Parameter rowIDsAreSame: Whether a row has the rowid it had.
    /// - Returns: The key, or `nil` when nothing does.
    func key(rowIDsAreSame: Bool) -> Key? {
      if rowIDsAreSame, let formerID = former.rowIDName, let presentID = present.rowIDName {
        return .rowID(former: formerID, present: presentID)
      }
      let keys = former.primaryKey.compactMap { key in
        columns.first { SQLName($0.former.name) == SQLName(key.name) }
      }
      // Looked up by the whole primary key, a row is found without reading the table.
      guard !keys.isEmpty, keys.count == former.primaryKey.count,
        Set(keys.map { SQLName($0.present.name) })
          == Set(present.primaryKey.map { SQLName($0.name) })
      else { return nil }
      return .columns(keys)
    }
  }
}
