internal import MigratorSQLite

struct RowCopy {
  let sql: String
  let lostColumns: Set<SQLName>

  /// Pairs the columns of two tables by name, or with the expressions in `values`.
  ///
  /// Throws if the new table lacks a column in `values`, or if no column can be copied.
  init(
    _ db: Database, from old: String, to new: String, schema: String, values: [String: SQL]
  ) throws {
    let source = try db.columns(in: old, in: schema)
    let target = try db.columns(in: new, in: schema)
    let sourceNames = Set(source.map { SQLName($0.name) })
    let targetNames = Set(target.map { SQLName($0.name) })
    lostColumns = sourceNames.subtracting(targetNames)

    var open: [SQLName: SQL] = [:]
    for (name, value) in values { open[SQLName(name)] = value }
    var pairs: [(column: String, value: String)] = []
    for column in target where !column.isGenerated {
      let name = SQLName(column.name)
      if let value = open.removeValue(forKey: name) {
        pairs.append((column.name.quotedDatabaseIdentifier, value.literalText))
      } else if sourceNames.contains(name) {
        let quoted = column.name.quotedDatabaseIdentifier
        pairs.append((quoted, quoted))
      }
    }
    if let unknown = open.keys.min() {
      throw SchemaDefinitionError(.unknownColumn(unknown.text), table: old)
    }

    let sourceKey = try db.primaryKey(old, in: schema)
    let targetKey = try db.primaryKey(new, in: schema)
    if sourceKey.tableHasRowID, targetKey.tableHasRowID,
      let from = SQLName.rowID(besides: sourceNames)?.text
    {
      // Full-text indexes and others identify a row by its rowid.
      let alias = targetKey.rowIDColumn?.quotedDatabaseIdentifier
      let to = alias ?? SQLName.rowID(besides: targetNames)?.text
      if let to, !pairs.contains(where: { $0.column == to }) { pairs.append((to, from)) }
    }
    if pairs.isEmpty {
      throw SchemaDefinitionError(
        .notRecreatable(reason: "the new definition has no column in common with the old one."),
        table: old)
    }
    let schema = schema.quotedDatabaseIdentifier
    // OR ABORT, because a conflict clause of the new definition could skip rows silently.
    sql = """
      INSERT OR ABORT INTO \(schema).\(new.quotedDatabaseIdentifier) \
      (\(pairs.map(\.column).joined(separator: ", "))) \
      SELECT \(pairs.map(\.value).joined(separator: ", ")) \
      FROM \(schema).\(old.quotedDatabaseIdentifier)
      """
  }
}
