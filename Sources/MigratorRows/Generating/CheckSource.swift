internal import MigratorSQLite
internal import MigratorSchema

/// The SQL that rejected a row, with the columns in it.
struct CheckSource {
  let tokens: [SQLToken]
  /// The positions of the columns, in the order of the table.
  let columns: [Int]
  let facts: [SQLName: ColumnFacts]

  init(_ rejection: Rejection, of table: GeneratedTable) {
    var texts: [String] = []
    switch rejection {
    case .check(let label):
      texts = CheckConstraints.named(label, in: table.sql).map(\.sql)
      // The constraint was not found, for example a column constraint after a type with
      // parentheses.
      if texts.isEmpty { texts = [label, table.sql] }
    case .other: texts = table.triggers + [table.sql] + table.indexes.values.sorted()
    default: texts = [table.sql]
    }
    let tokens = texts.flatMap { SQLTokenizer.tokens(of: $0).filter { !$0.isTrivia } }
    self.tokens = tokens
    let names = Set(tokens.compactMap(\.name))
    columns = table.columns.indices.filter { names.contains(table.columns[$0].name) }
    facts = FactScanner(tokens) { table.position(of: $0) != nil }.facts
  }
}
