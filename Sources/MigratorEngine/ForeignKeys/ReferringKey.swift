internal import MigratorSQLite

/// A foreign key that changes its own rows when rows it refers to are deleted.
///
/// > If foreign key constraints are enabled when it is prepared, then the DROP TABLE command performs
/// > an implicit DELETE to remove all rows from the table prior to dropping it.
/// <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
struct DeletingKey: Hashable {
  /// The table of the rows.
  let origin: String
  /// The table they refer to.
  let destination: String
  /// What happens to them: `delete`, or `clear the key of`.
  let action: String

  /// All such keys between different tables of a database.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The keys, each pair of tables once for each action.
  /// - Throws: `DatabaseError`.
  static func all(_ db: Database) throws -> [DeletingKey] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT m.name, f."table", f.on_delete
        FROM main.sqlite_master m, pragma_foreign_key_list(m.name, 'main') f
        WHERE m.type = 'table' AND m.rootpage > 0 AND lower(m.name) <> lower(f."table")
          AND f.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT')
        ORDER BY m.name
        """)
    return try rows.map { row in
      DeletingKey(
        origin: try row.decode(atIndex: 0), destination: try row.decode(atIndex: 1),
        action: try row.decode(String.self, atIndex: 2) == "CASCADE" ? "delete" : "clear the key of"
      )
    }
  }
}
