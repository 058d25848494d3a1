internal import MigratorSQLite

/// Turns findings into what a person needs to understand and mend them.
struct ViolationDescriber {
  let finder: ViolationFinder

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let shape = try finder.catalog.table(key.originTable)
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable)
    let fields = row.map { row in
      zip(row.columnNames, row.databaseValues).map {
        ViolationDetail.Field(column: $0, value: $1)
      }
    }
    // SQLite's own words for a key that cannot be checked; the seeds' for all others.
    let description: String
    if case .mismatch(let message) = finding.problem {
      description = message
    } else {
      let seen = finding.violation.originRowID == nil ? nil : row
      // The destination that does not exist has no columns to name: the plain description.
      description =
        (try? finding.violation.describe(key: key, row: seen)) ?? finding.violation.description
    }
    let missingKey = key.originColumns.compactMap { column in
      row?.databaseValue(named: column).map {
        ViolationDetail.Field(column: column, value: $0)
      }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, row: fields ?? [], missingKey: missingKey,
      remedies: try remedies(finding, shape: shape, missingKey: missingKey))
  }

  private func remedies(
    _ finding: ViolationFinder.Finding, shape: TableShape, missingKey: [ViolationDetail.Field]
  ) throws -> [ViolationDetail.Remedy] {
    guard let condition = shape.condition(finding.rowKey) else { return [] }
    let key = finding.foreignKey
    let table = shape.name.quotedDatabaseIdentifier
    var remedies: [ViolationDetail.Remedy] = []
    let nullable = nullableColumns(of: key, in: shape)
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
    if key.destinationExists, key.destinationColumns.count == missingKey.count {
      remedies.append(try insertion(key, missingKey: missingKey))
    }
    return remedies
  }

  /// The columns that can be set to NULL to release the row; one NULL is enough for SQLite.
  private func nullableColumns(
    of key: ForeignKeyDescription, in shape: TableShape
  ) -> [String] {
    let names = Set(key.originColumns.map(SQLName.init(_:)))
    return shape.columns.filter { column in
      names.contains(SQLName(column.name)) && !column.isNotNull && !column.isGenerated
        && column.primaryKeyPlace == 0
    }.map(\.name)
  }

  private func insertion(
    _ key: ForeignKeyDescription, missingKey: [ViolationDetail.Field]
  ) throws -> ViolationDetail.Remedy {
    let parent = try finder.catalog.table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let needed = parent.columns.filter { column in
      // The rowid alias is filled in by SQLite.
      let isRowID = parent.primaryKey.count == 1 && SQLName(column.type) == "INTEGER"
      return !given.contains(SQLName(column.name)) && column.isNotNull
        && column.defaultSQL == nil
        && !column.isGenerated && !(column.primaryKeyPlace > 0 && isRowID)
    }.map(\.name)
    let columns = key.destinationColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let values = missingKey.map(\.value.sqlLiteral).joined(separator: ", ")
    return ViolationDetail.Remedy(
      sql: "INSERT INTO \(parent.name.quotedDatabaseIdentifier) (\(columns)) VALUES (\(values));",
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, which also needs: \(needed.joined(separator: ", "))")
  }
}
