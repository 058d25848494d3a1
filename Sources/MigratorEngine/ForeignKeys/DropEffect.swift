internal import MigratorSQLite

/// A foreign key to another table, with its effect if that table is dropped while keys are
/// enforced.
///
/// > If foreign key constraints are enabled when it is prepared, then the DROP TABLE command
/// > performs an implicit DELETE to remove all rows from the table prior to dropping it.
/// <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
struct DropEffect: Hashable {
  /// The child table.
  let origin: String
  /// The parent table.
  let destination: String
  /// The effect on the child rows: `delete`, or `clear the key of`.
  ///
  /// `nil` if the child rows prevent the drop.
  let action: String?

  /// Returns all foreign keys between different tables, one per pair of tables and action.
  static func all(_ db: Database) throws -> [DropEffect] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT m.name, f."table", CASE f.on_delete
          WHEN 'CASCADE' THEN 'delete'
          WHEN 'SET NULL' THEN 'clear the key of'
          WHEN 'SET DEFAULT' THEN 'clear the key of'
        END
        FROM main.sqlite_master m, pragma_foreign_key_list(m.name, 'main') f
        WHERE m.type = 'table' AND m.rootpage > 0 AND lower(m.name) <> lower(f."table")
        ORDER BY m.name
        """)
    return try rows.map { row in
      DropEffect(
        origin: try row.decode(atIndex: 0), destination: try row.decode(atIndex: 1),
        action: try row.decode(atIndex: 2))
    }
  }

  /// Returns warnings about child rows that a tool with foreign keys on would change in a table
  /// drop.
  ///
  /// Tables in `gone` were dropped earlier and have no rows to change.
  static func warnings(
    ofDropping table: SQLName, after gone: [SQLName], in tool: String, _ keys: [DropEffect]
  ) -> [String] {
    let keys = keys.filter {
      SQLName($0.destination) == table && !gone.contains(SQLName($0.origin))
    }
    let holding = keys.filter { $0.action == nil }.map(\.origin)
    return keys.compactMap { key in
      guard let action = key.action else { return nil }
      return "\(tool) runs this with foreign keys on: its DROP TABLE \(key.destination) would "
        + "\(action) the rows of \(key.origin) that refer to it"
        + (holding.isEmpty
          ? "" : ", or fail if rows of \(holding.joined(separator: ", ")) refer to it")
        + ". migtui keeps the rows. To run it like \(tool), add --foreign-keys immediate."
    }
  }
}
