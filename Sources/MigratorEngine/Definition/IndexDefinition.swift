internal import MigratorSQLite

struct IndexDefinition {
  var name: String
  var table: String
  var expressions: [SQLExpression]
  var options: IndexOptions = []
  var condition: SQLExpression?

  var sql: String {
    var sql = "CREATE "
    if options.contains(.unique) { sql += "UNIQUE " }
    sql += "INDEX "
    if options.contains(.ifNotExists) { sql += "IF NOT EXISTS " }
    sql += "\(name.quotedDatabaseIdentifier) ON \(table.quotedDatabaseIdentifier)"
    sql += "(\(expressions.map(\.sql).joined(separator: ", ")))"
    if let condition { sql += " WHERE \(condition.sql)" }
    return sql
  }

  /// Returns the default name of an index: `index_<table>_on_<column>_<column>`.
  static func defaultName(on table: String, columns: [String]) -> String {
    "index_\(table)_on_\(columns.joined(separator: "_"))"
  }
}
