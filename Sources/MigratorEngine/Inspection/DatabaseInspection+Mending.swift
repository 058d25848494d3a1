internal import MigratorSQLite

extension DatabaseInspection {
  /// Returns the statements that would mend all violations of a foreign key.
  ///
  /// - Parameter key: The foreign key.
  /// - Returns: The statements, the one that keeps the rows first where there is one; none where SQLite
  ///   cannot check the key.
  /// - Throws: `DatabaseError`.
  public func groupRemedies(of key: ForeignKeyDescription) throws -> [GroupRemedy] {
    try read { db in
      let catalog = ForeignKeyCatalog(db)
      let origin = try catalog.table(key.originTable)
      guard !key.destinationExists || key.destinationColumns.count == key.originColumns.count else {
        return []
      }
      let table = key.originTable.quotedDatabaseIdentifier
      // A table that refers to itself, too, has its rows told apart.
      let condition = try key.probedKey(catalog, db).violation(
        by: table, columns: key.originColumns,
        of: key.destinationTable.quotedDatabaseIdentifier,
        as: SQLName(key.originTable) == "parent" ? "referred" : "parent", hasLines: true)
      let nullable = origin.nullableColumns(among: key.originColumns)
      let release =
        nullable.isEmpty
        ? []
        : [
          GroupRemedy(
            kind: .release, foreignKey: key,
            sql: """
              UPDATE \(table)
              SET \(nullable.map { "\($0.quotedDatabaseIdentifier) = NULL" }.joined(separator: ", "))
              WHERE \(condition);
              """)
        ]
      return release + [
        GroupRemedy(
          kind: .delete, foreignKey: key, sql: "DELETE FROM \(table)\nWHERE \(condition);")
      ]
    }
  }
}
