internal import SQLSyntax

/// Finds the columns of which a CHECK allows certain texts alone: `CHECK (state IN ('open', 'done'))`.
enum ColumnChoices {
  /// Returns the texts of each such column of a `CREATE TABLE` statement, in the order in which
  /// they are written.
  ///
  /// None where a collation is named in the table: there other texts may be equal to those.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func choices(in sql: String) -> [SQLName: [String]] {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard !tokens.contains(where: { $0.isWord("COLLATE") }) else { return [:] }
    var found: [SQLName: [String]] = [:]
    for index in tokens.indices where tokens[index].isWord("CHECK") {
      guard let (column, texts) = choice(tokens[(index + 1)...]) else { continue }
      // Of two checks neither says all.
      if found.updateValue(texts, forKey: column) != nil { found[column] = [] }
    }
    return found
  }

  /// Reads `( column IN ( 'text', … ) )`.
  private static func choice(_ tokens: ArraySlice<SQLToken>) -> (SQLName, [String])? {
    var tokens = tokens
    guard tokens.popFirst()?.isWord("(") == true, let column = tokens.popFirst()?.name,
      tokens.popFirst()?.isWord("IN") == true, tokens.popFirst()?.isWord("(") == true
    else { return nil }
    var texts: [String] = []
    while let token = tokens.popFirst() {
      guard token.kind == .string, !texts.contains(token.unquoted) else { return nil }
      texts.append(token.unquoted)
      guard let next = tokens.popFirst() else { return nil }
      if next.isWord(",") { continue }
      guard next.isWord(")"), tokens.popFirst()?.isWord(")") == true else { return nil }
      return (column, texts)
    }
    return nil
  }
}
