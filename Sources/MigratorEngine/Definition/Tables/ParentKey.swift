internal import MigratorSQLite

/// The primary key that a foreign key refers to when it names no columns.
///
/// Unlike `PrimaryKeyInfo`, it may be the key of a table that is still being defined.
struct ParentKey {
  struct Part {
    var name: String
    var type: Database.ColumnType?
  }

  var table: String
  /// The columns; empty for a hidden rowid, `nil` if the key is written in SQL.
  var parts: [Part]?

  /// The column names to write in a foreign key; `nil` to let SQLite choose.
  ///
  /// For a hidden rowid this is `rowid`, as in GRDB. SQLite does not accept `rowid` as a parent
  /// key. The first INSERT with enforced foreign keys fails, and so does every foreign key check.
  var columnNames: [String]? {
    parts.map { $0.isEmpty ? ["rowid"] : $0.map(\.name) }
  }

  /// Returns the columns that `belongsTo` adds, or `nil` if the key is written in SQL.
  ///
  /// The names start with the name of the foreign key.
  func childColumns(named name: String) -> [Part]? {
    guard let parts else { return nil }
    if parts.isEmpty { return [Part(name: name + "Id", type: .integer)] }
    return parts.map { Part(name: name + $0.name.capitalizingFirst, type: $0.type) }
  }

  static func find(_ table: String, _ db: Database) throws -> ParentKey {
    let schema = try db.schemaName(ofTable: table)
    let key = try db.columns(in: table, in: schema).primaryKey
    return ParentKey(
      table: table,
      parts: key.map {
        Part(name: $0.name, type: $0.type.isEmpty ? nil : .init(rawValue: $0.type))
      })
  }
}

extension ForeignKeyDefinition {
  /// Finds the key that `belongsTo` refers to.
  ///
  /// `ownKey` is `nil` while the child's own key is still being resolved.
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
