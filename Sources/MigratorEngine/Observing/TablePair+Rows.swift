internal import MigratorSQLite

extension TablePair {
  /// What tells a row from the others, before and after alike, or `nil` when nothing does.
  func key(
    of rows: StepReport.TableRows, hasMoved: Bool, from former: Database, to present: Database
  ) throws -> Key? {
    let isRowIDKey = try self.former.rowIDColumn(former) != nil
    if isRowIDKey && hasMoved { return nil }
    // A rowid that is nobody's key is given again to another row once it is free.
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

  /// Returns whether each row before has an equal row after, equally often, in the columns that both
  /// tables have; `false` if they have no column in common.
  ///
  /// - Parameter limit: How many rows of each table are compared, or `nil` for all.
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

  /// Whether both hold the very same rows; `false` also where only reading the values tells.
  func isStoredAlike(in former: Database, and present: Database) throws -> Bool {
    guard haveSameStorage, let old = try former.rootPage(of: self.former.name),
      let new = try present.rootPage(of: self.present.name)
    else { return false }
    return try StoredRows.areSame((former, old), (present, new))
  }

  /// Whether the same bytes are the same rows: the columns are the same in number, order and name, and so are
  /// the types and defaults by which SQLite reads what it stored.
  ///
  /// SQLite stores 1.0 in a REAL column as an integer, and nothing in older rows for a column that was
  /// added later: <https://www.sqlite.org/fileformat2.html#record_format>.
  private var haveSameStorage: Bool {
    !former.isWithoutRowID && !present.isWithoutRowID
      && former.columns.count == present.columns.count
      && zip(former.columns, present.columns).allSatisfy { old, new in
        !old.isGenerated && !new.isGenerated && SQLName(old.name) == SQLName(new.name)
          && SQLName(old.type) == SQLName(new.type) && old.defaultSQL == new.defaultSQL
          && old.primaryKeyPlace == new.primaryKeyPlace
      }
  }
}

extension Database {
  /// The first page of a table, or `nil` where it has none.
  fileprivate func rootPage(of table: String) throws -> Int64? {
    try Int64.fetchOne(
      self,
      sql:
        "SELECT rootpage FROM main.sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
      arguments: [table])
  }
}
