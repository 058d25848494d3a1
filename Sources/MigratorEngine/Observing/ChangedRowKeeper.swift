internal import MigratorSQLite

/// Keeps the first changed rows of each table, with their values, in bounded memory.
struct ChangedRowKeeper {
  /// The maximum number of rows to search if the new and missing ones are unknown.
  private static let searchLimit = 200_000

  private let former: LazyReader
  private let present: Database
  private var bytesLeft = ChangedRows.byteLimit

  init(former: LazyReader, present: Database) {
    self.former = former
    self.present = present
  }

  /// Keeps the changed rows of a table.
  ///
  /// `comparer` is the finished comparison, or `nil` if rows were only inserted or only deleted.
  /// `hasOnlyGrown` means that the written rows are new and all other rows are unchanged.
  mutating func rows(
    of tables: TablePair, _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?,
    _ comparer: RowComparer?, by key: TablePair.Key?, hasOnlyGrown: Bool
  ) throws -> ChangedRows {
    let (before, after) = (rows.before ?? 0, rows.after ?? 0)
    guard let key = key ?? tables.key(hasBefore: before > 0, hasAfter: after > 0) else {
      return ChangedRows(table: rows.table, obstacle: .noKey)
    }
    let old =
      before > 0 && !hasOnlyGrown
      ? Side(table: tables.former, key: key.former, db: try former.database()) : nil
    let new = after > 0 ? Side(table: tables.present, key: key.present, db: present) : nil
    // Without a comparison, the rows that exist before and after are equal.
    let deleted = comparer?.unmatched ?? max(0, before - after)
    let inserted = after - before + deleted
    var changed = comparer?.changed ?? ChangedKeys()
    let written = rows.isRecreated ? nil : counts?.written.known
    if comparer == nil {
      for key in try missing(deleted, of: old, in: new, written) { changed.note(.deleted, key) }
    }
    if changed.hasRoom(for: .inserted), changed.count(of: .inserted) < inserted {
      for key in try missing(inserted, of: new, in: old, written) { changed.note(.inserted, key) }
    }
    var kept = try read(changed.keys, of: tables, old, new)
    // Rows are deleted by a cascade only in a table that was not dropped or re-created.
    for index in kept.indices
    where kept[index].kind == .deleted && !rows.isRecreated && rows.after != nil {
      let rowID = key.isRowID ? Int64.fromDatabaseValue(kept[index].key[0]) : nil
      kept[index].isCascade = counts?.isCascade(rowID)
    }
    return ChangedRows(
      table: rows.table, formerName: rows.formerName,
      key: key.isRowID ? [try (new ?? old)?.rowIDKey() ?? key.present[0]] : key.present,
      columns: tables.listedColumns.map {
        ChangedRows.Column(before: $0.former?.name, after: $0.present?.name)
      }, rows: kept, inserted: inserted, deleted: deleted,
      updated: changed.count(of: .overwritten) + changed.count(of: .filled))
  }

  /// The keys of the rows that exist in only one of two states.
  private func missing(
    _ count: Int64, of side: Side?, in other: Side?, _ written: [Int64]?
  ) throws -> [[DatabaseValue]] {
    guard let side, count > 0 else { return [] }
    let rowID = written?.isEmpty ?? true ? nil : side.table.rowIDName
    return try MissingKeys(
      of: side.db.makeStatement(
        sql: side.table.select(side.key, where: rowID.map { [$0] } ?? [])),
      in: other.map { try $0.db.makeStatement(sql: $0.table.select([], where: $0.key)) }
    ).find(
      rowID == nil ? nil : written, atMost: Int(min(count, Int64(ChangedKeys.limit))),
      reading: Self.searchLimit)
  }

  private mutating func read(
    _ keys: [(change: ChangedKeys.Change, key: [DatabaseValue])], of tables: TablePair,
    _ old: Side?, _ new: Side?
  ) throws -> [ChangedRow] {
    if keys.isEmpty { return [] }
    func place(_ column: ColumnInfo?, in table: TableShape) -> Int? {
      column.flatMap { column in table.storedColumns.firstIndex { $0.name == column.name } }
    }
    let reader = ChangedRowReader(
      before: try old?.rowStatement(), after: try new?.rowStatement(),
      columns: try tables.listedColumns.map { column in
        ChangedRowReader.Column(
          before: place(column.former, in: tables.former),
          after: place(column.present, in: tables.present),
          filler: column.former == nil ? try column.present?.filler(in: present) ?? .null : .null)
      })
    let room = bytesLeft / 2
    var used = 0
    var rows: [(index: Int, row: ChangedRow)] = []
    // Rows that lose values have priority.
    for (index, entry) in keys.enumerated().sorted(by: { $0.element.change < $1.element.change }) {
      guard let row = try reader.row(entry.key, entry.change) else { continue }
      used += row.size
      if used > room { break }
      rows.append((index, row))
    }
    bytesLeft -= min(used, room)
    return rows.sorted { $0.index < $1.index }.map(\.row)
  }
}

extension ChangedRowKeeper {
  private struct Side {
    let table: TableShape
    let key: [String]
    let db: Database

    func rowStatement() throws -> Statement {
      try db.makeStatement(sql: table.select(table.storedColumns.map(\.name), where: key))
    }

    func rowIDKey() throws -> String? {
      try table.rowIDColumn(db)
    }
  }
}
