internal import MigratorSQLite
internal import MigratorSchema

/// The number of rows of each table at one moment, and where each table's rows are stored.
///
/// A virtual table has the rows that it stores itself; its shadow tables have none of their own.
struct RowCensus {
  struct Table {
    let name: String
    let rootPage: Int64
    let rows: Int64
    /// The table with the rows, which is another one where the table is virtual.
    let stored: SQLName
  }

  /// The tables under their names.
  let tables: [SQLName: Table]

  /// Counts the rows of all tables but the ledger's that store some, or of those among some names;
  /// known counts are still good for tables stored where they were and not touched.
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

  /// Counts the rows of the tables that are others than before, or elsewhere, and of these alone.
  ///
  /// `old` and `new` are the places where tables have their rows; `names`, where that is known, those of which
  /// something is other than before. `countGrown` counts a table to which rows were only added, so many of them.
  static func changed(
    from former: LazyReader, at old: [SQLName: Place], to present: Database,
    at new: [SQLName: Place], others names: Set<SQLName>?, _ trace: SchemaTrace?,
    countGrown: (Place, _ inserted: Int64) throws -> Table
  ) throws -> (before: RowCensus, after: RowCensus) {
    let touched = trace?.touchedTables ?? []
    let grown = trace?.grownTables ?? []
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

  /// Where a table has its rows.
  struct Place: Hashable {
    let name: SQLName
    let rootPage: Int64
    /// The table with the rows, which is another one where the table is virtual.
    let stored: SQLName

    /// The tables that store rows, which the shadow tables of a virtual table do for it.
    static func all(_ db: Database, besides ledgers: [String]) throws -> [Place] {
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT name, rootpage, sql FROM main.sqlite_master WHERE type = 'table'"
      ).map { row in
        (
          name: SQLName(try row.decode(atIndex: 0)),
          rootPage: try row.decode(Int64?.self, atIndex: 1) ?? 0,
          sql: try row.decode(String?.self, atIndex: 2)
        )
      }
      let shadows = try db.shadowTables(
        among: rows.map { ($0.name, $0.rootPage > 0 ? nil : $0.sql) })
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

    /// Whether the rows of a table count: SQLite's own are none that people made, nor are those of the ledger.
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
  /// Compares with an earlier census, following the tables through what was done to them; returns those whose
  /// rows changed, in the order of their names.
  ///
  /// `counts` has what changed meanwhile in tables that are there, under their present names; without it nobody
  /// watched, so that every table is compared, and what differs is what changed. `compare` is told of each such
  /// table, those that are gone last: what is known of its rows, what was written, and whether it is virtual.
  func changes(
    since before: RowCensus, counts: [SQLName: RowChangeCounter.Counts]?, lineage: SchemaLineage,
    compare: (StepReport.TableRows, RowChangeCounter.Counts?, Bool) throws ->
      ValueComparison.Finding
  ) throws -> [StepReport.TableRows] {
    var gone = before.tables
    var found: [(SQLName, StepReport.TableRows)] = []
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      let former = lineage.former(ofTable: name).flatMap { before.tables[$0] == nil ? nil : $0 }
      // A table that was dropped and has come back, empty or filled anew.
      let predecessor = lineage.predecessor(ofTable: name).flatMap {
        before.tables[$0] == nil ? nil : $0
      }
      let isRecreated = predecessor != nil
      let old = (former ?? predecessor).flatMap { gone.removeValue(forKey: $0) }
      let count =
        counts.map { Self.told($0[table.stored], isVirtual: table.stored != name) }
        ?? .unwatched(of: old?.rows ?? 0)
      if counts != nil, old?.rows == table.rows, count == RowChangeCounter.Counts(), !isRecreated {
        continue
      }
      // SQLite tells of no row that CREATE TABLE … AS makes.
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
        if finding.rows.isEmpty, !isRecreated, !isRenamed, rows.keptEvents.isEmpty { continue }
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

  /// The counts of a table; where it is virtual, those of its rows and not of how they are stored.
  static func told(
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
  /// What may have been done to rows that nobody watched: each may be another one, or gone.
  fileprivate static func unwatched(of rows: Int64) -> Self {
    Self(inserted: 0, updated: rows, deleted: rows)
  }
}

extension StepReport.TableRows {
  /// The same with the counts that a comparison found; where nothing was compared, with those that may
  /// have been.
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
