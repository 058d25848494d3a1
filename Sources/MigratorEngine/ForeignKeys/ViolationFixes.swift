internal import MigratorSQLite

/// The statements that would fix violations of one foreign key, without the row and its values.
struct ViolationFixes {
  private struct Insertion {
    let beginning: String
    /// The number of columns for which the user must choose a value.
    let neededCount: Int
    let note: String
    /// The kinds of values that the parent's columns accept.
    let classes: [StoredClass]
  }

  private let table: String
  /// The statement that sets the key to NULL, without its condition; `nil` if the key may not be
  /// NULL.
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
  ) throws -> Insertion? {
    let needed = try catalog.neededColumns(of: key)
    let columns = (key.destinationColumns + needed).identifierList
    let statement = "INSERT INTO \(key.destinationTable.quotedDatabaseIdentifier) (\(columns)) "
    // A line break in a name would end the comment.
    guard needed.isEmpty || !statement.contains(where: \.isNewline) else { return nil }
    return Insertion(
      // The statement would fail without these values, so it is a comment until they are chosen.
      beginning: (needed.isEmpty ? "" : "-- ") + statement, neededCount: needed.count,
      note: needed.isEmpty
        ? "adds the missing parent"
        : "adds the missing parent, once you give a value for \(needed.joined(separator: ", "))",
      classes: try key.destinationColumns.map {
        try catalog.storedClass(of: $0, in: key.destinationTable)
      })
  }

  /// Returns the fixes for the row that a condition selects.
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
      let source = Self.source(
        of: missingKey, for: key, open: insertion.neededCount, from: row)
      remedies.append(
        ViolationDetail.Remedy(
          sql: Self.statement(insertion.beginning, source), note: insertion.note))
    }
    return remedies
  }

  private static func statement(_ beginning: String, _ rest: String) -> String {
    var sql = ""
    sql.reserveCapacity(beginning.utf8.count + rest.utf8.count + 1)
    sql += beginning
    sql += rest
    sql += ";"
    return sql
  }

  /// The values of the parent row, with a question mark for each open one; truncated values are selected from the child row itself.
  private static func source(
    of missingKey: [ViolationDetail.Field], for key: ForeignKeyInfo, open: Int,
    from row: () -> String
  ) -> String {
    let open = String(repeating: ", ?", count: open)
    return missingKey.contains { $0.fullLength != nil }
      ? "SELECT \(key.originColumns.identifierList)\(open) FROM \(row())"
      : "VALUES (\(missingKey.map(\.value.visibleLiteral).joined(separator: ", "))\(open))"
  }
}
