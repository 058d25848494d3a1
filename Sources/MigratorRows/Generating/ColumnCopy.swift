internal import MigratorSQLite

/// A column that an `INSERT … SELECT` copies unchanged to a column of another table.
struct ColumnCopy: Sendable {
  let column: SQLName
  /// The tables that may have the column.
  let sources: Set<SQLName>
  let destination: SQLName
  let destinationColumn: SQLName

  /// Reads the copies of a statement whose columns are listed.
  ///
  /// - Parameters:
  ///   - tokens: The statement, without white space and comments.
  ///   - tables: The tables that it mentions.
  /// - Returns: The copies.
  static func all(in tokens: [SQLToken], tables: Set<SQLName>) -> [ColumnCopy] {
    guard tokens.first?.isWord("INSERT") == true,
      let into = tokens.firstIndex(where: { $0.isWord("INTO") }),
      let open = tokens[into...].firstIndex(where: { $0.text == "(" }),
      let destination = tokens[open - 1].name,
      let select = tokens[open...].firstIndex(where: { $0.isWord("SELECT") })
    else { return [] }
    let columns = items(tokens[(open + 1)...]).map { $0.count == 1 ? $0[0].name : nil }
    let values = items(tokens[(select + 1)...])
    guard columns.count == values.count else { return [] }
    return zip(columns, values).compactMap { column, value in
      guard let column, let source = source(value) else { return nil }
      let owner = source.qualifier.flatMap { table(named: $0, in: tokens, of: tables) }
      return ColumnCopy(
        column: source.column, sources: owner.map { [$0] } ?? tables.subtracting([destination]),
        destination: destination, destinationColumn: column)
    }
  }

  /// The table to which a qualifier refers, by its name or its alias; `nil` for a subquery.
  private static func table(
    named qualifier: SQLName, in tokens: [SQLToken], of tables: Set<SQLName>
  ) -> SQLName? {
    if tables.contains(qualifier) { return qualifier }
    return tokens.indices.dropFirst().lazy.filter { tokens[$0].name == qualifier }.compactMap {
      let before = tokens[$0 - 1].isWord("AS") && $0 > 1 ? $0 - 2 : $0 - 1
      return tokens[before].name.flatMap { tables.contains($0) ? $0 : nil }
    }.first
  }

  /// The parts of a list that ends with a closing parenthesis or with `FROM`.
  private static func items(_ tokens: ArraySlice<SQLToken>) -> [[SQLToken]] {
    var items: [[SQLToken]] = [[]]
    var depth = 0
    for token in tokens {
      if depth == 0, token.text == ")" || token.isWord("FROM") { break }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0, token.text == "," {
        items.append([])
      } else {
        items[items.count - 1].append(token)
      }
    }
    return items
  }

  /// The name of a column, which may be qualified and may be followed by an alias.
  private static func source(
    _ value: [SQLToken]
  ) -> (qualifier: SQLName?, column: SQLName)? {
    var value = value
    if value.count > 2, value[value.count - 2].isWord("AS") { value.removeLast(2) }
    if value.first?.isWord("DISTINCT") == true { value.removeFirst() }
    switch value.count {
    case 1: return value[0].kind == .identifier ? value[0].name.map { (nil, $0) } : nil
    case 3: return value[1].text == "." ? value[2].name.map { (value[0].name, $0) } : nil
    default: return nil
    }
  }
}
