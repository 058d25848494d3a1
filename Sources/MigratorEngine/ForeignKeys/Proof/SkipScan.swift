internal import MigratorSQLite

/// Looks up each distinct value of an indexed column once, if there are few.
struct SkipScan {
  private let db: Database
  private let catalog: ForeignKeyCatalog
  private let tuning: CheckTuning

  init(_ db: Database, _ catalog: ForeignKeyCatalog, _ tuning: CheckTuning) {
    self.tuning = tuning
    self.db = db
    self.catalog = catalog
  }

  /// Returns the positions of the foreign keys of one table that are proven.
  ///
  /// Values that the index considers equal may differ for the parent. So only columns without such
  /// values qualify: integers, and strings in binary order.
  func proven(
    _ keys: [(form: ViolationQuery, keys: KeySet)], sample: TableSample?
  ) throws -> Set<Int> {
    guard let sample else { return [] }
    var candidates: [(place: Int, query: String)] = []
    for (place, key) in keys.enumerated() {
      guard key.keys.count * tuning.rowsPerJump <= sample.rowCount,
        let query = try distinctValues(key.form, limit: key.keys.count + 2)
      else { continue }
      candidates.append((place, query))
    }
    // A scan that another column needs anyway checks this column at little extra cost.
    guard candidates.count == keys.count else { return [] }
    var proven: Set<Int> = []
    for (place, query) in candidates {
      let isProven = try db.probeKeys(
        [("d.x", keys[place].keys)], from: "d", prefix: query)
      if isProven == [true] { proven.insert(place) }
    }
    return proven
  }

  /// Returns the SQL that defines `d(x)`, the distinct values of the column.
  ///
  /// Returns `nil` without a suitable index.
  private func distinctValues(_ form: ViolationQuery, limit: Int) throws -> String? {
    let shape = try catalog.table(form.key.originTable)
    let column = form.key.originColumns[0]
    switch form.parentKey {
    case .missing: return nil
    case .rowID: guard shape.affinity(of: column) == .integer else { return nil }
    case .index: guard shape.affinity(of: column) == .text else { return nil }
    }
    let collations = try catalog.indexes(of: form.key.originTable).filter { !$0.isPartial }
      .compactMap(\.elements.first).filter { $0.column.map(SQLName.init(_:)) == SQLName(column) }
      .map(\.collation)
    // Whichever index SQLite uses, it keeps different strings distinct.
    guard !collations.isEmpty, collations.allSatisfy({ $0.uppercased() == "BINARY" }) else {
      return nil
    }
    let source = "(SELECT min(c.\(column.quotedDatabaseIdentifier)) FROM \(shape.quotedName) AS c"
    let query = """
      WITH RECURSIVE d(x) AS (SELECT \(source)) UNION ALL
      SELECT \(source) WHERE c.\(column.quotedDatabaseIdentifier) > d.x)
      FROM d WHERE d.x IS NOT NULL LIMIT \(limit))

      """
    // Without index seeks, each value would need its own scan.
    let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)SELECT count(d.x) FROM d")
    let steps = try plan.map { try $0.decode(String.self, atIndex: 3) }
    let jumps = steps.filter { $0.hasPrefix("SEARCH c ") && $0.contains(" INDEX ") }
    let isGood =
      jumps.count == 2 && !steps.contains { $0.hasPrefix("SCAN c") }
      && jumps.contains { $0.hasSuffix(">?)") }
    return isGood ? query : nil
  }
}
