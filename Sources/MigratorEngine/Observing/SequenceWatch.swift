internal import MigratorSQLite
internal import MigratorSchema

/// Tells which tables would give numbers again that they gave before.
///
/// An AUTOINCREMENT column never reuses a number because `sqlite_sequence` keeps the largest; a table that is
/// recreated begins with the largest that is left. Source: <https://www.sqlite.org/autoinc.html>.
struct SequenceWatch {
  /// The largest number that a table gave.
  typealias Number = (table: SQLName, number: Int64)

  /// What the tables gave before.
  let before: [Number]
  /// The state after.
  let present: Database
  /// The schema after.
  let schema: SchemaSnapshot
  /// What became of the tables.
  let lineage: SchemaLineage

  /// The tables whose next number was given before, in sentences, in the order of the names before.
  ///
  /// - Complexity: A look at one row for each table with AUTOINCREMENT whose number is not there
  ///   any more.
  func warnings() throws -> [String] {
    if before.isEmpty { return [] }
    let after = Dictionary(
      try Self.numbers(present).map { ($0.table, $0.number) }, uniquingKeysWith: max)
    return try before.compactMap { table, number -> String? in
      // Without AUTOINCREMENT the numbers of the last rows are given again, too.
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
      let giver = isOther ? table.text : "it"
      return
        "The table \(name.text) will give numbers again that \(giver) gave before: its next one "
        + "is \(now + 1), and was \(number + 1)."
    }
  }

  /// Reads what the tables of a database gave, in the order of the names.
  static func numbers(_ db: Database) throws -> [Number] {
    // Asked so, SQLite looks the name up, and does not read all names.
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM pragma_table_info('sqlite_sequence', 'main'))")
    guard isThere == true else { return [] }
    // Anybody may write there.
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
