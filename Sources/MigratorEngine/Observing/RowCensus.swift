internal import MigratorSQLite
internal import MigratorSchema

/// The row count of each table at one moment, with the place of its rows.
///
/// The rows of a virtual table are those it stores itself. Shadow tables are not listed.
struct RowCensus {
  struct Table {
    let name: String
    let rootPage: Int64
    let rows: Int64
    /// The table that stores the rows; for a virtual table, a shadow table.
    let stored: SQLName
  }

  let tables: [SQLName: Table]

  /// Counts the rows of all tables that store rows, except the ledger's, or only of `names`.
  ///
  /// Reuses the counts in `known` for tables with the same root page that were not touched.
  init(
    _ db: Database, known: RowCensus? = nil, touched: Set<SQLName> = [], ledgers: [String],
    among names: Set<SQLName>? = nil
  ) throws {
    let places = try Place.all(db, besides: ledgers)
    tables = try places.filter { names?.contains($0.name) != false }.reduce(into: [:]) {
      tables, place in
      if let old = known?.tables[place.name], old.rootPage == place.rootPage,
        !touched.contains(place.stored)
      {
        tables[place.name] = old
      } else {
        tables[place.name] = try place.counted(db)
      }
    }
  }

  private init(tables: [SQLName: Table]) {
    self.tables = tables
  }

  /// Counts the rows of the changed tables before and after the statements.
  ///
  /// `old` and `new` are the places of all tables, and `names` the changed schema objects, if
  /// known. `countGrown` counts a table to which rows were only added, given their number.
  static func changed(
    from former: LazyReader, at old: [SQLName: Place], to present: Database,
    at new: [SQLName: Place], others names: Set<SQLName>?, _ trace: SchemaTrace?,
    countGrown: (Place, _ inserted: Int64) throws -> Table
  ) throws -> (before: RowCensus, after: RowCensus) {
    let touched = trace?.touchedTables ?? []
    let grown = trace?.insertOnlyTables ?? []
    func others(_ places: [SQLName: Place]) -> [Place] {
      let all = names.map { touched.union($0).compactMap { places[$0] } } ?? Array(places.values)
      return all.filter { touched.contains($0.stored) || old[$0.name] != new[$0.name] }
    }
    func inserted(into place: Place) -> Int64? {
      guard grown.contains(place.name), place.stored == place.name, old[place.name] == place else {
        return nil
      }
      return trace?.rows[place.name]?.inserted
    }
    let after = try others(new).reduce(into: [SQLName: Table]()) {
      $0[$1.name] =
        try inserted(into: $1).map { [place = $1] in try countGrown(place, $0) }
        ?? $1.counted(present)
    }
    let before = try others(old).reduce(into: [SQLName: Table]()) {
      if let now = after[$1.name], let inserted = inserted(into: $1) {
        $0[$1.name] = $1.table(of: now.rows - inserted)
      } else {
        $0[$1.name] = try $1.counted(former.database())
      }
    }
    return (RowCensus(tables: before), RowCensus(tables: after))
  }

  struct Place: Hashable {
    let name: SQLName
    let rootPage: Int64
    /// The table that stores the rows; for a virtual table, a shadow table.
    let stored: SQLName

    /// The tables that store rows; a virtual table's rows are in a shadow table.
    static func all(_ db: Database, besides ledgers: [String]) throws -> [Place] {
      let rows = try db.schemaRows(where: [.kind(.table)]) { row in
        (
          name: SQLName(try row.name), rootPage: row.rootPage,
          // Only virtual tables have shadow tables.
          sql: row.rootPage > 0 ? nil : try row.sql
        )
      }
      let shadows = try db.shadowTables(among: rows.map { ($0.name, $0.sql) })
      let pages = Dictionary(
        rows.map { ($0.name, $0.rootPage) }, uniquingKeysWith: { first, _ in first })
      let left = Set(ledgers.map(SQLName.init(_:)))
      return rows.compactMap { name, rootPage, _ in
        guard isCounted(name, besides: left), shadows.owner(of: name) == nil,
          let stored = rootPage > 0 ? name : shadows.rowTable(of: name), let page = pages[stored]
        else { return nil }
        return Place(name: name, rootPage: page, stored: stored)
      }
    }

    /// True unless the table is internal to SQLite or belongs to the ledger.
    static func isCounted(_ name: SQLName, besides ledgers: Set<SQLName>) -> Bool {
      !name.isInternal && !ledgers.contains(name)
    }

    func counted(_ db: Database) throws -> Table {
      table(of: try Int64.fetchOne(db, sql: "SELECT count(*) FROM main.\(stored.quoted)") ?? 0)
    }

    func table(of rows: Int64) -> Table {
      Table(name: name.text, rootPage: rootPage, rows: rows, stored: stored)
    }
  }
}

extension RowCensus {
  /// Compares with an earlier census and returns the tables whose rows changed, ordered by name.
  ///
  /// `counts` are the row changes since then, by current table name. If it is `nil`, every table is
  /// compared, and the differences are the changes. `compare` is called for each such table,
  /// dropped ones last, with its row counts, its row changes, and whether it is virtual.
  func changes(
    since before: RowCensus, counts: [SQLName: RowChangeCounter.Counts]?, lineage: SchemaLineage,
    compare: (StepReport.TableRows, RowChangeCounter.Counts?, Bool) throws ->
      ValueComparison.Finding
  ) throws -> [StepReport.TableRows] {
    var gone = before.tables
    var found: [(SQLName, StepReport.TableRows)] = []
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      let former = lineage.former(ofTable: name).flatMap { before.tables[$0] == nil ? nil : $0 }
      // A table that was dropped and re-created.
      let predecessor = lineage.predecessor(ofTable: name).flatMap {
        before.tables[$0] == nil ? nil : $0
      }
      let isRecreated = predecessor != nil
      let old = (former ?? predecessor).flatMap { gone.removeValue(forKey: $0) }
      let count =
        counts.map { Self.visibleCounts($0[table.stored], isVirtual: table.stored != name) }
        ?? .unwatched(of: old?.rows ?? 0)
      if counts != nil, old?.rows == table.rows, count == RowChangeCounter.Counts(), !isRecreated {
        continue
      }
      // SQLite reports no inserted rows for CREATE TABLE … AS.
      let inserted = old == nil ? max(count.inserted, table.rows + count.deleted) : count.inserted
      let isRenamed = (former ?? predecessor).map { !$0.text.hasSameBytes(as: name.text) } ?? false
      var rows = StepReport.TableRows(
        table: table.name, formerName: isRenamed ? old?.name : nil, before: old?.rows,
        after: table.rows, inserted: inserted, updated: count.updated,
        deleted: count.deleted, cascaded: count.cascaded, isRecreated: isRecreated)
      let finding = try compare(rows, counts?[table.stored], table.stored != name)
      rows.values = finding.values
      if finding.rows.obstacle == nil, rows.updated > 0 { rows.changed = finding.rows.updated }
      if counts == nil {
        rows = rows.counting(finding.rows)
        if finding.rows.isEmpty, !isRecreated, !isRenamed, rows.relocationEvents.isEmpty {
          continue
        }
      }
      found.append((name, rows))
    }
    for (name, table) in gone.sorted(by: { $0.key < $1.key }) {
      let rows = StepReport.TableRows(table: table.name, before: table.rows, after: nil)
      _ = try compare(rows, nil, table.stored != name)
      found.append((name, rows))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The changes of a table; for a virtual table, those of its rows, not of its storage.
  static func visibleCounts(
    _ counts: RowChangeCounter.Counts?, isVirtual: Bool
  ) -> RowChangeCounter.Counts {
    guard let counts else { return .init() }
    guard isVirtual else { return counts }
    let turnover = counts.turnover
    return .init(
      inserted: turnover.newCount, updated: counts.updated + turnover.backCount,
      deleted: turnover.goneCount)
  }
}

extension RowChangeCounter.Counts {
  /// The possible changes of uncounted rows: each may have been updated or deleted.
  fileprivate static func unwatched(of rows: Int64) -> Self {
    Self(inserted: 0, updated: rows, deleted: rows)
  }
}

extension StepReport.TableRows {
  /// The counts that a comparison found, or, without a comparison, the possible counts.
  fileprivate func counting(_ changed: ChangedRows) -> Self {
    let (old, new) = (before ?? 0, after ?? 0)
    let isKnown = changed.obstacle == nil
    return Self(
      table: table, formerName: formerName, before: before, after: after,
      inserted: isKnown ? changed.inserted : max(0, new - old),
      updated: isKnown ? changed.updated : min(old, new),
      changed: isKnown && changed.updated > 0 ? changed.updated : nil,
      deleted: isKnown ? changed.deleted : max(0, old - new),
      isRecreated: isRecreated, values: values)
  }
}
