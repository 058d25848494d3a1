internal import MigratorSQLite

/// Finds the violations of a schema table by table, so that one foreign key that SQLite cannot
/// check does not hide the violations of all others.
///
/// Finds what `PRAGMA foreign_key_check` finds, and in tables without rowid the rows as well.
struct ViolationFinder {
  /// A violation with the row it is in.
  struct Finding {
    let violation: ForeignKeyViolation
    let foreignKey: ForeignKeyDescription
    let problem: ViolationDetail.Problem
    let rowKey: TableShape.RowKey
    /// What tells the values of the reference from others, where that was asked for: the same row may
    /// refer to something else later, or another row have its rowid.
    var reference = 0
    /// What tells the row from others under whatever rowid, where that was asked for.
    var identity: RowIdentity?
  }

  let db: Database
  let catalog: ForeignKeyCatalog
  private let tellsReferences: Bool
  private let proof: (String) throws -> TableProof

  /// Creates a finder, which uses a cheaper proof than SQLite's own check where there is one.
  ///
  /// To tell references, with which violations of two moments are compared, costs a look at the row
  /// of each.
  init(
    _ db: Database, tellsReferences: Bool = false,
    proof: @escaping (String) throws -> TableProof = { _ in .unknown }
  ) {
    self.db = db
    self.catalog = ForeignKeyCatalog(db)
    self.tellsReferences = tellsReferences
    self.proof = proof
  }

  /// Calls a closure with each violation, until it says no, and another before each table with its
  /// name, its index and the number of tables.
  func forEach(
    onTable: (String, Int, Int) throws -> Void = { _, _, _ in },
    _ body: (Finding) throws -> Bool
  ) throws {
    func tell(_ finding: Finding) throws -> Bool {
      var finding = finding
      if tellsReferences { try note(valuesOf: &finding) }
      return try body(finding)
    }
    let tables = try catalog.tablesWithForeignKeys()
    for (index, table) in tables.enumerated() {
      try onTable(table, index, tables.count)
      let goesOn =
        switch try proof(table) {
        case .clean: true
        case .found(let search): try forEach(in: table, search, tell)
        case .unknown: try forEach(in: table, tell)
        }
      guard goesOn else { return }
    }
  }

  /// Finds the rows as SQLite's own check does, by the keys of their parents.
  private func forEach(
    in table: String, _ search: @escaping TableProof.Search,
    _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let keys = try catalog.foreignKeys(of: table)
    let byID = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
    return try search(db) { rowID, id in
      guard let key = byID[id] else { return true }
      return try body(
        Finding(
          violation: violation(of: key, rowID: rowID), foreignKey: key,
          problem: key.destinationExists ? .missingParent : .missingTable, rowKey: .rowID(rowID)))
    }
  }

  private func forEach(in table: String, _ body: (Finding) throws -> Bool) throws -> Bool {
    let keys = try catalog.foreignKeys(of: table)
    let byID = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
    var withoutRowID: Set<Int> = []
    do {
      let cursor = try db.foreignKeyViolations(inKnown: table, schema: catalog.schema)
      while let violation = try cursor.next() {
        guard let key = byID[violation.foreignKeyId] else { continue }
        guard let rowID = violation.originRowID else {
          withoutRowID.insert(key.id)
          continue
        }
        let problem: ViolationDetail.Problem =
          key.destinationExists ? .missingParent : .missingTable
        let finding = Finding(
          violation: violation, foreignKey: key, problem: problem, rowKey: .rowID(rowID))
        guard try body(finding) else { return false }
      }
    } catch let error as DatabaseError where Self.isMismatch(error) {
      // SQLite gives up before it looks at a row: nothing of this table was reported yet.
      return try forEachByKey(keys, mismatch: error.message ?? "foreign key mismatch", body)
    }
    for id in withoutRowID.sorted() {
      guard let key = byID[id], try forEachRow(violating: key, body) else { return false }
    }
    return true
  }

  /// Checks the keys of a table one by one, where SQLite refuses to check the table.
  private func forEachByKey(
    _ keys: [ForeignKeyDescription], mismatch: String, _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let suspects = try keys.filter { try $0.foundKey(catalog, db) == nil }
    // Should the reason hide from us, the keys are told that SQLite may mean: those to the table it
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
        violation: violation(of: key, rowID: nil), foreignKey: key,
        problem: .mismatch(message: suspects.isEmpty ? mismatch : message), rowKey: .all)
      guard try body(finding) else { return false }
    }
    return true
  }

  /// Finds the rows that violate a key by the exact form of SQLite's own check.
  private func forEachRow(
    violating key: ForeignKeyDescription, _ body: (Finding) throws -> Bool
  ) throws -> Bool {
    let shape = try catalog.table(key.originTable)
    let rowIDName = shape.rowIDName
    let columns =
      rowIDName.map { ["c.\($0)"] }
      ?? shape.primaryKey.map { "c.\($0.name.quotedDatabaseIdentifier)" }
    // A row whose rowid has no name left, and that has no key, is found and cannot be told.
    let selected = columns.isEmpty ? "NULL" : columns.joined(separator: ", ")
    var sql = "SELECT \(selected) FROM \(shape.quotedName) AS c WHERE "
    sql += try key.probedKey(catalog, db).violation(
      by: "c", columns: key.originColumns, of: catalog.table(key.destinationTable).quotedName)
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
        violation: violation(of: key, rowID: rowID), foreignKey: key,
        problem: key.destinationExists ? .missingParent : .missingTable, rowKey: rowKey)
      guard try body(finding) else { return false }
    }
    return true
  }

  private func note(valuesOf finding: inout Finding) throws {
    let key = finding.foreignKey
    let row = try catalog.row(finding.rowKey, of: key.originTable, limit: ValueExcerpt.limit) ?? []
    var hasher = Hasher()
    for column in key.originColumns.map(SQLName.init(_:)) {
      let excerpt = row.first { SQLName($0.column) == column }?.value
      hasher.combine(excerpt?.value.ofAnyAffinity)
      hasher.combine(excerpt?.wholeLength)
    }
    finding.reference = hasher.finalize()
    finding.identity = RowIdentity(
      row, columns: try catalog.identifyingColumns(of: key.originTable))
  }

  /// What tells a row from others by the values of these columns, or `nil` where they do not.
  func identity(
    of row: TableShape.RowKey, in table: String, columns: RowIdentity.Columns
  ) throws -> RowIdentity? {
    try catalog.row(row, of: table, limit: ValueExcerpt.limit).flatMap {
      RowIdentity($0, columns: columns)
    }
  }

  private func violation(
    of key: ForeignKeyDescription, rowID: Int64?
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
  /// The same for `'7'`, `7` and `7.0`: a column of another type stores the one for the other.
  var ofAnyAffinity: DatabaseValue {
    switch storage {
    case .string(let text): Int64(text).map { String($0) == text ? $0.databaseValue : self } ?? self
    case .double(let number): Int64(exactly: number)?.databaseValue ?? self
    default: self
    }
  }
}
