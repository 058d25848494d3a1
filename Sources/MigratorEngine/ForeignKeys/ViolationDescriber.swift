internal import MigratorSQLite

/// Turns findings into what a person needs to understand and mend them.
struct ViolationDescriber {
  let finder: ViolationFinder
  /// How many bytes of a text or blob are told, or `nil` for all.
  var valueLimit: Int? = ValueExcerpt.limit

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let shape = try finder.catalog.table(key.originTable)
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable, limit: valueLimit)
    let fields = row?.map { column, excerpt in
      ViolationDetail.Field(
        column: column, value: excerpt.value, wholeLength: excerpt.wholeLength)
    }
    // SQLite's own words for a key that cannot be checked; the seeds' for all others.
    let description: String
    if case .mismatch(let message) = finding.problem {
      description = message
    } else {
      let seen = finding.violation.originRowID == nil ? nil : row.map(Self.words)
      // The destination that does not exist has no columns to name: the plain description.
      description =
        (try? finding.violation.describe(key: key, row: seen)) ?? finding.violation.description
    }
    try checkCancellation()
    let missingKey = key.originColumns.compactMap { column in
      fields?.first { SQLName($0.column) == SQLName(column) }.map {
        ViolationDetail.Field(column: column, value: $0.value, wholeLength: $0.wholeLength)
      }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, row: fields ?? [], missingKey: missingKey,
      remedies: try remedies(finding, shape: shape, missingKey: missingKey))
  }

  /// A row as GRDB words it, with the beginnings of long values.
  private static func words(_ row: [(column: String, value: ValueExcerpt)]) -> String {
    "[" + row.map { "\($0.column):\($0.value.description)" }.joined(separator: " ") + "]"
  }

  private func remedies(
    _ finding: ViolationFinder.Finding, shape: TableShape, missingKey: [ViolationDetail.Field]
  ) throws -> [ViolationDetail.Remedy] {
    // Nobody reads, or types, a statement with a key of that length.
    if let valueLimit, TableShape.size(finding.rowKey) > valueLimit { return [] }
    guard let condition = shape.condition(finding.rowKey) else { return [] }
    let key = finding.foreignKey
    let table = shape.name.quotedDatabaseIdentifier
    var remedies: [ViolationDetail.Remedy] = []
    let nullable = shape.nullableColumns(among: key.originColumns)
    if !nullable.isEmpty {
      let assignments = nullable.map { "\($0.quotedDatabaseIdentifier) = NULL" }
      remedies.append(
        ViolationDetail.Remedy(
          sql: "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(condition);",
          note: "keeps the row, without a parent"))
    }
    remedies.append(
      ViolationDetail.Remedy(
        sql: "DELETE FROM \(table) WHERE \(condition);", note: "removes the row"))
    try checkCancellation()
    let row = "\(table) WHERE \(condition)"
    if key.destinationExists, key.destinationColumns.count == missingKey.count,
      try canBeStored(missingKey, for: key, from: row)
    {
      remedies.append(try insertion(key, missingKey: missingKey, from: row))
    }
    return remedies
  }

  /// Whether the columns of the destination take the values of a key.
  private func canBeStored(
    _ missingKey: [ViolationDetail.Field], for key: ForeignKeyDescription, from row: String
  ) throws -> Bool {
    try zip(key.destinationColumns, missingKey).allSatisfy { column, field in
      let isCut = field.wholeLength != nil
      return try finder.catalog.storedClass(of: column, in: key.destinationTable).takes(
        field.value, in: finder.db
      ) {
        isCut
          ? "(SELECT \(field.column.quotedDatabaseIdentifier) FROM \(row))" : field.value.sqlLiteral
      }
    }
  }

  /// Throws when the work is to stop: of a value of many megabytes, each text that holds it takes its time.
  private func checkCancellation() throws { try finder.db.checkCancellation() }

  private func insertion(
    _ key: ForeignKeyDescription, missingKey: [ViolationDetail.Field], from row: String
  ) throws -> ViolationDetail.Remedy {
    let parent = try finder.catalog.table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let filled = try parent.rowIDColumn(finder.db)
    let needed = parent.columns.filter { column in
      !given.contains(SQLName(column.name)) && column.name != filled && !column.isGenerated
        && column.isNotNull && column.defaultSQL == nil
    }.map(\.name)
    let columns = key.destinationColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let isCut = missingKey.contains { $0.wholeLength != nil }
    // What is too long to be told is taken from the row itself.
    let source =
      isCut
      ? "SELECT \(key.originColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")) FROM \(row)"
      : "VALUES (\(missingKey.map(\.value.visibleLiteral).joined(separator: ", ")))"
    return ViolationDetail.Remedy(
      sql: "INSERT INTO \(parent.name.quotedDatabaseIdentifier) (\(columns)) \(source);",
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, which also needs: \(needed.joined(separator: ", "))")
  }
}
