internal import MigratorSQLite

/// The statements that would fix violations of one foreign key, without the row and its values.
struct ViolationFixes {
  private struct Insertion {
    let beginning: String
    let note: String
    /// The kinds of values that the parent's columns accept.
    let classes: [StoredClass]
  }

  private let table: String
  /// The statement that sets the key to NULL up to its condition, if the key may be NULL.
  private let update: String?
  private let deletion: String
  /// The statement that adds the parent row, if the parent table exists.
  private let insertion: Insertion?

  init(of key: ForeignKeyInfo, _ shape: TableShape, _ catalog: ForeignKeyCatalog) throws {
    table = shape.name.quotedDatabaseIdentifier
    let nullable = shape.nullableColumns(among: key.originColumns)
    let assignments = nullable.map { "\($0.quotedDatabaseIdentifier) = NULL" }
    update =
      nullable.isEmpty
      ? nil : "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE "
    deletion = "DELETE FROM \(table) WHERE "
    insertion = try catalog.exists(key.destinationTable) ? Self.insertion(key, catalog) : nil
  }

  private static func insertion(
    _ key: ForeignKeyInfo, _ catalog: ForeignKeyCatalog
  ) throws -> Insertion {
    let parent = try catalog.table(key.destinationTable)
    let given = Set(key.destinationColumns.map(SQLName.init(_:)))
    let filled = try parent.rowIDColumn(catalog.indexes(of: key.destinationTable))
    let needed = parent.columns.filter { column in
      !given.contains(SQLName(column.name)) && column.name != filled && column.isOrdinary
        && column.isNotNull && column.defaultValueSQL == nil
    }.map(\.name)
    let columns = key.destinationColumns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    return Insertion(
      beginning: "INSERT INTO \(parent.name.quotedDatabaseIdentifier) (\(columns)) ",
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, which also needs: \(needed.joined(separator: ", "))",
      classes: try key.destinationColumns.map {
        try catalog.storedClass(of: $0, in: key.destinationTable)
      })
  }

  /// Returns the fixes of the row that a condition selects.
  func remedies(
    where condition: String, of key: ForeignKeyInfo, missingKey: [ViolationDetail.Field],
    _ db: Database
  ) throws -> [ViolationDetail.Remedy] {
    var remedies: [ViolationDetail.Remedy] = []
    remedies.reserveCapacity(3)
    if let update {
      remedies.append(
        ViolationDetail.Remedy(
          sql: Self.statement(update, condition), note: "keeps the row, without a parent"))
    }
    remedies.append(
      ViolationDetail.Remedy(sql: Self.statement(deletion, condition), note: "removes the row"))
    // Building a string that contains a value of many megabytes is slow.
    try db.checkCancellation()
    guard let insertion, insertion.classes.count == missingKey.count else { return remedies }
    let row = { "\(table) WHERE \(condition)" }
    let isStorable = try zip(insertion.classes, missingKey).allSatisfy { storedClass, field in
      try storedClass.takes(field.value, in: db) {
        field.fullLength != nil
          ? "(SELECT \(field.column.quotedDatabaseIdentifier) FROM \(row()))"
          : field.value.sqlLiteral
      }
    }
    if isStorable {
      let source = Self.source(of: missingKey, for: key, from: row)
      remedies.append(
        ViolationDetail.Remedy(
          sql: Self.statement(insertion.beginning, source), note: insertion.note))
    }
    return remedies
  }

  private static func statement(_ beginning: String, _ rest: String) -> String {
    var sql = beginning
    sql += rest
    sql += ";"
    return sql
  }

  /// The values of the parent row; truncated values are selected from the child row itself.
  private static func source(
    of missingKey: [ViolationDetail.Field], for key: ForeignKeyInfo, from row: () -> String
  ) -> String {
    missingKey.contains { $0.fullLength != nil }
      ? "SELECT \(key.originColumns.identifierList) FROM \(row())"
      : "VALUES (\(missingKey.map(\.value.visibleLiteral).joined(separator: ", ")))"
  }
}
