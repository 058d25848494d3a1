internal import MigratorSQLite

/// A foreign key as its table declares it, without a look at the parent.
struct ForeignKeyOutline: Hashable {
  let table: String
  let tableKey: FoldedName
  let id: Int
  let parent: String
  let parentKey: FoldedName
  let columns: [String]
  /// The columns referred to; `nil` stands for the parent's primary key.
  let parentColumns: [String]?
}

/// The foreign keys of a database, read again only for tables whose SQL changed.
struct ForeignKeyDirectory {
  private var known: [FoldedName: (sql: String, keys: [ForeignKeyOutline])] = [:]

  /// Returns all foreign keys.
  ///
  /// A table without the word `REFERENCES` in its SQL has none, so most tables cost no query.
  ///
  /// - Parameters:
  ///   - rows: The schema as it is.
  ///   - db: A connection.
  /// - Returns: The foreign keys, in no order.
  /// - Throws: `DatabaseError`.
  mutating func all(_ rows: SchemaRows, in db: Database) throws -> [ForeignKeyOutline] {
    var current: [FoldedName: (sql: String, keys: [ForeignKeyOutline])] = [:]
    for (name, entries) in rows.entries {
      for entry in entries where entry.type == "table" && FoldedName(entry.name) == name {
        guard let sql = entry.sql else { continue }
        if let old = known[name], old.sql == sql {
          current[name] = old
        } else if sql.containsIgnoringASCIICase("references") {
          current[name] = (sql, try Self.read(entry.name, in: db))
        }
      }
    }
    known = current
    return current.values.flatMap(\.keys)
  }

  private static func read(_ table: String, in db: Database) throws -> [ForeignKeyOutline] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq
        """, arguments: [table])
    let byID = try Dictionary(grouping: rows) { try $0.decode(Int.self, at: 0) }
    return try byID.map { id, rows in
      let parent = try rows[0].decode(String.self, at: 1)
      let named = try rows.compactMap { try $0.decode(String?.self, at: 3) }
      return ForeignKeyOutline(
        table: table, tableKey: FoldedName(table), id: id, parent: parent,
        parentKey: FoldedName(parent), columns: try rows.map { try $0.decode(at: 2) },
        parentColumns: named.count == rows.count ? named : nil)
    }
  }
}
