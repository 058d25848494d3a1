internal import MigratorSQLite

extension ForeignKeyInfo {
  /// The effect on the child rows if the parent table is dropped while foreign keys are enforced.
  ///
  /// `nil` if the child rows prevent the drop.
  ///
  /// > If foreign key constraints are enabled when it is prepared, then the DROP TABLE command
  /// > performs an implicit DELETE to remove all rows from the table prior to dropping it.
  /// <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
  private var dropEffect: String? {
    switch onDelete {
    case "CASCADE": "delete"
    case "SET NULL", "SET DEFAULT": "reset the foreign key in"
    default: nil
    }
  }

  /// Returns warnings about child rows that a tool with foreign keys on would change when it drops
  /// tables.
  ///
  /// Tables in `gone` were dropped earlier and have no rows to change. `mayFail` is true if child
  /// rows can prevent the drop.
  static func warnings(
    ofDropping table: SQLName, after gone: [SQLName], in tool: String, mayFail: Bool,
    _ keys: [ForeignKeyInfo]
  ) -> [String] {
    let left = gone + [table]
    let keys = keys.filter {
      SQLName($0.destinationTable) == table && !left.contains(SQLName($0.originTable))
    }
    let holding =
      mayFail ? unique(keys.filter { $0.dropEffect == nil }.map(\.originTable)) : []
    return unique(
      keys.compactMap { key in
        guard let effect = key.dropEffect else { return nil }
        return
          "\(tool) runs this with foreign keys on: its DROP TABLE \(key.destinationTable) would "
          + "\(effect) the rows of \(key.originTable) that refer to it"
          + (holding.isEmpty
            ? "" : ", or fail if rows of \(holding.joined(separator: ", ")) refer to it")
          + ". migtui keeps the rows. To run it like \(tool), add --foreign-keys immediate."
      })
  }

  /// Removes repetitions: a table may have several foreign keys to the same parent.
  private static func unique(_ texts: [String]) -> [String] {
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }
}
