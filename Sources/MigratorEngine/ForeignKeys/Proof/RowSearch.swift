internal import MigratorSQLite

/// Finds the rows of a table that violate foreign keys, in the order of SQLite's own check: row by row in
/// the order of the rowids, of one row key by key.
struct RowSearch {
  /// A foreign key that may be violated.
  struct Suspect {
    let form: ExactForm
    /// The keys of the parent, as far as they are in memory: a row whose key is among them is none.
    let keys: KeySet?
  }

  /// The foreign keys of the table that are not proven clean, in the order of their ids.
  let suspects: [Suspect]
  /// A name of the rowid that no column hides.
  let rowID: String

  /// Calls a closure with the rowid and the foreign key's id of each violation, until it says no;
  /// returns whether it never did.
  ///
  /// - Complexity: One pass over the rows; a look at the parent's table for each key that is not in
  ///   memory.
  func forEach(in db: Database, _ body: (Int64, Int) throws -> Bool) throws -> Bool {
    guard let table = suspects.first?.form.key.table else { return true }
    // What the keys in memory do not settle, such as a text that equals a number, SQLite does.
    let exact = try suspects.map { suspect in
      try suspect.keys.map { _ in
        try db.makeStatement(sql: suspect.form.query(where: "c.\(rowID) = ?") + " LIMIT 1")
      }
    }
    return try db.withLookups(of: suspects.compactMap(\.keys)) { lacks in
      var place = 0
      let conditions = suspects.map { suspect in
        guard suspect.keys != nil else { return "(\(suspect.form.condition))" }
        defer { place += 1 }
        return lacks(place, "c.\(suspect.form.key.columns[0].quotedDatabaseIdentifier)")
      }
      // Without an index, so that the rows come in their order.
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT c.\(rowID), \(conditions.joined(separator: ", "))
          FROM main.\(table.quotedDatabaseIdentifier) AS c NOT INDEXED
          WHERE \(conditions.joined(separator: " OR "))
          """)
      while let row = try rows.next() {
        let rowID = try row.decode(Int64.self, atIndex: 0)
        for (index, suspect) in suspects.enumerated() {
          guard try row.decode(Bool.self, atIndex: index + 1) else { continue }
          if let exact = exact[index], try Row.fetchOne(exact, arguments: [rowID]) == nil {
            continue
          }
          guard try body(rowID, suspect.form.key.id) else { return false }
        }
      }
      return true
    }
  }
}
