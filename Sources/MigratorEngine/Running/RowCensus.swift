internal import MigratorSQLite

/// The number of rows of each table at one moment, and where each table's rows are stored.
struct RowCensus {
  struct Table {
    let name: String
    let rootPage: Int64
    let rows: Int64
  }

  /// The tables under their names in lower case.
  let tables: [String: Table]

  /// Counts the rows of all ordinary tables.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - known: Counts that are still good for tables stored where they were.
  ///   - touched: The tables, in lower case, whose known counts are not good any more.
  ///   - ledgers: The tables of the ledger, which are left out.
  /// - Throws: `DatabaseError`.
  init(
    _ db: Database, known: RowCensus? = nil, touched: Set<String> = [], ledgers: [String]
  ) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT name, rootpage FROM main.sqlite_master
        WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
        """)
    let left = Set(ledgers.map { $0.lowercased() })
    var tables: [String: Table] = [:]
    for row in rows {
      let name = try row.decode(String.self, at: 0)
      let rootPage = try row.decode(Int64.self, at: 1)
      let key = name.lowercased()
      if left.contains(key) { continue }
      if let old = known?.tables[key], old.rootPage == rootPage, !touched.contains(key) {
        tables[key] = old
        continue
      }
      let count = try Int64.fetchOne(
        db, sql: "SELECT count(*) FROM main.\(name.quotedDatabaseIdentifier)")
      tables[key] = Table(name: name, rootPage: rootPage, rows: count ?? 0)
    }
    self.tables = tables
  }
}

extension RowCensus {
  /// Compares with an earlier census.
  ///
  /// - Parameters:
  ///   - before: The earlier census.
  ///   - counts: What changed meanwhile, under the tables' names.
  ///   - replaced: The tables, in lower case, that were made, dropped or renamed meanwhile.
  ///   - dropped: Those among them that were dropped.
  /// - Returns: The tables whose rows changed, in the order of their names.
  func changes(
    since before: RowCensus, counts: [String: RowChangeCounter.Counts], replaced: Set<String>,
    dropped: Set<String>
  ) -> [StepReport.TableRows] {
    let counts = Dictionary(counts.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    let names = Set(tables.keys).union(before.tables.keys)
    return names.sorted().compactMap { name in
      let (old, new) = (before.tables[name], tables[name])
      let count = counts[name] ?? RowChangeCounter.Counts()
      // A table under the same name, stored elsewhere, is a new one; VACUUM alone moves tables too.
      // One that was dropped is a new one even where it was given the place of the old.
      let isElsewhere = old?.rootPage != new?.rootPage && replaced.contains(name)
      let isRecreated =
        old != nil && new != nil && (isElsewhere || dropped.contains(name))
      let isSame = old?.rows == new?.rows && count == RowChangeCounter.Counts() && !isRecreated
      if isSame { return nil }
      return StepReport.TableRows(
        table: new?.name ?? old?.name ?? name, before: old?.rows, after: new?.rows,
        inserted: count.inserted, updated: count.updated, deleted: count.deleted,
        cascaded: count.cascaded, isRecreated: isRecreated)
    }
  }
}
