internal import MigratorSQLite

struct RowCopy {
  /// The values of the columns of the new table.
  let values: [(column: String, value: TableRebuild.Value)]
  let lostColumns: Set<SQLName>

  /// Pairs the columns of two tables by name, or with the given expressions.
  ///
  /// Throws if the new table lacks a column with an expression, or if no column can be copied.
  init(
    from source: [ColumnInfo], of table: String, to target: [ColumnInfo], values: [String: SQL]
  ) throws {
    let sourceNames = Set(source.map { SQLName($0.name) })
    lostColumns = sourceNames.subtracting(target.map { SQLName($0.name) })
    var open: [SQLName: SQL] = [:]
    for (name, value) in values { open[SQLName(name)] = value }
    self.values = target.filter { !$0.isGenerated }.compactMap { column in
      let name = SQLName(column.name)
      if let value = open.removeValue(forKey: name) {
        return (column.name, .expression(value.literalText))
      }
      return sourceNames.contains(name) ? (column.name, .column(column.name)) : nil
    }
    if let unknown = open.keys.min() {
      throw SchemaDefinitionError(.unknownColumn(unknown.text), table: table)
    }
    if self.values.isEmpty {
      throw SchemaDefinitionError(
        .notRecreatable(reason: "the new definition has no column in common with the old one."),
        table: table)
    }
  }
}
