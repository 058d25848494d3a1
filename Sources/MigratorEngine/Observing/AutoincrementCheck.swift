internal import MigratorSQLite
internal import MigratorSchema

/// Finds tables that would reuse AUTOINCREMENT numbers.
///
/// An AUTOINCREMENT column does not reuse numbers because `sqlite_sequence` stores the largest. A
/// re-created table continues from the largest remaining number. Source:
/// <https://www.sqlite.org/autoinc.html>.
struct AutoincrementCheck {
  /// The largest number that a table has used.
  typealias Number = (table: SQLName, number: Int64)

  let before: [Number]
  let present: Database
  let schema: SchemaSnapshot
  let lineage: SchemaLineage

  /// A warning for each table whose next number was already used, ordered by previous name.
  ///
  /// - Complexity: One row lookup for each AUTOINCREMENT table whose number is no longer stored.
  func warnings() throws -> [String] {
    if before.isEmpty { return [] }
    let after = Dictionary(
      try Self.numbers(present).map { ($0.table, $0.number) }, uniquingKeysWith: max)
    return try before.compactMap { table, number -> String? in
      // A table without AUTOINCREMENT also reuses the numbers of its last rows after they are
      // deleted.
      let name = lineage.place(ofTable: table) ?? table
      if let now = after[name], now >= number { return nil }
      guard schema.objects.contains(where: { $0.kind == .table && SQLName($0.name) == name }),
        let column = try TableShape(present, name: name.text, schema: "main").rowIDColumn(present)
      else { return nil }
      let largest = try Int64.fetchOne(
        present, sql: "SELECT max(\(column.quotedDatabaseIdentifier)) FROM main.\(name.quoted)")
      let now = max(after[name] ?? 0, largest ?? 0)
      guard now < number else { return nil }
      let isOther = lineage.present(ofTable: table) == nil && name != table
      let former = isOther ? " of \(table.text)" : ""
      return
        "The table \(name.text) will reuse AUTOINCREMENT numbers\(former): the next number was "
        + "\(number + 1) and is now \(now + 1)."
    }
  }

  /// Reads the largest numbers of a database, ordered by table.
  static func numbers(_ db: Database) throws -> [Number] {
    // To read the columns, SQLite looks up one name; a search in `sqlite_master` would read all
    // rows.
    guard try !db.allColumns(of: "sqlite_sequence", in: "main").isEmpty else { return [] }
    // Any program can write to sqlite_sequence, so the values may be invalid.
    return try Row.fetchAll(
      db,
      sql: """
        SELECT name, max(CAST(seq AS INTEGER)) FROM main.sqlite_sequence
        WHERE typeof(name) = 'text' AND CAST(seq AS INTEGER) < 9223372036854775807
        GROUP BY name ORDER BY name
        """
    ).map {
      (SQLName(try $0.decode(String.self, atIndex: 0)), try $0.decode(Int64.self, atIndex: 1))
    }
  }
}
