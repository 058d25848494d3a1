internal import MigratorSQLite

/// Proves that foreign keys have no violations, by the cheapest reliable method.
///
/// A proof agrees with `PRAGMA foreign_key_check`. Without a proof, SQLite's own check must decide.
final class ViolationProver {
  /// The number of columns that are looked up in one pass.
  private static let columnLimit = 32

  private let db: Database
  private let rows: SchemaRows
  private let catalog: ForeignKeyCatalog
  private var sets: ParentKeySets?
  private let tuning: CheckTuning

  init(_ db: Database, _ rows: SchemaRows, _ tuning: CheckTuning) {
    self.db = db
    self.rows = rows
    catalog = ForeignKeyCatalog(db)
    self.tuning = tuning
  }

  /// Returns `true` if the foreign keys and rows of `scope` are proven to have no violations.
  ///
  /// Throws if SQLite cannot check a foreign key.
  func isClean(_ scope: CheckScope) throws -> Bool {
    try scope.rowSuspects.allSatisfy(isClean)
      && Dictionary(grouping: scope.suspects, by: \.tableKey).allSatisfy { table, keys in
        try isClean(
          keys[0].originTable, keys, isAll: keys.count == scope.directory.keys(of: table).count)
      }
  }

  /// Returns `true` if a few rows are proven to have no violations.
  private func isClean(_ suspect: CheckScope.AffectedRows) throws -> Bool {
    let (key, shape) = (suspect.key, try catalog.table(suspect.key.originTable))
    let pragma = try pragma(key.originTable)
    if suspect.rows.isEmpty { return true }
    guard let parentKey = try ParentLookup.find(for: key, in: rows, catalog, db),
      let rowID = shape.rowIDName
    else { return try Row.fetchCursor(pragma).next() == nil }
    let list = suspect.rows.sorted().map(String.init).joined(separator: ", ")
    return try ViolationQuery(key: key, parentKey: parentKey)
      .isClean(where: "c.\(rowID) IN (\(list))", in: db)
  }

  /// Returns SQLite's own check of a table, whose compilation throws if SQLite cannot check it.
  private func pragma(_ table: String) throws -> Statement {
    try db.makeStatement(sql: "PRAGMA main.foreign_key_check(\(table.quotedDatabaseIdentifier))")
  }

  private func isClean(_ table: String, _ keys: [ForeignKeyInfo], isAll: Bool) throws -> Bool {
    let pragma = try pragma(table)
    guard try hasMany(table) else { return try Row.fetchCursor(pragma).next() == nil }
    guard let unproven = try prove(table, keys),
      // If nothing is proven, one pass of SQLite's own check is cheaper.
      !(isAll && unproven.count == keys.count)
    else {
      return try Row.fetchCursor(pragma).next() == nil
    }
    return try unproven.allSatisfy { try $0.form.isClean(in: db) }
  }

  /// Proves that the foreign keys of a table have no violations, or returns a search for
  /// violations.
  ///
  /// The search avoids SQLite's own check of the table. The result is `.unknown` for a small table.
  /// Throws if SQLite cannot check a foreign key.
  func proof(of table: String) throws -> TableVerdict {
    guard try hasMany(table) else { return .unknown }
    _ = try pragma(table)
    let keys = try db.declaredForeignKeys(on: table, in: "main")
    guard let unproven = try prove(table, keys) else { return .unknown }
    let rowID = try catalog.table(table).rowIDName
    if unproven.isEmpty { return .clean }
    guard let rowID else {
      // Without a rowid, only SQLite's own check can find the violated keys.
      return try unproven.allSatisfy { try $0.form.isClean(in: db) } ? .clean : .unknown
    }
    let search = RowSearch(
      suspects: unproven.map { RowSearch.Suspect(form: $0.form, keys: $0.keys) }
        .sorted { $0.form.key.id < $1.form.key.id }, rowID: rowID)
    return .found(by: search.forEach(in:_:))
  }

  private func hasMany(_ table: String) throws -> Bool {
    let name = table.quotedDatabaseIdentifier
    return try Row.fetchOne(
      db, sql: "SELECT 1 FROM main.\(name) LIMIT 1 OFFSET \(tuning.smallCount)") != nil
  }

  /// Checks the foreign keys against keys in memory, and returns those that remain unproven.
  ///
  /// The unproven ones require SQLite's exact check; they are returned with the parent's keys if
  /// these were collected. Returns `nil` if SQLite's own check of the whole table is better.
  private func prove(
    _ table: String, _ keys: [ForeignKeyInfo]
  ) throws -> [(form: ViolationQuery, keys: KeySet?)]? {
    let shape = try catalog.table(table)
    var unproven: [(form: ViolationQuery, keys: KeySet?)] = []
    var fast: [(form: ViolationQuery, keys: KeySet)] = []
    let forms = try keys.map { key in
      try ParentLookup.find(for: key, in: rows, catalog, db).map {
        ViolationQuery(key: key, parentKey: $0)
      }
    }
    let childCount = try TableSample(shape, in: db)?.rowCount
    let sets = try self.sets ?? ParentKeySets(db, catalog: catalog, tuning)
    self.sets = sets
    for form in forms {
      // If the parent key is unknown, SQLite must decide.
      guard let form else { return nil }
      if let keys = try sets.keys(for: form.key, form.parentKey, childCount: childCount) {
        fast.append((form, keys))
      } else {
        unproven.append((form, nil))
      }
    }
    if fast.isEmpty { return nil }
    for start in stride(from: 0, to: fast.count, by: Self.columnLimit) {
      let part = fast[start..<min(start + Self.columnLimit, fast.count)]
      let proven = try db.probeKeys(
        part.map { ("c.\($0.form.key.originColumns[0].quotedDatabaseIdentifier)", $0.keys) },
        from: "\(shape.quotedName) AS c")
      unproven += zip(part, proven).filter { !$1 }.map { ($0.0.form, $0.0.keys) }
    }
    return unproven
  }
}
