internal import MigratorSQLite

extension DatabaseInspection {
  /// Returns statements that fix all violations of a foreign key.
  ///
  /// - Parameter key: The foreign key.
  /// - Returns: The statements; one that keeps the rows comes first. Empty if the numbers of child
  ///   and parent columns differ.
  /// - Throws: `DatabaseError`.
  public func groupFixes(of key: ForeignKeyInfo) throws -> [GroupFix] {
    try read { db in
      let catalog = ForeignKeyCatalog(db)
      let origin = try catalog.table(key.originTable)
      guard
        try !catalog.exists(key.destinationTable)
          || key.destinationColumns.count == key.originColumns.count
      else { return [] }
      let table = key.originTable.quotedDatabaseIdentifier
      // The alias distinguishes the rows of a table that refers to itself.
      let condition = try key.probedKey(catalog, db).violation(
        by: table, columns: key.originColumns,
        of: key.destinationTable.quotedDatabaseIdentifier,
        as: SQLName(key.originTable) == "parent" ? "referred" : "parent", hasLines: true)
      let nullable = origin.nullableColumns(among: key.originColumns)
      let release =
        nullable.isEmpty
        ? []
        : [
          GroupFix(
            kind: .release, foreignKey: key,
            sql: """
              UPDATE \(table)
              SET \(nullable.map { "\($0.quotedDatabaseIdentifier) = NULL" }.joined(separator: ", "))
              WHERE \(condition);
              """)
        ]
      return release + [
        GroupFix(
          kind: .delete, foreignKey: key, sql: "DELETE FROM \(table)\nWHERE \(condition);")
      ]
    }
  }
}
