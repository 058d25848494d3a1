internal import MigratorSQLite

/// Finds the violations of a schema table by table.
///
/// If SQLite cannot check one foreign key, the violations of the others are therefore still found.
/// Finds the violations that `PRAGMA foreign_key_check` finds, and also the rows in tables without
/// a rowid.
struct ViolationFinder {
  struct Finding {
    let violation: ForeignKeyViolation
    let subject: Subject
    let rowKey: TableShape.RowKey
    /// The hash of the values of the reference, if requested.
    ///
    /// The same row may later refer to another parent, or another row may have its rowid.
    var reference = 0
    /// The identity of the row independently of its rowid, if requested.
    var identity: RowIdentity?

    var foreignKey: ForeignKeyInfo { subject.foreignKey }
    var problem: ViolationDetail.Problem { subject.problem }
  }

  /// The values that all violations of a foreign key share; there may be millions of violations.
  final class Subject {
    let foreignKey: ForeignKeyInfo
    let problem: ViolationDetail.Problem
    let censusKey: ViolationCensus.Key
    /// The columns that identify a row, and the positions of these columns and of the reference.
    fileprivate var places: (identity: RowIdentity.Columns, own: [Int?], reference: [Int?])?

    init(_ foreignKey: ForeignKeyInfo, _ problem: ViolationDetail.Problem) {
      self.foreignKey = foreignKey
      self.problem = problem
      censusKey = foreignKey.censusKey
    }
  }

  let db: Database
  let catalog: ForeignKeyCatalog
  private let recordsReferences: Bool
  private let proof: (String) throws -> TableVerdict

  /// Creates a finder, which avoids SQLite's own check if `proof` has a result.
  ///
  /// `recordsReferences` requests the values that are needed to compare violations of two moments. It
  /// costs one row lookup per violation.
  init(
    _ db: Database, recordsReferences: Bool = false,
    proof: @escaping (String) throws -> TableVerdict = { _ in .unknown }
  ) {
    self.db = db
    self.catalog = ForeignKeyCatalog(db)
    self.recordsReferences = recordsReferences
    self.proof = proof
  }

  /// Calls `body` with each violation until it returns `false`.
  ///
  /// Calls `onTable` before each table with its name, its index and the number of tables.
  func forEach(
    onTable: (String, Int, Int) throws -> Void = { _, _, _ in },
    _ body: (Finding) throws -> Bool
  ) throws {
    func tell(_ finding: Finding) throws -> Bool {
      var finding = finding
      if recordsReferences { try note(valuesOf: &finding) }
      return try body(finding)
    }
    let tables = try catalog.tablesWithForeignKeys()
    for (index, table) in tables.enumerated() {
      try onTable(table, index, tables.count)
      let shouldContinue =
        switch try proof(table) {
        case .clean: true
        case .found(let search): try forEach(in: table, search, tell)
        case .unknown: try forEach(in: table, tell)
        }
      guard shouldContinue else { return }
    }
  }

  /// Finds the rows by a search that yields the violations in the order of SQLite's own check.
  private func forEach(
    in table: String, _ search: @escaping TableVerdict.Search,
    _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let byID = try keysWithProblems(of: table)
    return try search(db) { rowID, id in
      guard let subject = byID[id] else { return true }
      return try body(
        Finding(
          violation: violation(of: subject.foreignKey, rowID: rowID), subject: subject,
          rowKey: .rowID(rowID)))
    }
  }

  private func forEach(in table: String, _ body: (Finding) throws -> Bool) throws -> Bool {
    let byID = try keysWithProblems(of: table)
    var withoutRowID: Set<Int> = []
    do {
      let shouldContinue = try db.visitRows(
        of: Database.foreignKeyCheck(of: table, schema: catalog.schema)
      ) { row in
        guard let subject = byID[Int(row.integer(at: 3))] else { return true }
        guard !row.has(nil, at: 1) else {
          withoutRowID.insert(subject.foreignKey.id)
          return true
        }
        let rowID = row.integer(at: 1)
        return try body(
          Finding(
            violation: violation(of: subject.foreignKey, rowID: rowID), subject: subject,
            rowKey: .rowID(rowID)))
      }
      guard shouldContinue else { return false }
    } catch let error as DatabaseError where Self.isMismatch(error) {
      // SQLite fails before it reads a row, so nothing has been reported for this table.
      return try forEachByKey(
        catalog.foreignKeys(of: table), mismatch: error.message ?? "foreign key mismatch", body)
    }
    for id in withoutRowID.sorted() {
      guard let key = byID[id]?.foreignKey, try forEachRow(violating: key, body) else {
        return false
      }
    }
    return true
  }

  /// Checks the keys of a table one by one, because SQLite refuses to check the table.
  private func forEachByKey(
    _ keys: [ForeignKeyInfo], mismatch: String, _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let suspects = try keys.filter { try $0.foundKey(catalog, db) == nil }
    // If no key is known to be the reason, report the keys to the table that SQLite's message
    // names.
    let named = keys.filter { mismatch.hasSuffix("referencing \"\($0.destinationTable)\"") }
    let mismatched = Set((suspects.isEmpty ? named : suspects).map(\.id))
    for key in keys {
      guard mismatched.contains(key.id) else {
        guard try forEachRow(violating: key, body) else { return false }
        continue
      }
      let message =
        "foreign key mismatch - \"\(key.originTable)\" referencing \"\(key.destinationTable)\""
      let finding = Finding(
        violation: violation(of: key, rowID: nil),
        subject: Subject(key, .mismatch(message: suspects.isEmpty ? mismatch : message)),
        rowKey: .all)
      guard try body(finding) else { return false }
    }
    return true
  }

  /// Finds the rows that violate a key, by the exact form of SQLite's own check.
  private func forEachRow(
    violating key: ForeignKeyInfo, _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let shape = try catalog.table(key.originTable)
    let rowIDName = shape.rowIDName
    let columns =
      rowIDName.map { ["c.\($0)"] }
      ?? shape.primaryKey.map { "c.\($0.name.quotedDatabaseIdentifier)" }
    // Without a usable rowid name or a primary key, the row cannot be identified.
    let selected = columns.isEmpty ? "NULL" : columns.joined(separator: ", ")
    var sql = "SELECT \(selected) FROM \(shape.quotedName) AS c WHERE "
    sql += try key.probedKey(catalog, db).violation(
      by: "c", columns: key.originColumns, of: catalog.table(key.destinationTable).quotedName)
    let subject = Subject(key, try problem(of: key))
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      let rowID = rowIDName == nil ? nil : try row.decode(Int64.self, atIndex: 0)
      let rowKey: TableShape.RowKey =
        if let rowID {
          .rowID(rowID)
        } else if columns.isEmpty {
          .unnamed
        } else {
          .primaryKey(row.databaseValues)
        }
      let finding = Finding(
        violation: violation(of: key, rowID: rowID), subject: subject, rowKey: rowKey)
      guard try body(finding) else { return false }
    }
    return true
  }

  private func note(valuesOf finding: inout Finding) throws {
    let (key, subject) = (finding.foreignKey, finding.subject)
    let row = try catalog.row(finding.rowKey, of: key.originTable, limit: ValueExcerpt.limit)
    if let row, subject.places == nil {
      let identity = try catalog.identifyingColumns(of: key.originTable)
      subject.places = (
        identity, row.places(of: identity.names),
        row.places(of: key.originColumns.map(SQLName.init(_:)))
      )
    }
    var hasher = Hasher()
    if let row, let (identity, own, reference) = subject.places {
      for place in reference {
        let excerpt = place.map { row.values[$0] }
        hasher.combine(excerpt?.value.affinityNormalized)
        hasher.combine(excerpt?.fullLength)
      }
      finding.identity = RowIdentity(row, columns: identity, at: own)
    }
    finding.reference = hasher.finalize()
  }

  /// Returns the identity of a row by the given columns, or `nil` if they do not identify it.
  func identity(
    of row: TableShape.RowKey, in table: String, columns: RowIdentity.Columns
  ) throws -> RowIdentity? {
    try catalog.row(row, of: table, limit: ValueExcerpt.limit).flatMap {
      RowIdentity($0, columns: columns, at: $0.places(of: columns.names))
    }
  }

  /// Returns the foreign keys of a table by their ids, with the problem of rows that violate them.
  private func keysWithProblems(of table: String) throws -> [Int: Subject] {
    let keys = try catalog.foreignKeys(of: table).map {
      ($0.id, Subject($0, try problem(of: $0)))
    }
    return Dictionary(keys) { first, _ in first }
  }

  private func problem(of key: ForeignKeyInfo) throws -> ViolationDetail.Problem {
    try catalog.exists(key.destinationTable) ? .missingParent : .missingTable
  }

  private func violation(
    of key: ForeignKeyInfo, rowID: Int64?
  ) -> ForeignKeyViolation {
    ForeignKeyViolation(
      originTable: key.originTable, originRowID: rowID, destinationTable: key.destinationTable,
      foreignKeyId: key.id, schemaName: catalog.schema)
  }

  private static func isMismatch(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_ERROR
      && (error.message ?? "").hasPrefix("foreign key mismatch")
  }
}

extension DatabaseValue {
  /// Equal for `'7'`, `7` and `7.0`, because a column of another affinity may convert the value.
  var affinityNormalized: DatabaseValue {
    switch storage {
    case .string(let text): Int64(text).map { String($0) == text ? $0.databaseValue : self } ?? self
    case .double(let number): Int64(exactly: number)?.databaseValue ?? self
    default: self
    }
  }
}
