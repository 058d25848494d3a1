internal import MigratorEngine
internal import MigratorSQLite
internal import SQLSyntax

/// A row of literals that a statement writes over a row with the same key.
struct SeedRow {
  let table: SQLName
  /// The columns, or `nil` for all columns of the table.
  let columns: [SQLName]?
  /// The literals; `nil` for other expressions.
  let values: [DatabaseValue?]

  /// The number of rows of a statement that are read.
  private static let limit = 20

  /// Reads `REPLACE`, `INSERT OR REPLACE` and `INSERT … ON CONFLICT DO UPDATE` with `VALUES`.
  static func all(in sql: String) -> [SeedRow] {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    let replaces =
      tokens.first?.isWord("REPLACE") == true
      || tokens.count > 2 && tokens[0].isWord("INSERT") && tokens[1].isWord("OR")
        && tokens[2].isWord("REPLACE")
    guard replaces || LossStatement.updatesOnConflict(sql), tokens.first?.isWord("WITH") == false,
      let table = LossStatement.insertedTable(sql),
      var place = tokens.firstIndex(where: { $0.isWord("VALUES") })
    else { return [] }
    let columns = LossStatement.insertedColumns(sql)
    var rows: [SeedRow] = []
    while place + 1 < tokens.count, tokens[place + 1].text == "(", rows.count < limit {
      var (depth, index) = (0, place + 1)
      var items: [[SQLToken]] = [[]]
      repeat {
        let token = tokens[index]
        if token.text == "(" { depth += 1 }
        if token.text == ")" { depth -= 1 }
        if depth == 1, token.text == "," {
          items.append([])
        } else if depth > 0, !(depth == 1 && token.text == "(" && items == [[]]) {
          items[items.count - 1].append(token)
        }
        index += 1
      } while depth > 0 && index < tokens.count
      rows.append(SeedRow(table: table, columns: columns, values: items.map(literal)))
      guard index < tokens.count, tokens[index].text == "," else { break }
      place = index
    }
    return rows
  }

  private static func literal(_ tokens: [SQLToken]) -> DatabaseValue? {
    let reader = OperandReader(tokens: tokens) { _ in false }
    guard let (value, end) = reader.literal(at: 0), end == tokens.count else { return nil }
    return value
  }

  /// The literals of the columns of a unique key; empty if no key consists of literals.
  func key(of layout: TableLayout, _ db: Database) throws -> [SQLName: DatabaseValue] {
    let names = columns ?? layout.columns.map { SQLName($0.name) }
    guard names.count == values.count else { return [:] }
    let given = Dictionary(
      zip(names, values).compactMap { name, value in value.map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let primary = layout.keyColumns.map { SQLName(layout.columns[$0].name) }
    let indexes = try db.allIndexes(on: layout.name, in: "main").filter(\.isUnique)
    let keys = [primary] + indexes.map { $0.columns.map(SQLName.init(_:)) }
    guard let key = keys.first(where: { !$0.isEmpty && $0.allSatisfy { given[$0] != nil } }) else {
      return [:]
    }
    return given.filter { key.contains($0.key) }
  }
}
