package import SQLSyntax

/// Reads the tokens of a statement, without white space and comments.
package struct TokenReader {
  private let tokens: [SQLToken]
  private(set) var position = 0

  package init(_ sql: String) {
    self.init(SQLTokenizer.tokens(of: sql))
  }

  package init(_ tokens: some Sequence<SQLToken>) {
    self.tokens = tokens.filter { !$0.isTrivia }
  }

  var next: SQLToken? { position < tokens.count ? tokens[position] : nil }

  /// All tokens, whether read or not.
  var allTokens: [SQLToken] { tokens }

  /// True if only closing semicolons are left.
  package var isAtEnd: Bool { tokens[position...].allSatisfy { $0.text == ";" } }

  /// Returns whether the next tokens are these bare words, without reading them.
  func isAt(_ words: SQLName...) -> Bool { isAt(words) }

  private func isAt(_ words: [SQLName]) -> Bool {
    guard position + words.count <= tokens.count else { return false }
    return zip(tokens[position...], words).allSatisfy { $0.isWord($1) }
  }

  /// Reads the words if they come next; returns whether they did.
  package mutating func skip(_ words: SQLName...) -> Bool {
    guard isAt(words) else { return false }
    position += words.count
    return true
  }

  package mutating func take() -> SQLToken? {
    guard let token = next else { return nil }
    position += 1
    return token
  }

  /// Reads a name: a non-reserved word, a quoted name, or a string literal used as a name.
  mutating func name() -> String? {
    guard let token = next, Self.isName(token) else { return nil }
    position += 1
    return token.unquoted
  }

  static func isName(_ token: SQLToken) -> Bool {
    switch token.kind {
    case .identifier, .string: return true
    case .keyword: return !SQLKeywords.reserved.contains(token.text.asciiUppercased)
    default: return false
    }
  }

  /// Reads `schema.name` or `name` and returns the last part.
  mutating func qualifiedName() -> String? {
    guard let first = name() else { return nil }
    return skip(".") ? name() : first
  }

  /// Reads a group including its parentheses.
  ///
  /// Returns `nil` and reads nothing if no group follows, or if it is not closed.
  package mutating func group() -> ArraySlice<SQLToken>? {
    guard isAt("(") else { return nil }
    var depth = 0
    for index in position..<tokens.count where tokens[index].kind == .punctuation {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      defer { position = index + 1 }
      return tokens[position...index]
    }
    return nil
  }

  /// Reads the remaining tokens, without a closing semicolon.
  package mutating func rest() -> ArraySlice<SQLToken> {
    defer { position = tokens.count }
    var rest = tokens[position...]
    while rest.last?.text == ";" { rest.removeLast() }
    return rest
  }

  func tokens(from start: Int) -> ArraySlice<SQLToken> { tokens[start..<position] }

  /// Splits a key column or expression from its order, and from `AUTOINCREMENT` in a primary key.
  static func keyColumn(
    _ tokens: ArraySlice<SQLToken>
  ) -> (key: ArraySlice<SQLToken>, isDescending: Bool) {
    var key = tokens
    // A single word is a name, even if it is `desc`.
    if key.count > 1, key.last?.isWord("AUTOINCREMENT") == true { key.removeLast() }
    guard key.count > 1, let last = key.last else { return (key, false) }
    let isDescending = last.isWord("DESC")
    return (isDescending || last.isWord("ASC") ? key.dropLast() : key, isDescending)
  }

  /// Splits the contents of a group at its top-level commas.
  package static func items(of group: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var items: [ArraySlice<SQLToken>] = []
    var depth = 0
    var start = group.startIndex + 1
    let end = group.endIndex - 1
    guard start <= end else { return [] }
    for index in start..<end where group[index].kind == .punctuation {
      switch group[index].text {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        items.append(group[start..<index])
        start = index + 1
      default: break
      }
    }
    items.append(group[start..<end])
    return items
  }
}
