internal import MigratorSQLite

/// The keys of rows to which foreign keys can refer, each read once.
final class ParentRows {
  struct Keys {
    /// The distinct keys.
    let list: [[DatabaseValue]]
    let keys: Set<[DatabaseValue]>
  }

  private struct ParentKey: Hashable {
    let table: SQLName
    let columns: [SQLName]
  }

  private let db: Database
  private let tables: [SQLName: GeneratedTable]
  private let limit: Int
  private var known: [ParentKey: Keys] = [:]

  init(_ db: Database, _ tables: [SQLName: GeneratedTable], limit: Int) {
    (self.db, self.tables, self.limit) = (db, tables, limit)
  }

  /// Forgets the keys of a table, because it has new rows.
  func forget(_ table: SQLName) { known = known.filter { $0.key.table != table } }

  /// The columns of the parent to which a foreign key refers.
  func columns(_ key: GeneratedTable.ForeignKey) -> [SQLName] {
    if !key.parentColumns.isEmpty { return key.parentColumns }
    return tables[key.parent]?.primaryKey.map(\.name) ?? []
  }

  /// The keys of the rows of a parent table.
  func rows(_ key: GeneratedTable.ForeignKey) -> Keys {
    let columns = columns(key)
    let parent = ParentKey(table: key.parent, columns: columns)
    if let known = known[parent] { return known }
    let list = columns.map(\.quoted).joined(separator: ", ")
    let condition = columns.map { "\($0.quoted) IS NOT NULL" }.joined(separator: " AND ")
    let sql =
      "SELECT DISTINCT \(list) FROM main.\(key.parent.quoted) WHERE \(condition) LIMIT \(limit)"
    // The parent may be missing; in that case, there are no rows.
    let found =
      columns.count == key.columns.count
      ? (try? Row.fetchAll(db, sql: sql).map(\.databaseValues)) ?? [] : []
    let keys = Keys(list: found, keys: Set(found))
    known[parent] = keys
    return keys
  }
}
