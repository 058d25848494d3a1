internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// A unique key that a migration adds to columns that existed before.
///
/// Generated rows do not repeat addresses, user names and other identities, because apps usually do
/// not either. Only the key makes repeated ones fail.
struct AddedUniqueKey {
  /// The table before the migration.
  let table: SQLName
  /// The values of one row in the columns of the key, by their names before the migration.
  let values: [SQLName: DatabaseValue]

  /// The keys that a migration adds, each with rows.
  ///
  /// `new` are the objects that it created or changed, `former` is the schema before it, and `db` the
  /// database after it.
  static func all(
    in new: [SchemaObject], since former: SchemaSnapshot, _ matching: RowMatching, _ db: Database
  ) throws -> [AddedUniqueKey] {
    let tables = Set(new.map { SQLName($0.tableName) })
    let created = Dictionary(
      new.filter { $0.kind == .index }.map { (SQLName($0.name), $0.sql ?? "") },
      uniquingKeysWith: { $1 })
    return try matching.before.tables.indices.flatMap { index -> [AddedUniqueKey] in
      let table = matching.before.tables[index]
      guard let place = matching.target(of: index) else { return [] }
      let target = matching.after.tables[place]
      guard tables.contains(target.name), matching.isSame(table, target) else { return [] }
      let old = former.uniqueKeys(of: table.name)
      let origins = Dictionary(
        matching.columns(of: table, in: target).map { ($1, $0) }, uniquingKeysWith: { $1 })
      func places(_ names: [String]) -> [Int?] {
        names.compactMap { target.layout.index(of: SQLName($0)) }.map { origins[$0] }
      }
      return try db.allIndexes(on: target.layout.name, in: "main").flatMap { key in
        let sql = created[SQLName(key.name)]
        let (expressions, condition) = Self.names(in: sql ?? "")
        let names = key.columns.isEmpty ? expressions : key.columns
        let columns = places(names)
        guard key.isUnique, !columns.isEmpty, !columns.contains(nil),
          sql != nil || !old.contains(Set(names.map(SQLName.init(_:))))
        else { return [] as [AddedUniqueKey] }
        let others = places(condition).compactMap(\.self)
        return rows(of: table, columns.compactMap(\.self), others)
      }
    }
  }

  /// Rows with a value in each column of the key, which differ in the columns of its condition.
  private static func rows(
    of table: DatabaseContents.Table, _ columns: [Int], _ others: [Int]
  ) -> [AddedUniqueKey] {
    var seen: Set<[DatabaseValue]> = []
    var keys: [AddedUniqueKey] = []
    for row in table.rows where keys.count < limit {
      guard columns.allSatisfy({ !row.values[$0].isNull }),
        seen.insert(others.map { row.values[$0] }).inserted
      else { continue }
      let values = (columns + others).map {
        (SQLName(table.layout.columns[$0].name), row.values[$0])
      }
      keys.append(
        AddedUniqueKey(table: table.name, values: Dictionary(values, uniquingKeysWith: { $1 })))
    }
    return keys
  }

  /// The number of rows for a key.
  private static let limit = 4
}

extension AddedUniqueKey {
  /// The names in the list of a `CREATE INDEX` statement, and those in its condition.
  private static func names(in sql: String) -> (list: [String], condition: [String]) {
    let tokens = SQLTokenizer.tokens(of: sql).drop { $0.text != "(" }
    let list = tokens.prefix { !$0.isWord("WHERE") }
    return (
      list.compactMap { $0.name?.text }, tokens.dropFirst(list.count).compactMap { $0.name?.text }
    )
  }
}

extension SchemaSnapshot {
  /// The columns of the keys that the definition of a table contains.
  fileprivate func uniqueKeys(of table: SQLName) -> Set<Set<SQLName>> {
    let object = objects.first { $0.kind == .table && SQLName($0.name) == table }
    let keys = object?.sql.flatMap { ParsedTable.parse($0) }?.uniqueKeys ?? []
    return Set(keys.map { Set($0.map(SQLName.init(_:))) })
  }
}
