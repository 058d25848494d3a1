internal import SQLSyntax

/// Finds columns that a CHECK restricts to certain strings: `CHECK (state IN ('open', 'done'))`.
enum CheckedStrings {
  /// Returns the allowed strings of each such column of a `CREATE TABLE` statement, in source
  /// order.
  ///
  /// Returns none if the table names a collation: other strings could compare equal.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func choices(in sql: String) -> [SQLName: [String]] {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard !tokens.contains(where: { $0.isWord("COLLATE") }) else { return [:] }
    var found: [SQLName: [String]] = [:]
    for index in tokens.indices where tokens[index].isWord("CHECK") {
      guard let (column, texts) = choice(tokens[(index + 1)...]) else { continue }
      // With two checks on a column, neither list is the complete rule.
      if found.updateValue(texts, forKey: column) != nil { found[column] = [] }
    }
    return found
  }

  /// Parses `( column IN ( 'text', … ) )`.
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
