internal import MigratorEngine
internal import MigratorSQLite

/// Rows of R-trees, and of full-text tables for which no rows are generated.
enum VirtualRows {
  private static let count = 3

  /// Inserts a few rows into each of these tables whose rows a migration must keep.
  ///
  /// Tables that do not accept them, for example because a tokenizer is missing, remain empty.
  static func insert(
    into tables: Set<SQLName>, _ db: Database, besides ledgers: Set<SQLName>
  ) throws {
    for object in try StoredSchema(db, besides: ledgers).all(.table)
    where object.isVirtual && tables.contains(SQLName(object.name)) {
      let facts = try TableFacts(db, object)
      guard facts.moduleWithRows != nil else { continue }
      let isEmpty = try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM main.\(facts.name.quoted))")
      guard isEmpty == true else { continue }
      let columns = facts.columns.map { SQLName($0.name) }
      let list = columns.map(\.quoted).joined(separator: ", ")
      for row in 1...count {
        let values = columns.indices.map { column in
          facts.isTree ? tree(row, column) : "'word\(row) of column \(column)'"
        }
        try? db.execute(
          sql: "INSERT INTO main.\(facts.name.quoted) (\(list)) "
            + "VALUES (\(values.joined(separator: ", ")))")
      }
    }
  }

  /// The id, and then the lower and upper bounds of a box; auxiliary columns accept any value.
  private static func tree(_ row: Int, _ column: Int) -> String {
    column == 0 ? "\(row * 3)" : "\(row * 100 + column)"
  }
}
