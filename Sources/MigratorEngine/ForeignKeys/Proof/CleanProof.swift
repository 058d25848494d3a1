internal import MigratorSQLite

/// Proves that foreign keys have no violation, the cheapest way that can be trusted.
///
/// The answer "clean" is what `PRAGMA foreign_key_check` says. "Not proven" says nothing: SQLite's
/// own check has to be asked.
final class CleanProof {
  /// The columns that are looked up in one pass.
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

  /// Whether the foreign keys are proven to have no violation.
  ///
  /// - Parameter scope: The foreign keys, and the rows of others.
  /// - Returns: Whether it is proven.
  /// - Throws: `DatabaseError`, a foreign key that SQLite cannot check included.
  func isClean(_ scope: CheckSession.Scope) throws -> Bool {
    let counts = Dictionary(grouping: scope.directory.all, by: \.tableKey).mapValues(\.count)
    return try scope.rowSuspects.allSatisfy(isClean)
      && Dictionary(grouping: scope.suspects, by: \.tableKey).allSatisfy { table, keys in
        try isClean(keys[0].table, keys, isAll: keys.count == counts[table])
      }
  }

  /// Whether few rows are proven to have no violation.
  private func isClean(_ suspect: CheckSession.RowSuspect) throws -> Bool {
    let (key, shape) = (suspect.key, try catalog.table(suspect.key.table))
    let pragma = try pragma(key.table)
    if suspect.rows.isEmpty { return true }
    guard let parentKey = try ProbedKey.find(for: key, in: rows, catalog, db),
      let rowID = shape.rowIDName
    else { return try Row.fetchCursor(pragma).next() == nil }
    let list = suspect.rows.sorted().map(String.init).joined(separator: ", ")
    return try ExactForm(key: key, parentKey: parentKey)
      .isClean(where: "c.\(rowID) IN (\(list))", in: db)
  }

  /// SQLite's own check of a table, which finds out while compiling whether it can check at all.
  private func pragma(_ table: String) throws -> Statement {
    try db.makeStatement(sql: "PRAGMA main.foreign_key_check(\(table.quotedDatabaseIdentifier))")
  }

  private func isClean(_ table: String, _ keys: [ForeignKeyOutline], isAll: Bool) throws -> Bool {
    let pragma = try pragma(table)
    guard try hasMany(table) else { return try Row.fetchCursor(pragma).next() == nil }
    var unproven: [ExactForm] = []
    guard try prove(table, keys, isAll: isAll, unproven: &unproven) else {
      return try Row.fetchCursor(pragma).next() == nil
    }
    return try unproven.allSatisfy { try $0.isClean(in: db) }
  }

  /// Whether all foreign keys of a table are proven to have no violation without SQLite's own check of
  /// it, which is to be asked where they are not.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - keys: All its foreign keys.
  /// - Returns: Whether it is proven; a small table is left to SQLite.
  /// - Throws: `DatabaseError`, a foreign key that SQLite cannot check included.
  func provesClean(_ table: String, _ keys: [ForeignKeyOutline]) throws -> Bool {
    _ = try pragma(table)
    guard try hasMany(table) else { return false }
    var unproven: [ExactForm] = []
    guard try prove(table, keys, isAll: true, unproven: &unproven) else { return false }
    return try unproven.allSatisfy { try $0.isClean(in: db) }
  }

  private func hasMany(_ table: String) throws -> Bool {
    let name = table.quotedDatabaseIdentifier
    return try Row.fetchOne(
      db, sql: "SELECT 1 FROM main.\(name) LIMIT 1 OFFSET \(tuning.smallCount)") != nil
  }

  /// Proves what keys in memory can prove.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - keys: The foreign keys to check.
  ///   - isAll: Whether the table has no others.
  ///   - unproven: Receives those that need the exact form.
  /// - Returns: Whether that is better than SQLite's own check of the whole table.
  /// - Throws: `DatabaseError`.
  private func prove(
    _ table: String, _ keys: [ForeignKeyOutline], isAll: Bool, unproven: inout [ExactForm]
  ) throws -> Bool {
    let shape = try catalog.table(table)
    var columns: [String] = []
    var fast: [(form: ExactForm, keys: KeySet)] = []
    let forms = try keys.map { key in
      try ProbedKey.find(for: key, in: rows, catalog, db).map {
        ExactForm(key: key, parentKey: $0)
      }
    }
    columns = keys.map { $0.columns[0] }
    let sample = try TableSample(shape, columns: columns, in: db)
    // Neighbours that refer to neighbours are what SQLite's own check is best at.
    if isAll, tuning.leavesClustered, let sample, sample.isClustered.allSatisfy({ $0 }) {
      return false
    }
    let sets = try self.sets ?? ParentKeySets(db, catalog: catalog, tuning)
    self.sets = sets
    for form in forms {
      // Where it cannot be told how the parent is found, SQLite tells.
      guard let form else { return false }
      if let keys = try sets.keys(
        for: form.key, form.parentKey, childCount: sample?.rowCount)
      {
        fast.append((form, keys))
      } else {
        unproven.append(form)
      }
    }
    if fast.isEmpty { return false }
    let skipped = try SkipScan(db, catalog, tuning).proven(fast, sample: sample)
    let rest = fast.indices.filter { !skipped.contains($0) }.map { fast[$0] }
    for start in stride(from: 0, to: rest.count, by: Self.columnLimit) {
      let part = rest[start..<min(start + Self.columnLimit, rest.count)]
      let proven = try db.probeKeys(
        part.map { ("c.\($0.form.key.columns[0].quotedDatabaseIdentifier)", $0.keys) },
        from: "\(shape.quotedName) AS c")
      unproven += zip(part, proven).filter { !$1 }.map(\.0.form)
    }
    // With everything unproven, one pass of SQLite's own check is the cheaper one.
    return !(isAll && unproven.count == keys.count)
  }
}
