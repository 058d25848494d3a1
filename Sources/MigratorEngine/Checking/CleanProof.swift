internal import MigratorSQLite

/// Proves that foreign keys have no violation, the cheapest way that can be trusted.
///
/// The answer "clean" is what `PRAGMA foreign_key_check` says. "Not proven" says nothing: SQLite's
/// own check has to be asked.
final class CleanProof {
  /// The memory for keys.
  static let byteLimit = 192 << 20
  /// Tables with fewer rows are left to SQLite's own check.
  private static let smallCount = 1000
  /// The columns that are looked up in one pass.
  private static let columnLimit = 32

  private let db: Database
  private let rows: SchemaRows
  private let catalog: ForeignKeyCatalog
  private var sets: ParentKeySets?
  private let limit: Int

  /// - Parameter byteLimit: The memory that keys may take.
  init(_ db: Database, _ rows: SchemaRows, byteLimit: Int = CleanProof.byteLimit) {
    self.db = db
    self.rows = rows
    catalog = ForeignKeyCatalog(db)
    limit = byteLimit
  }

  /// Whether the foreign keys are proven to have no violation.
  ///
  /// - Parameters:
  ///   - keys: The foreign keys to check.
  ///   - all: All foreign keys of the database.
  /// - Throws: `DatabaseError`, a foreign key that SQLite cannot check included.
  func isClean(_ keys: [ForeignKeyOutline], of all: [ForeignKeyOutline]) throws -> Bool {
    let counts = Dictionary(grouping: all, by: \.table).mapValues(\.count)
    for (table, keys) in Dictionary(grouping: keys, by: \.table) {
      guard try isClean(table, keys, isAll: keys.count == counts[table]) else { return false }
    }
    return true
  }

  private func isClean(_ table: String, _ keys: [ForeignKeyOutline], isAll: Bool) throws -> Bool {
    let name = table.quotedDatabaseIdentifier
    // SQLite finds out while compiling whether it can check the keys at all.
    let pragma = try db.makeStatement(sql: "PRAGMA main.foreign_key_check(\(name))")
    let hasMany =
      try Row.fetchOne(db, sql: "SELECT 1 FROM main.\(name) LIMIT 1 OFFSET \(Self.smallCount)")
      != nil
    guard hasMany else { return try Row.fetchCursor(pragma).next() == nil }
    var unproven: [ExactForm] = []
    guard try prove(table, keys, isAll: isAll, unproven: &unproven) else {
      return try Row.fetchCursor(pragma).next() == nil
    }
    return try unproven.allSatisfy { try $0.isClean(in: db) }
  }

  /// Proves what keys in memory can prove.
  ///
  /// - Parameter unproven: Receives the other foreign keys.
  /// - Returns: Whether that is better than SQLite's own check of the whole table.
  private func prove(
    _ table: String, _ keys: [ForeignKeyOutline], isAll: Bool, unproven: inout [ExactForm]
  ) throws -> Bool {
    let shape = try catalog.table(table)
    var columns: [String] = []
    var fast: [(form: ExactForm, keys: KeySet)] = []
    let forms = try keys.map { key in
      try ParentKey.find(for: key, in: rows, catalog, db).map {
        ExactForm(key: key, parentKey: $0)
      }
    }
    columns = keys.map { $0.columns[0] }
    let sample = try TableSample(shape, columns: columns, in: db)
    // Neighbours that refer to neighbours are what SQLite's own check is best at.
    if isAll, let sample, sample.isClustered.allSatisfy({ $0 }) { return false }
    let sets = try self.sets ?? ParentKeySets(db, catalog: catalog, byteLimit: limit)
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
    let skipped = try SkipScan(db, catalog).proven(fast, sample: sample)
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
