internal import MigratorSQLite

/// The primary key that a foreign key refers to when it names no columns.
struct ParentKey {
  /// A column of the key.
  struct Part {
    var name: String
    var type: Database.ColumnType?
  }

  /// The table, as the foreign key writes it.
  var table: String
  /// The columns; empty when the key is the hidden rowid, `nil` when it is written in SQL.
  var parts: [Part]?

  /// The columns' names for a foreign key; `nil` when they are to be left to SQLite.
  ///
  /// A hidden rowid is written as GRDB writes it. SQLite takes no such key for one: the first INSERT fails where foreign
  /// keys are enforced, and so does every check of them.
  var columnNames: [String]? {
    parts.map { $0.isEmpty ? ["rowid"] : $0.map(\.name) }
  }

  /// The columns that `belongsTo` makes, named after it; `nil` when the key is written in SQL.
  func childColumns(named name: String) -> [Part]? {
    guard let parts else { return nil }
    if parts.isEmpty { return [Part(name: name + "Id", type: .integer)] }
    return parts.map { Part(name: name + $0.name.capitalizingFirst, type: $0.type) }
  }

  /// Reads the key of an existing table.
  static func find(_ table: String, _ db: Database) throws -> ParentKey {
    let schema = try db.schemaName(ofTable: table)
    let columns = try db.columns(in: table, in: schema)
    return ParentKey(
      table: table,
      parts: columns.filter { $0.primaryKeyIndex > 0 }
        .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
        .map { Part(name: $0.name, type: $0.type.isEmpty ? nil : .init(rawValue: $0.type)) })
  }
}

extension ForeignKeyDefinition {
  /// Finds the key that `belongsTo` refers to; the child's own key is `nil` while it is still being
  /// found out.
  func parentKey(child: String, ownKey: ParentKey?, _ db: Database) throws -> ParentKey {
    if let ownKey, refers(to: child) { return ownKey }
    if let table { return try .find(table, db) }
    if try db.tableExists(name) { return try .find(name, db) }
    let plural = Inflections.pluralized(name)
    if try db.tableExists(plural) { return try .find(plural, db) }
    throw DatabaseError(message: "no such table: \(name)")
  }

  private func refers(to child: String) -> Bool {
    if let table { return SQLName(table) == SQLName(child) }
    return SQLName(Inflections.singularized(name))
      == SQLName(Inflections.singularized(child))
  }
}

extension String {
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
