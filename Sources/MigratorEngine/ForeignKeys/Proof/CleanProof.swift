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

  /// Whether the foreign keys, and the rows of others, are proven to have no violation; a foreign
  /// key that SQLite cannot check throws.
  func isClean(_ scope: CheckScope) throws -> Bool {
    try scope.rowSuspects.allSatisfy(isClean)
      && Dictionary(grouping: scope.suspects, by: \.tableKey).allSatisfy { table, keys in
        try isClean(
          keys[0].table, keys, isAll: keys.count == scope.directory.keys(of: table).count)
      }
  }

  /// Whether few rows are proven to have no violation.
  private func isClean(_ suspect: CheckScope.RowSuspect) throws -> Bool {
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
    guard let unproven = try prove(table, keys, isAll: isAll),
      // With everything unproven, one pass of SQLite's own check is the cheaper one.
      !(isAll && unproven.count == keys.count)
    else {
      return try Row.fetchCursor(pragma).next() == nil
    }
    return try unproven.allSatisfy { try $0.form.isClean(in: db) }
  }

  /// Proves of the foreign keys of a table that they have no violation, or finds out how the rows that
  /// violate them are found without SQLite's own check of the table.
  ///
  /// Of a small table nothing is known. A foreign key that SQLite cannot check throws.
  func proof(of table: String, _ keys: [ForeignKeyOutline]) throws -> TableProof {
    _ = try pragma(table)
    guard try hasMany(table), let unproven = try prove(table, keys, isAll: true) else {
      return .unknown
    }
    let rowID = try catalog.table(table).rowIDName
    if unproven.isEmpty { return .clean }
    guard let rowID else {
      // Without a rowid, SQLite's own check tells which of the keys are violated.
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

  /// Proves what keys in memory can prove, and returns those that need the exact form, with the
  /// keys of the parent where they are there; `nil` where SQLite's own check of the whole table, of
  /// which these are all foreign keys, is better.
  private func prove(
    _ table: String, _ keys: [ForeignKeyOutline], isAll: Bool
  ) throws -> [(form: ExactForm, keys: KeySet?)]? {
    let shape = try catalog.table(table)
    var columns: [String] = []
    var unproven: [(form: ExactForm, keys: KeySet?)] = []
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
      return nil
    }
    let sets = try self.sets ?? ParentKeySets(db, catalog: catalog, tuning)
    self.sets = sets
    for form in forms {
      // Where it cannot be told how the parent is found, SQLite tells.
      guard let form else { return nil }
      if let keys = try sets.keys(
        for: form.key, form.parentKey, childCount: sample?.rowCount)
      {
        fast.append((form, keys))
      } else {
        unproven.append((form, nil))
      }
    }
    if fast.isEmpty { return nil }
    let skipped = try SkipScan(db, catalog, tuning).proven(fast, sample: sample)
    let rest = fast.indices.filter { !skipped.contains($0) }.map { fast[$0] }
    for start in stride(from: 0, to: rest.count, by: Self.columnLimit) {
      let part = rest[start..<min(start + Self.columnLimit, rest.count)]
      let proven = try db.probeKeys(
        part.map { ("c.\($0.form.key.columns[0].quotedDatabaseIdentifier)", $0.keys) },
        from: "\(shape.quotedName) AS c")
      unproven += zip(part, proven).filter { !$1 }.map { ($0.0.form, $0.0.keys) }
    }
    return unproven
  }
}
