internal import SQLSyntax

/// Normalizes SQL so that statements with the same meaning can be compared.
///
/// White space, comments and needless quotes are removed. Keywords become upper case, and names
/// before a parenthesis become lower case.
///
/// `sqlite_master.sql` depends on history: `ALTER TABLE … RENAME` quotes the new name, and
/// `ADD COLUMN` appends the user's SQL. The SQL of equal schemas can therefore differ.
/// Source: <https://www.sqlite.org/schematab.html>.
public enum SQLNormalizer {
  /// Returns the normal form of SQL: its tokens, separated by single spaces.
  ///
  /// Use the result only for comparison, not to run or show it.
  ///
  /// - Parameter sql: Any SQL.
  /// - Returns: The normal form, which is equal for SQL that differs only in white space, comments,
  ///   needless quotes and keyword case.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func normalized(_ sql: String) -> String {
    normalized(SQLTokenizer.tokens(of: sql))
  }

  static func normalized(
    _ tokens: some Sequence<SQLToken>, foldsNames: Bool = false
  ) -> String {
    let tokens = tokens.filter { !$0.isTrivia }
    var words = tokens.map(canonical)
    // The names of functions and types are case-insensitive.
    for index in words.indices where tokens[index].kind == .identifier {
      guard foldsNames || tokens.dropFirst(index + 1).first?.text == "(" else { continue }
      words[index] = words[index].asciiLowercased
    }
    while words.last == ";" { words.removeLast() }
    return words.joined(separator: " ")
  }

  static func canonical(_ token: SQLToken) -> String {
    switch token.kind {
    case .keyword: return token.text.asciiUppercased
    case .identifier: return canonicalName(token)
    case .blob: return token.text.asciiUppercased
    default: return token.text
    }
  }

  private static func canonicalName(_ token: SQLToken) -> String {
    guard let name = SQLQuoting.unquoted(token.text) else {
      let upper = token.text.asciiUppercased
      return SQLKeywords.valueWords.contains(upper) ? upper : token.text
    }
    let upper = name.asciiUppercased
    // `"true"` is a name or a string, `true` is a value: these quotes are significant.
    if SQLKeywords.valueWords.contains(upper) { return name.quotedDatabaseIdentifier }
    // A word like KEY is a name even without quotes; `"key"` and `key` are the same column.
    if SQLKeywords.fallback.contains(upper) { return upper }
    if SQLKeywords.reserved.contains(upper) || !isBareWord(name) {
      return name.quotedDatabaseIdentifier
    }
    return name
  }

  /// True if a name needs no quotes, apart from keywords.
  private static func isBareWord(_ name: String) -> Bool {
    let tokens = SQLTokenizer.tokens(of: name)
    return tokens.count == 1 && (tokens[0].kind == .identifier || tokens[0].kind == .keyword)
      && SQLQuoting.unquoted(name) == nil
  }
}
