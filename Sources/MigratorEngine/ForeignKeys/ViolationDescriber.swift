internal import MigratorSQLite

/// Converts findings to details that explain the violations and their fixes.
struct ViolationDescriber {
  let finder: ViolationFinder
  /// The maximum number of bytes of a value to describe; `nil` for no limit.
  var valueLimit: Int? = ValueExcerpt.limit

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let shape = try finder.catalog.table(key.originTable)
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable, limit: valueLimit)
    let fields = row?.map { column, excerpt in
      ViolationDetail.Field(
        column: column, value: excerpt.value, fullLength: excerpt.fullLength)
    }
    // SQLite's message if the key cannot be checked, otherwise that of GRDB.
    let description: String
    if case .mismatch(let message) = finding.problem {
      description = message
    } else {
      let seen = finding.violation.originRowID == nil ? nil : row.map(Self.words)
      // A missing parent table has no columns to name, so the plain description is used.
      description =
        (try? finding.violation.describe(key: key, row: seen)) ?? finding.violation.description
    }
    try checkCancellation()
    let missingKey = key.originColumns.compactMap { column in
      fields?.first { SQLName($0.column) == SQLName(column) }.map {
        ViolationDetail.Field(column: column, value: $0.value, fullLength: $0.fullLength)
      }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, originIsWithoutRowID: shape.isWithoutRowID, row: fields ?? [],
      missingKey: missingKey,
      remedies: try remedies(finding, shape: shape, missingKey: missingKey))
  }

  /// Formats a row as GRDB does, with long values truncated.
  private static func words(_ row: [(column: String, value: ValueExcerpt)]) -> String {
    "[" + row.map { "\($0.column):\($0.value.description)" }.joined(separator: " ") + "]"
  }

  private func remedies(
    _ finding: ViolationFinder.Finding, shape: TableShape, missingKey: [ViolationDetail.Field]
  ) throws -> [ViolationDetail.Remedy] {
    // A statement with such a long key is too long to read or type.
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
    if try finder.catalog.exists(key.destinationTable),
      key.destinationColumns.count == missingKey.count,
      try canBeStored(missingKey, for: key, from: row)
    {
      remedies.append(try insertion(key, missingKey: missingKey, from: row))
    }
    return remedies
  }

  /// Returns `true` if the parent columns accept the values of a key.
  private func canBeStored(
    _ missingKey: [ViolationDetail.Field], for key: ForeignKeyInfo, from row: String
  ) throws -> Bool {
    try zip(key.destinationColumns, missingKey).allSatisfy { column, field in
      let isTruncated = field.fullLength != nil
      return try finder.catalog.storedClass(of: column, in: key.destinationTable).takes(
        field.value, in: finder.db
      ) {
        isTruncated
          ? "(SELECT \(field.column.quotedDatabaseIdentifier) FROM \(row))" : field.value.sqlLiteral
      }
    }
  }

  /// Throws if cancelled, because each string that contains a value of many megabytes is slow to
  /// build.
  private func checkCancellation() throws { try finder.db.checkCancellation() }

  private func insertion(
    _ key: ForeignKeyInfo, missingKey: [ViolationDetail.Field], from row: String
  ) throws -> ViolationDetail.Remedy {
    let parent = try finder.catalog.table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let filled = try parent.rowIDColumn(finder.db)
    let needed = parent.columns.filter { column in
      !given.contains(SQLName(column.name)) && column.name != filled && column.isOrdinary
        && column.isNotNull && column.defaultValueSQL == nil
    }.map(\.name)
    let columns = key.destinationColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let isTruncated = missingKey.contains { $0.fullLength != nil }
    // The statement selects truncated values from the row itself.
    let source =
      isTruncated
      ? "SELECT \(key.originColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")) FROM \(row)"
      : "VALUES (\(missingKey.map(\.value.visibleLiteral).joined(separator: ", ")))"
    return ViolationDetail.Remedy(
      sql: "INSERT INTO \(parent.name.quotedDatabaseIdentifier) (\(columns)) \(source);",
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, which also needs: \(needed.joined(separator: ", "))")
  }
}
