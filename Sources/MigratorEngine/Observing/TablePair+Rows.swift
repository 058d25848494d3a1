internal import MigratorSQLite

extension TablePair {
  func key(
    of rows: StepReport.TableRows, hasMoved: Bool, from former: Database, to present: Database
  ) throws -> Key? {
    let isRowIDKey = try self.former.rowIDColumn(former) != nil
    if isRowIDKey && hasMoved { return nil }
    // Without an INTEGER PRIMARY KEY, SQLite may reuse a rowid once it is free.
    let keepsRowIDs = !rows.isRecreated && !(rows.inserted > 0 && rows.deleted > 0)
    if !hasMoved, let rowID {
      if keepsRowIDs { return rowID }
      if isRowIDKey, haveSameKeyColumn, try self.present.rowIDColumn(present) != nil {
        return rowID
      }
    }
    if let primaryKey { return try self.former.hasNullKeys(in: former) ? nil : primaryKey }
    func names(_ columns: [String]) -> Set<SQLName> { Set(columns.map(SQLName.init(_:))) }
    let keys = try self.present.uniqueKeys(in: present).map(names)
    return try self.former.uniqueKeys(in: former).lazy.compactMap { key(of: $0) }
      .first { keys.contains(names($0.present)) }
  }

  /// Returns whether all previous rows, with repetitions, still exist; compares the common columns.
  ///
  /// Needs no key. False if the tables have no column in common. Compares the first `limit` rows of
  /// each table, or all for `nil`.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows, which SQLite sorts.
  func keepsAllRows(
    from former: Database, to present: Database, limit: Int64? = nil
  ) throws -> Bool {
    if columns.isEmpty { return false }
    return try SortedRows.areAll(
      former.makeStatement(
        sql: self.former.selectSorted(columns.map(\.former.name), limit: limit)),
      among: present.makeStatement(
        sql: self.present.selectSorted(columns.map(\.present.name), limit: limit)))
  }

  /// True if both tables store exactly the same rows; also false if only a comparison of their
  /// values could show it.
  func isStoredAlike(in former: Database, and present: Database) throws -> Bool {
    guard haveSameStorage, let old = try former.rootPage(of: self.former.name),
      let new = try present.rootPage(of: self.present.name)
    else { return false }
    return try StoredRows.areSame((former, old), (present, new))
  }

  /// True if equal bytes mean equal rows.
  ///
  /// The columns have the same number, order and names, and the same types and defaults, which
  /// SQLite uses to read stored values. SQLite stores 1.0 in a REAL column as an integer. Rows
  /// older than a column store nothing for it:
  /// <https://www.sqlite.org/fileformat2.html#record_format>.
  private var haveSameStorage: Bool {
    !former.isWithoutRowID && !present.isWithoutRowID
      && former.columns.count == present.columns.count
      && zip(former.columns, present.columns).allSatisfy { old, new in
        old.isOrdinary && new.isOrdinary && SQLName(old.name) == SQLName(new.name)
          && SQLName(old.type) == SQLName(new.type) && old.defaultValueSQL == new.defaultValueSQL
          && old.primaryKeyIndex == new.primaryKeyIndex
      }
  }
}

extension Database {
  fileprivate func rootPage(of table: String) throws -> Int64? {
    try schemaRows(where: [.kind(.table), .name(table)], limit: 1) { $0.rootPage }.first
  }
}
