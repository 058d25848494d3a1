internal import MigratorSQLite

/// The insertion of rows into all tables that need some.
struct FillRun {
  let db: Database
  let tables: [SQLName: GeneratedTable]
  let inserter: RowInserter
  let valueClass: GeneratedClass
  let amount: RowAmount
  let seed: UInt64

  func fill(
    _ batches: [SQLName: TableFiller.Batch], ownsTransaction: Bool, enforcesKeys: Bool
  ) throws {
    try inserter.begin()
    let order = Self.order(tables)
    for name in order where batches[name] == .refreshing { try makeRoom(in: name) }
    for name in order { if let batch = batches[name] { try fill(name, batch) } }
    try insertMissingParents()
    // In a cycle of foreign keys, the parents exist only now.
    for name in inserter.cells.takeWaiting().sorted() where batches[name] != nil {
      try fill(name, .referring)
    }
    for name in order where (inserter.counts[name] ?? 0) <= 0 {
      if let batch = batches[name] { try fill(name, batch) }
    }
    try insertMissingParents()
    try removeOrphans(isCounted: ownsTransaction && enforcesKeys)
    if ownsTransaction { try db.commit() }
  }

  private func fill(_ name: SQLName, _ batch: TableFiller.Batch) throws {
    guard let table = tables[name] else { return }
    var filler = TableFiller(
      table, inserter, class: valueClass, amount: amount, seed: seed)
    try filler.fill(batch)
    inserter.cells.forgetRows(of: name)
  }

  /// The tables, parents before children as far as possible.
  private static func order(_ tables: [SQLName: GeneratedTable]) -> [SQLName] {
    var order: [SQLName] = []
    var visited: Set<SQLName> = []
    for start in tables.keys.sorted() where visited.insert(start).inserted {
      // Depth first, without recursion: a chain of foreign keys may be long.
      var stack = [(name: start, parents: parents(of: start, tables)[...])]
      while let top = stack.indices.last {
        if let parent = stack[top].parents.popFirst() {
          if visited.insert(parent).inserted {
            stack.append((parent, parents(of: parent, tables)[...]))
          }
        } else {
          order.append(stack.removeLast().name)
        }
      }
    }
    return order
  }

  private static func parents(
    of name: SQLName, _ tables: [SQLName: GeneratedTable]
  ) -> [SQLName] {
    tables[name]?.foreignKeys.map(\.parent).filter { tables[$0] != nil } ?? []
  }

  /// Deletes some rows without children from a table that is almost full.
  private func makeRoom(in name: SQLName) throws {
    let count = inserter.counts[name] ?? 0
    guard count > amount.maximum - TableFiller.refreshingLimit, let table = tables[name],
      let rowID = table.rowIDName
    else { return }
    var conditions: [String] = []
    for child in tables.keys.sorted() {
      for key in tables[child]?.foreignKeys ?? [] where key.parent == name {
        let parents = key.parentColumns.isEmpty ? table.primaryKey.map(\.name) : key.parentColumns
        let pairs = zip(key.columns, parents).compactMap { position, parent in
          tables[child].map { "child.\($0.columns[position].name.quoted) = old.\(parent.quoted)" }
        }
        if pairs.isEmpty { continue }
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM main.\(child.quoted) AS child"
            + " WHERE \(pairs.joined(separator: " AND ")))")
      }
    }
    let condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
    // Delete every other row, so that old and new ones remain.
    let sql = """
      DELETE FROM main.\(name.quoted) WHERE \(rowID.quoted) IN (
        SELECT \(rowID.quoted) FROM (
          SELECT \(rowID.quoted), row_number() OVER (ORDER BY \(rowID.quoted)) AS place
          FROM main.\(name.quoted) AS old WHERE \(condition))
        WHERE place % 2 = 0 LIMIT 30)
      """
    do {
      try db.execute(sql: sql)
      inserter.removed(db.changesCount, from: name)
    } catch let error as DatabaseError
      where Rejection(error, table: name) != nil
    {
      // A trigger may prevent the deletion; in that case, the table gets no more rows.
      if !db.isInsideTransaction { try inserter.begin() }
    }
  }

  // MARK: Orphans

  /// Inserts the parents of rows that were inserted before them.
  private func insertMissingParents() throws {
    for _ in 0..<3 {
      let missing = inserter.cells.takeMissing()
      if missing.isEmpty { return }
      for (_, key, values) in missing {
        guard let parent = tables[key.parent] else { continue }
        let names =
          key.parentColumns.isEmpty ? parent.primaryKey.map(\.name) : key.parentColumns
        let places = names.compactMap { parent.position(of: $0) }
        guard places.count == values.count else { continue }
        let row = inserter.cells.row(parent, inserter.counts[key.parent] ?? 0) { position in
          places.firstIndex(of: position).map { .cell(GeneratedCell(value: values[$0])) } ?? .own
        }
        _ = try inserter.insert(parent, row, fixed: Set(places))
        inserter.cells.forgetRows(of: key.parent)
      }
    }
  }

  /// Deletes the rows whose parents are still missing.
  ///
  /// If SQLite counts the unresolved keys of this transaction, there is usually nothing to do.
  private func removeOrphans(isCounted: Bool) throws {
    for _ in 0..<10 {
      if isCounted, !db.hasUnresolvedForeignKeys { return }
      var orphans: [(table: String, key: Int)] = []
      for name in tables.keys.sorted() {
        // The check fails for a table whose parent has no unique index; such a table has no rows.
        try? db.forEachRow(of: "PRAGMA main.foreign_key_check(\(name.quoted))") { row in
          let orphan = (table: try row.text(at: 0) ?? "", key: Int(row.integer(at: 3)))
          if !orphans.contains(where: { $0 == orphan }) { orphans.append(orphan) }
        }
      }
      if orphans.isEmpty { return }
      for (table, id) in orphans {
        let keys = try? db.foreignKeys(on: table, in: "main")
        guard let key = keys?.first(where: { $0.id == id }) else { continue }
        let pairs = key.mapping.map { column, parent in
          "parent.\(parent.quotedDatabaseIdentifier) = child.\(column.quotedDatabaseIdentifier)"
        }.joined(separator: " AND ")
        let present = key.originColumns.map {
          "child.\($0.quotedDatabaseIdentifier) IS NOT NULL"
        }.joined(separator: " AND ")
        let sql = """
          DELETE FROM main.\(table.quotedDatabaseIdentifier) AS child WHERE \(present)
          AND NOT EXISTS (SELECT 1 FROM main.\(key.destinationTable.quotedDatabaseIdentifier)
            AS parent WHERE \(pairs))
          """
        do {
          try db.execute(sql: sql)
          inserter.removed(db.changesCount, from: SQLName(table))
          inserter.setReason("FOREIGN KEY constraint failed", for: SQLName(table))
        } catch let error as DatabaseError
          where Rejection(error, table: SQLName(table)) != nil
        {
          continue
        }
      }
    }
  }
}
