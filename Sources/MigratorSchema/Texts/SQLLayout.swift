internal import SQLSyntax

/// Lays out SQL so that each difference is on its own line.
public enum SQLLayout {
  /// Returns a `CREATE TABLE` statement with each column and constraint on its own line.
  ///
  /// Only white space changes; line breaks within a column or constraint are kept. Any other SQL is
  /// returned unchanged.
  ///
  /// - Parameter sql: Any SQL.
  /// - Returns: The formatted SQL; formatting it again does not change it.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func pretty(_ sql: String) -> String {
    let tokens = SQLTokenizer.tokens(of: sql)
    guard isCreateTable(tokens), let body = outerGroup(of: tokens) else { return sql }
    var writer = LayoutWriter()
    writer.write(tokens[..<body.lowerBound])
    writer.write(" (")
    writer.items(of: tokens[(body.lowerBound + 1)..<body.upperBound])
    writer.write(")")
    writer.write(tokens[(body.upperBound + 1)...])
    return writer.text
  }

  private static func isCreateTable(_ tokens: [SQLToken]) -> Bool {
    var reader = TokenReader(tokens.lazy.prefix(24))
    guard reader.skip("CREATE") else { return false }
    _ = reader.skip("TEMP") || reader.skip("TEMPORARY")
    return reader.skip("TABLE")
  }

  private static func outerGroup(of tokens: [SQLToken]) -> Range<Int>? {
    var depth = 0
    var start: Int?
    for (index, token) in tokens.enumerated() {
      // CREATE TABLE … AS SELECT has no columns to lay out.
      if start == nil, token.isWord("AS") { return nil }
      guard token.kind == .punctuation else { continue }
      if token.text == "(" {
        depth += 1
        if start == nil { start = index }
      } else if token.text == ")" {
        depth -= 1
        if depth == 0, let start { return start..<index }
        if depth < 0 { return nil }
      }
    }
    return nil
  }
}

private struct LayoutWriter {
  private(set) var text = ""

  mutating func write(_ string: String) { text += string }

  /// Writes tokens; keeps line breaks if an indent is given, and always those after `--` comments.
  mutating func write(_ tokens: ArraySlice<SQLToken>, indent: String? = nil) {
    var tokens = tokens
    while tokens.last?.kind == .whitespace { tokens.removeLast() }
    var hasWritten = !text.isEmpty && !text.hasSuffix("\n") && !text.hasSuffix(" ")
    var gap = Gap.none
    var endsLine = false
    var depth = 0
    for token in tokens {
      if token.kind == .whitespace {
        let isLine = indent != nil && token.text.utf8.contains(UInt8(ascii: "\n"))
        if hasWritten { gap = isLine ? .line : .space }
        continue
      }
      if token.text == ")" { depth -= 1 }
      if endsLine || (gap == .line && token.text != ",") {
        text += "\n" + (indent ?? "") + String(repeating: "  ", count: max(0, depth + 1))
      } else if gap == .space, token.text != "," {
        text += " "
      }
      if token.text == "(" { depth += 1 }
      text += token.text
      (hasWritten, gap) = (true, .none)
      endsLine = token.kind == .comment && token.text.hasPrefix("--")
    }
    if endsLine { text += "\n" }
  }

  private enum Gap {
    case none, space, line
  }

  /// Writes each column and constraint on its own line, with any comment after its comma.
  mutating func items(of tokens: ArraySlice<SQLToken>) {
    var depth = 0
    var item: [SQLToken] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      index += 1
      if token.text == "(", token.kind == .punctuation { depth += 1 }
      if token.text == ")", token.kind == .punctuation { depth -= 1 }
      guard depth == 0, token.kind == .punctuation, token.text == "," else {
        item.append(token)
        continue
      }
      item.append(token)
      // A comment after the comma on the same line belongs to this column.
      var lookahead = index
      if lookahead < tokens.endIndex, tokens[lookahead].kind == .whitespace,
        !tokens[lookahead].text.utf8.contains(UInt8(ascii: "\n"))
      {
        lookahead += 1
      }
      if lookahead < tokens.endIndex, tokens[lookahead].kind == .comment,
        tokens[lookahead].text.hasPrefix("--")
      {
        item.append(contentsOf: tokens[index...lookahead])
        index = lookahead + 1
      }
      line(item)
      item = []
    }
    line(item)
    if !text.hasSuffix("\n") { text += "\n" }
  }

  private mutating func line(_ item: [SQLToken]) {
    if !text.hasSuffix("\n") { text += "\n" }
    text += "  "
    write(item[...], indent: "  ")
    while text.hasSuffix(" ") { text.removeLast() }
  }
}
