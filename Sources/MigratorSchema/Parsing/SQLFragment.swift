internal import SQLSyntax

/// A piece of SQL in two forms, for comparison and for display.
struct SQLFragment: Hashable {
  let normal: String
  let readable: String

  /// Creates both forms; types are case-insensitive.
  init(_ tokens: some Collection<SQLToken>, isType: Bool = false) {
    let normal = SQLNormalizer.normalized(tokens)
    self.normal = isType ? normal.asciiLowercased : normal
    readable = Self.joined(tokens)
  }

  /// Creates both forms of a key column or expression, without ASC, DESC or AUTOINCREMENT.
  ///
  /// Column names are case-insensitive.
  init(keyColumn tokens: ArraySlice<SQLToken>) {
    let key = TokenReader.keyColumn(tokens).key
    normal = SQLNormalizer.normalized(key, foldsNames: true)
    readable = Self.joined(key)
  }

  static func == (before: SQLFragment, after: SQLFragment) -> Bool { before.normal == after.normal }
  func hash(into hasher: inout Hasher) { hasher.combine(normal) }

  private static func joined(_ tokens: some Collection<SQLToken>) -> String {
    let tokens = tokens.filter { !$0.isTrivia }
    var result = ""
    var previous: SQLToken?
    var isAfterSign = false
    var isAfterName = false
    for (index, token) in tokens.enumerated() {
      if let previous, !isAfterSign, needsSpace(between: previous, and: token),
        !isAfterName || token.text != "("
      {
        result += " "
      }
      isAfterName = token.kind == .keyword && isName(at: index, in: tokens)
      result +=
        token.kind == .keyword && !isAfterName ? token.text.asciiUppercased : name(token)
      // A sign belongs to its number: `DEFAULT -3`, but `a - 3`.
      let opensTerm = previous.map { $0.kind == .keyword || ["(", ","].contains($0.text) } ?? true
      isAfterSign = opensTerm && (token.text == "-" || token.text == "+")
      previous = token
    }
    return result
  }

  /// True for a keyword used as a name: as a list item, after a dot, or after `REFERENCES`.
  private static func isName(at index: Int, in tokens: [SQLToken]) -> Bool {
    guard SQLKeywords.fallback.contains(tokens[index].text.asciiUppercased),
      !SQLKeywords.valueWords.contains(tokens[index].text.asciiUppercased), index > 0
    else { return false }
    let before = tokens[index - 1]
    if before.text == "." || before.isWord("REFERENCES") { return true }
    let endsItem = index + 1 == tokens.count || [")", ","].contains(tokens[index + 1].text)
    // The keyword in RAISE(ABORT, 'message') is not a name.
    let isOfRaise = index > 1 && tokens[index - 2].isWord("RAISE")
    return endsItem && ["(", ","].contains(before.text) && !isOfRaise
  }

  private static func name(_ token: SQLToken) -> String {
    let normal = SQLNormalizer.canonical(token)
    guard token.kind == .identifier else { return token.text }
    // A fallback keyword used as a quoted name keeps its case for display.
    return normal.hasPrefix("\"") ? normal : token.unquoted
  }

  private static func needsSpace(between previous: SQLToken, and token: SQLToken) -> Bool {
    switch token.text {
    case ",", ")", ".", ";": return false
    case "(": return previous.kind == .keyword || previous.kind == .operator
    default: return previous.text != "(" && previous.text != "."
    }
  }
}
