internal import MigratorSQLite

struct ReferenceWriter {
  /// The table that is being defined.
  let child: String
  /// The primary key of that table, for references to itself.
  let ownKey: ParentKey
  let db: Database

  func sql(_ clause: ForeignKeyClause) throws -> String {
    var sql = "REFERENCES \(clause.table.quotedDatabaseIdentifier)"
    if let columns = try clause.columns ?? implicitColumns(of: clause.table) {
      sql += "(\(columns.identifierList))"
    }
    return sql + clause.actions
  }

  private func implicitColumns(of table: String) throws -> [String]? {
    var key = ownKey
    if SQLName(table) != SQLName(child) { key = try .find(table, db) }
    key.table = table
    return key.columnNames
  }
}

extension ColumnDefinition {
  func sql(_ writer: ReferenceWriter) throws -> String {
    var chunks = [name.quotedDatabaseIdentifier]
    if let type { chunks.append(type.rawValue) }
    if let primaryKey {
      chunks.append("PRIMARY KEY")
      // ABORT is also written, because the caller specified it explicitly.
      if let conflict = primaryKey.conflict { chunks.append("ON CONFLICT \(conflict.rawValue)") }
      if primaryKey.autoincrement { chunks.append("AUTOINCREMENT") }
    }
    if let notNullConflict { chunks.append("NOT NULL" + notNullConflict.clause) }
    if case .unique(let conflict) = indexing { chunks.append("UNIQUE" + conflict.clause) }
    chunks += checks.map { "CHECK (\($0.sql))" }
    if let defaultValue { chunks.append("DEFAULT \(defaultValue.sql)") }
    if let collation { chunks.append("COLLATE \(collation.sql)") }
    chunks += try references.map { try writer.sql($0) }
    if let generated {
      let kind = generated.qualification == .stored ? "STORED" : "VIRTUAL"
      chunks.append("GENERATED ALWAYS AS (\(generated.expression.sql)) \(kind)")
    }
    return chunks.joined(separator: " ")
  }

  /// Returns the index that ``indexed()`` requests, or `nil`.
  func index(on table: String) -> IndexDefinition? {
    guard case .index = indexing else { return nil }
    return IndexDefinition(
      name: "\(table)_on_\(name)", table: table, expressions: [Column(name).sqlExpression])
  }
}

extension Database.ConflictResolution {
  /// ` ON CONFLICT …`, or an empty string for SQLite's default.
  fileprivate var clause: String { self == .abort ? "" : " ON CONFLICT \(rawValue)" }
}
