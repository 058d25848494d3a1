internal import MigratorSQLite
internal import MigratorSchema

/// The table of an `INSERT INTO … SELECT`, with the value for each of its columns.
struct RejectingTable {
  private let shape: TableShape
  private let rows: SourceRows
  private let db: Database
  /// The columns that the statement sets, with their values.
  private let values: [(column: ColumnInfo, term: RowSource.Term)]

  /// `nil` if a trigger or another kind of table may be at fault, or the values are not known.
  init?(
    _ name: String, _ columns: [String]?, _ rows: SourceRows, on db: Database
  ) throws {
    guard try db.schemaName(ofTable: name) == "main",
      try db.tableList(in: "main", .named(name)).first?.type == "table",
      try !db.hasSchemaRow(where: [.kind(.trigger), .table(name)]),
      try !db.hasSchemaRow(in: "temp", where: [.kind(.trigger), .table(name)])
    else { return nil }
    shape = try TableShape(db, name: name, schema: "main")
    (self.rows, self.db) = (rows, db)
    let stored = shape.storedColumns
    let names = columns ?? stored.map(\.name)
    let found = names.compactMap { name in stored.first { SQLName($0.name) == SQLName(name) } }
    guard found.count == names.count, found.count == rows.terms.count else { return nil }
    values = Array(zip(found, rows.terms)).map { (column: $0.0, term: $0.1) }
  }

  /// The constraint that SQLite's message is about, and a query for the rows that break it.
  func query(for message: String) throws -> (RejectedRows.Constraint, String)? {
    if let value = only(
      values, where: { message == "NOT NULL constraint failed: \(name($0.column))" })
    {
      let sql = rows.expression(value.term)
      return (.notNull, rows.query(where: "\(sql) IS NULL", showing: [sql]))
    }
    if message.hasPrefix("UNIQUE constraint failed: ") {
      return try duplicates(message).map { (.unique, $0) }
    }
    if let label = message.removing(prefix: "CHECK constraint failed: ") {
      return try failedChecks(label).map { (.check, $0) }
    }
    if message.hasPrefix("cannot store ") {
      return try wrongTypes(message).map { (.dataType, $0) }
    }
    // A constraint or an index of the table may parse JSON as well.
    guard
      try !db.hasSchemaRow(where: [.table(shape.name), .sql(containing: "json", "->")])
    else { return nil }
    return rows.malformed(message).map { (.json, $0) }
  }

  private func name(_ column: ColumnInfo) -> String { "\(shape.name).\(column.name)" }

  /// The element that meets a condition, if there is exactly one.
  private func only<T>(_ all: [T], where isMet: (T) throws -> Bool) rethrows -> T? {
    let found = try all.filter(isMet)
    return found.count == 1 ? found[0] : nil
  }

  // MARK: Types

  private func wrongTypes(_ message: String) throws -> String? {
    let value = only(values) { value in
      ["INT", "REAL", "TEXT", "BLOB"].contains {
        message == "cannot store \($0) value in \(value.column.type) column \(name(value.column))"
      }
    }
    guard let value,
      let condition = try StoredClass(of: value.column.name, in: shape, db)
        .rejection(of: rows.expression(value.term))
    else { return nil }
    return rows.query(where: condition, showing: [rows.expression(value.term)])
  }

  // MARK: Duplicates

  private func duplicates(_ message: String) throws -> String? {
    var keys = try db.allIndexes(on: shape.name, in: "main")
      .filter { $0.isUnique && !$0.isPartial && $0.isOnColumns }
      .map {
        $0.elements.filter(\.isKey).map { (column: $0.column ?? "", collation: $0.collation) }
      }
    if let rowID = try shape.rowIDColumn(db) { keys.append([(rowID, "BINARY")]) }
    let key = only(keys) { key in
      let names = key.map { "\(shape.name).\($0.column)" }
      return message == "UNIQUE constraint failed: \(names.joined(separator: ", "))"
    }
    guard let key else { return nil }
    var compared: [(term: RowSource.Term, collation: String?)] = []
    for (column, collation) in key {
      guard let value = values.first(where: { SQLName($0.column.name) == SQLName(column) }),
        try isStoredUnchanged(value)
      else { return nil }
      let declared = try rows.column(value.term).map { try self.collation(of: $0, in: rows.shape) }
      let isSame = SQLName(declared ?? "BINARY") == SQLName(collation)
      compared.append((value.term, isSame ? nil : collation))
    }
    let table = shape.name.quotedDatabaseIdentifier
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table))")
    let list = key.map(\.column.quotedDatabaseIdentifier).joined(separator: ", ")
    return rows.duplicates(
      of: compared, besides: isEmpty == true ? nil : "SELECT \(list) FROM \(table)")
  }

  private func collation(of column: ColumnInfo, in table: TableShape) throws -> String {
    try db.declaredCollation(of: column.name, in: table.name, schema: "main")
  }

  /// Functions that return text, which a text column stores without conversion.
  private static let textFunctions: Set<SQLName> = [
    "lower", "upper", "trim", "ltrim", "rtrim", "replace", "printf", "format", "hex", "date",
    "time", "datetime", "strftime",
  ]

  /// True if the column does not convert the value, so that the source rows can be compared.
  private func isStoredUnchanged(
    _ value: (column: ColumnInfo, term: RowSource.Term)
  ) throws -> Bool {
    let affinity = shape.affinity(of: value.column.name)
    guard let column = rows.column(value.term) else {
      return affinity == .text && value.term.function.map(Self.textFunctions.contains) == true
    }
    guard affinity == rows.shape.affinity(of: column.name) else { return false }
    switch affinity {
    case .real, .numeric: return SQLName(value.column.type) == SQLName(column.type)
    case .integer, .text, .blob, nil: return true
    }
  }

  // MARK: Checks

  private func failedChecks(_ label: String) throws -> String? {
    guard
      let sql = try db.schemaRows(where: [.kind(.table), .name(shape.name)], { try $0.sql }).first
    else { return nil }
    let checks = CheckConstraints.named(label, in: sql)
    guard !checks.isEmpty else { return nil }
    let words = checks.reduce(into: Set<SQLName>()) { $0.formUnion($1.words) }
    let columns = shape.columns.filter { words.contains(SQLName($0.name)) }
    var used: [(column: ColumnInfo, term: RowSource.Term)] = []
    for column in columns {
      guard let value = values.first(where: { SQLName($0.column.name) == SQLName(column.name) }),
        // SQLite replaces a NULL rowid with a new one.
        try shape.rowIDColumn(db).map(SQLName.init(_:)) != SQLName(column.name)
          || rows.column(value.term)?.name == rows.shape.rowIDColumn(db),
        let source = rows.column(value.term), try isStoredUnchanged(value),
        try SQLName(collation(of: source, in: rows.shape))
          == SQLName(collation(of: column, in: shape))
      else { return nil }
      used.append(value)
    }
    let failed = checks.map { "NOT (\($0.sql))" }.joined(separator: " OR ")
    let shown = used.map { rows.expression($0.term) }
    let isDirect = used.allSatisfy { value in
      value.term.column.map(SQLName.init(_:)) == SQLName(value.column.name)
    }
    if isDirect, !words.contains(SQLName(shape.name)) {
      return rows.query(where: failed, showing: shown)
    }
    let list = used.map { value in
      "\(rows.expression(value.term)) AS \(value.column.name.quotedDatabaseIdentifier)"
    }.joined(separator: ", ")
    let table = shape.name.quotedDatabaseIdentifier
    return rows.query(
      where: "EXISTS (SELECT 1 FROM (SELECT \(list)) AS \(table) WHERE \(failed))", showing: shown)
  }
}

extension String {
  /// The text after a prefix, or `nil` without it.
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
