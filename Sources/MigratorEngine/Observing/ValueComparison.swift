internal import MigratorSQLite
internal import MigratorSchema

/// Compares the values of rows with those that the same rows had before.
///
/// A row is found again by its rowid as long as no other row can have been given it, otherwise by its
/// primary key; where nothing tells rows apart, nothing is compared. Columns are the same as they were,
/// or as they were renamed; those of a recreated table go by their names.
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

  /// Compares the values of a table whose rows may have others.
  ///
  /// - Parameters:
  ///   - rows: What is known of its rows.
  ///   - counts: What was written.
  /// - Returns: What became of the values.
  /// - Throws: `DatabaseError` when interrupted; other errors are no reason for a migration to fail.
  /// - Complexity: O(*n*) for a table of *n* rows; O(*m* log *n*) where *m* rows of the same table were
  ///   written, and few.
  func compare(
    _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?
  ) throws -> StepReport.Values {
    do {
      return try values(rows, counts)
    } catch let error as DatabaseError where !error.isInterruption {
      return .notCompared(.refused)
    }
  }

  private func values(
    _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?
  ) throws -> StepReport.Values {
    let tables = Pair(
      former: try TableShape(
        former, name: rows.formerName ?? rows.table, schema: "main",
        withoutRowID: formerWithoutRowID),
      present: try TableShape(
        present, name: rows.table, schema: "main", withoutRowID: presentWithoutRowID),
      lineage: rows.isRecreated ? nil : lineage)
    let hasMoved = counts?.hasMovedRows ?? false
    let key = try key(of: tables, rows, hasMoved: hasMoved)
    guard let key else { return .notCompared(hasMoved ? .keysChanged : .noKey) }
    if tables.columns.isEmpty { return .same }
    // The rowid of a row that moved does not lead to what it was.
    let written = rows.isRecreated || hasMoved ? nil : counts?.written
    let comparer = try comparer(of: tables, by: key, written: written)
    try comparer.run()
    // In the same table only so many rows can be gone as were deleted.
    if !rows.isRecreated, comparer.unmatched > rows.deleted { return .notCompared(.keysChanged) }
    let columns = zip(tables.columns, comparer.changes).compactMap { column, changes in
      changes == ValueChanges()
        ? nil : StepReport.ColumnValues(column: column.present.name, changes: changes)
    }
    return .compared(columns, unmatchedRows: comparer.unmatched)
  }

  /// What tells a row from the others, before and after alike, or `nil` when nothing does.
  private func key(
    of tables: Pair, _ rows: StepReport.TableRows, hasMoved: Bool
  ) throws -> Pair.Key? {
    let isRowIDKey = try hasRowIDKey(tables.former, former)
    if isRowIDKey && hasMoved { return nil }
    // A rowid that is nobody's key is given again to another row once it is free.
    let keepsRowIDs = !rows.isRecreated && !(rows.inserted > 0 && rows.deleted > 0)
    if !hasMoved, let rowID = tables.rowID {
      if keepsRowIDs { return rowID }
      if isRowIDKey, tables.haveSameKeyColumn, try hasRowIDKey(tables.present, present) {
        return rowID
      }
    }
    return try hasNullKeys(tables.former) ? nil : tables.primaryKey
  }

  /// Whether rows have no key.
  ///
  /// SQLite lets a primary key be NULL, which no two rows need to agree in:
  /// <https://www.sqlite.org/lang_createtable.html#the_primary_key>.
  private func hasNullKeys(_ table: TableShape) throws -> Bool {
    if table.isWithoutRowID || table.primaryKey.isEmpty { return false }
    let conditions = table.primaryKey.map { "\($0.name.quotedDatabaseIdentifier) IS NULL" }
    return try Bool.fetchOne(
      former,
      sql: "SELECT 1 FROM \(table.quotedName) WHERE \(conditions.joined(separator: " OR ")) LIMIT 1"
    ) ?? false
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
      let before = columns.map(\.former.name) + old
      let after = select(new, tables.present, where: columns.map(\.present.name))
      if let rows = written?.sorted, let rowID = tables.former.rowIDName {
        return try comparer(
          select(before, tables.former, where: [rowID]), after, tables, .seekingRows(rows),
          keyCount: columns.count)
      }
      return try comparer(
        select(before, tables.former), after, tables, .seeking, keyCount: columns.count)
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

    /// The rowid, where both have a name for it that no column hides.
    var rowID: Key? {
      guard let formerID = former.rowIDName, let presentID = present.rowIDName else { return nil }
      return .rowID(former: formerID, present: presentID)
    }

    /// Whether the first column of the primary key is the same before and after.
    var haveSameKeyColumn: Bool {
      columns.contains {
        $0.former.primaryKeyPlace == 1 && $0.present.primaryKeyPlace == 1
      }
    }

    /// The primary key, where it is the same before and after; looked up by it, a row is found without
    /// reading the table.
    var primaryKey: Key? {
      let keys = former.primaryKey.compactMap { key in
        columns.first { SQLName($0.former.name) == SQLName(key.name) }
      }
      guard !keys.isEmpty, keys.count == former.primaryKey.count,
        Set(keys.map { SQLName($0.present.name) })
          == Set(present.primaryKey.map { SQLName($0.name) })
      else { return nil }
      return .columns(keys)
    }
  }
}
