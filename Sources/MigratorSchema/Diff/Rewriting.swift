internal import SQLSyntax

/// Replaces former names in older SQL with current ones, as SQLite does for renames.
///
/// Only used to find other changes; lost tables and columns are never derived from the result.
struct Rewriting {
  let lineage: SchemaLineage
  /// The table to which the column names belong, by its former name.
  let table: SQLName

  private static let beforeTable: [SQLName] = [
    "TABLE", "EXISTS", "REFERENCES", "ON", "FROM", "JOIN", "INTO", "UPDATE",
  ]

  static func isBeforeTable(_ token: SQLToken) -> Bool { beforeTable.contains(where: token.isWord) }

  /// The position within `REFERENCES table (columns)`.
  private enum Reference {
    case none
    case table(SQLName)
    case columns(SQLName)
  }

  /// Returns the tokens with current names, without white space and comments.
  func applied(to tokens: [SQLToken]) -> [SQLToken] {
    let tokens = tokens.filter { !$0.isTrivia }
    guard lineage.hasNewNames else { return tokens }
    var reference = Reference.none
    return tokens.enumerated().map { index, token in
      let previous = index > 0 ? tokens[index - 1] : nil
      switch reference {
      case .table(let table): reference = token.text == "(" ? .columns(table) : .none
      case .columns: if token.text == ")" { reference = .none }
      case .none: break
      }
      guard TokenReader.isName(token) else { return token }
      let name = SQLName(token.unquoted)
      var owner = table
      if case .columns(let referred) = reference { owner = referred }
      if previous?.isWord("REFERENCES") == true { reference = .table(name) }
      let isBeforeDot = index + 1 < tokens.count && tokens[index + 1].text == "."
      let isTable =
        isBeforeDot
        || previous.map(Self.isBeforeTable) == true
      let present =
        (isTable ? lineage.newName(ofTable: name) : nil)
        ?? lineage.newName(ofColumn: name, in: owner)
      return present.map { SQLToken(kind: .identifier, text: $0.quoted) } ?? token
    }
  }
}
