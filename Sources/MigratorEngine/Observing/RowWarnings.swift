internal import MigratorSQLite
internal import MigratorSchema

extension StepReport.TableRows {
  /// A warning if columns of a re-created table have each other's values.
  var exchangeWarning: String? {
    guard isRecreated, case .compared(let columns, _) = values else { return nil }
    // A new column may have the values of another one, but an existing one had values of its own.
    let places = Dictionary(
      columns.compactMap { column in column.movedTo.map { (SQLName(column.column), SQLName($0)) } },
      uniquingKeysWith: { first, _ in first })
    let moves = columns.filter { column in
      column.movedTo.map { places[SQLName($0)] != nil } ?? false
    }
    guard !moves.isEmpty else { return nil }
    let pairs = moves.prefix(3).map { "\($0.column) in \($0.movedTo ?? "")" }
    let more = moves.count > 3 ? ", and \(moves.count - 3) more" : ""
    return "Values of \(table) are now in other columns (\(pairs.joined(separator: ", "))\(more)): "
      + "INSERT … SELECT assigns values by the order of columns, not by name."
  }
}

extension SchemaTrace {
  func emptiedIndexes(_ db: Database) throws -> [Loss] {
    try emptiedIndexes.sorted().compactMap { index in
      let rows = SQLName(index.text + "_docsize")
      if try db.tableExists(rows.text, in: "main"),
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM main.\(rows.quoted))") == true
      {
        return nil
      }
      return .broken(
        kind: "full-text index", name: index.text,
        sentence:
          "The full-text index \(index.text) was emptied ('delete-all') and not rebuilt: "
          + "searches find nothing.")
    }
  }

  /// External-content full-text indexes that were not updated with their tables.
  ///
  /// If a trigger or a statement wrote anything to the index, it is assumed to be complete.
  /// `checked` are the indexes that SQLite has compared with their tables.
  func staleIndexes(
    _ shadows: ShadowTables, _ changes: RowChanges, besides checked: Set<SQLName>, _ db: Database
  ) throws -> [Loss] {
    let left = checked.union(rows.keys.compactMap(shadows.owner))
    return try shadows.externalIndexes.filter { !left.contains($0.index) }.compactMap {
      index, table in
      guard changes.rows.contains(where: { SQLName($0.table) == table && $0.after != nil }),
        try changes.changed.first(where: { SQLName($0.table) == table })?.mayConcern(index, db)
          ?? true
      else { return nil }
      return .broken(
        kind: "full-text index", name: index.text,
        sentence:
          "\(table.text) was changed, but its full-text index \(index.text) was not: searches may "
          + "return wrong rows or fail. To rebuild it, run INSERT INTO "
          + "\(index.quoted)(\(index.quoted)) VALUES ('rebuild').")
    }
  }
}

extension ChangedRows {
  /// True if the changes may concern a full-text index over the table.
  ///
  /// False if no row changed, or if the updates changed only columns that are not indexed.
  fileprivate func mayConcern(_ index: SQLName, _ db: Database) throws -> Bool {
    if isEmpty { return false }
    guard obstacle == nil, inserted == 0, deleted == 0, omitted == 0 else { return true }
    let indexed = Set(try db.columns(in: index.text, in: "main").map { SQLName($0.name) })
    return rows.contains { row in
      zip(columns, row.values).contains { column, value in
        value.difference != nil && indexed.contains(SQLName(column.name))
      }
    }
  }
}
