internal import SQLSyntax

/// Brings SQL texts that mean the same into one form, so that they can be compared.
///
/// White space and comments go, keywords become upper case, names lose the quotes they do not need,
/// names before a parenthesis become lower case.
/// `sqlite_master.sql` depends on history: `ALTER TABLE … RENAME` quotes the new name and `ADD
/// COLUMN` appends the user's text, so equal schemas are not equal texts.
/// Source: <https://www.sqlite.org/schematab.html>.
public enum SQLNormalizer {
  /// Returns the normal form of a text: tokens with one space in between.
  ///
  /// The result is for comparing, not for running or showing.
  ///
  /// - Parameter sql: Any text.
  /// - Returns: The normal form; equal for texts that differ only in white space, comments,
  ///   needless quotes and the case of keywords.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func normalized(_ sql: String) -> String {
    normalized(SQLTokenizer.tokens(of: sql))
  }

  static func normalized(
    _ tokens: some Sequence<SQLToken>, foldsNames: Bool = false
  ) -> String {
    let tokens = tokens.filter { !$0.isTrivia }
    var words = tokens.map(canonical)
    // The case of a function's name, or a type's, means nothing.
    for index in words.indices where tokens[index].kind == .identifier {
      guard foldsNames || tokens.dropFirst(index + 1).first?.text == "(" else { continue }
      words[index] = words[index].asciiLowercased
    }
    while words.last == ";" { words.removeLast() }
    return words.joined(separator: " ")
  }

  /// Returns the comparable form of one token.
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
    // `"true"` is a name or a text, `true` is a value: here the quotes mean something.
    if SQLKeywords.valueWords.contains(upper) { return name.quotedDatabaseIdentifier }
    // A word like KEY is a name without quotes as well; `"key"` and `key` are the same column.
    if SQLKeywords.fallback.contains(upper) { return upper }
    if SQLKeywords.reserved.contains(upper) || !isBareWord(name) {
      return name.quotedDatabaseIdentifier
    }
    return name
  }

  /// Tells whether a name can stand without quotes, keywords aside.
  private static func isBareWord(_ name: String) -> Bool {
    let tokens = SQLTokenizer.tokens(of: name)
    return tokens.count == 1 && (tokens[0].kind == .identifier || tokens[0].kind == .keyword)
      && SQLQuoting.unquoted(name) == nil
  }
}
