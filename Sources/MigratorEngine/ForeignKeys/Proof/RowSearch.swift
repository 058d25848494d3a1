internal import MigratorSQLite

/// Finds the rows of a table that violate foreign keys, in the order of SQLite's own check.
///
/// That order is by rowid, and within a row by the id of the foreign key.
struct RowSearch {
  struct Suspect {
    let form: ViolationQuery
    /// The parent's keys in memory, if any; a row whose key is among them is not a violation.
    let keys: KeySet?
  }

  /// The foreign keys of the table that may have violations, in the order of their ids.
  let suspects: [Suspect]
  /// A name of the rowid that is not the name of a column.
  let rowID: String

  /// Calls a closure with the rowid and foreign key id of each violation, until it returns `false`.
  ///
  /// Returns `false` if the closure did.
  ///
  /// - Complexity: One pass over the rows, and a lookup in the parent table for each key that is
  ///   not in memory.
  func forEach(in db: Database, _ body: (Int64, Int) throws -> Bool) throws -> Bool {
    guard let table = suspects.first?.form.key.originTable else { return true }
    // SQLite decides cases that the keys in memory cannot, such as whether a string equals a
    // number.
    let exact = try suspects.map { suspect in
      try suspect.keys.map { _ in
        try db.makeStatement(sql: suspect.form.query(where: "c.\(rowID) = ?") + " LIMIT 1")
      }
    }
    return try db.withLookups(of: suspects.compactMap(\.keys)) { lookup in
      var place = 0
      let conditions = suspects.map { suspect in
        guard suspect.keys != nil else { return "(\(suspect.form.condition))" }
        defer { place += 1 }
        return lookup(place, "c.\(suspect.form.key.originColumns[0].quotedDatabaseIdentifier)")
      }
      // NOT INDEXED, so that the rows come in rowid order.
      let query = """
        SELECT c.\(rowID), \(conditions.joined(separator: ", "))
        FROM main.\(table.quotedDatabaseIdentifier) AS c NOT INDEXED
        WHERE \(conditions.joined(separator: " OR "))
        """
      return try db.visitRows(of: query) { row in
        let rowID = row.integer(at: 0)
        for (index, suspect) in suspects.enumerated() {
          let result = row.integer(at: index + 1)
          if result == KeyLookupResult.found.rawValue { continue }
          if result == KeyLookupResult.unproven.rawValue, let exact = exact[index],
            try Row.fetchOne(exact, arguments: [rowID]) == nil
          {
            continue
          }
          guard try body(rowID, suspect.form.key.id) else { return false }
        }
        return true
      }
    }
  }
}
