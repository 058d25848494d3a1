/// Splits SQL into tokens without losing a byte.
public enum SQLTokenizer {
  /// Returns the tokens of SQL; joined together they are the original string.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The tokens in order, each with at least one byte.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func tokens(of text: String) -> [SQLToken] {
    var text = text
    return text.withUTF8 { bytes in
      var result: [SQLToken] = []
      result.reserveCapacity(bytes.count / 4)
      for lexeme in SQLScanner(bytes) { result.append(token(lexeme, of: bytes)) }
      return result
    }
  }

  /// Returns the first token that is not white space or a comment.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The token, or `nil` if there are only white space and comments.
  public static func firstToken(of text: String) -> SQLToken? {
    var text = text
    return text.withUTF8 { bytes in first(in: bytes).map { token($0, of: bytes) } }
  }

  /// Returns the text of the first token that is not white space or a comment, as a name.
  ///
  /// This is cheaper than ``firstToken(of:)``, which also determines whether a word is a keyword.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The text, or `nil` if there are only white space and comments.
  package static func firstWord(of text: String) -> SQLName? {
    var text = text
    return text.withUTF8 { bytes in first(in: bytes).map { SQLName(string($0, in: bytes)) } }
  }

  /// Returns whether a text is a single expression, which cannot end the enclosing statement.
  ///
  /// - Parameter text: Any string.
  /// - Returns: `false` also for a comment, a parameter, or several expressions.
  package static func isExpression(_ text: String) -> Bool { expressions(in: text)?.count == 1 }

  /// Splits a list of expressions at its commas.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The expressions, or `nil` if one is empty or could end the enclosing statement.
  package static func expressions(in text: String) -> [String]? {
    var depth = 0
    var parts = [""]
    for token in tokens(of: text) {
      switch token.text {
      case "(": depth += 1
      case ")": depth -= 1
      case ";": return nil
      default: break
      }
      if depth < 0 || token.kind == .invalid || token.kind == .variable { return nil }
      if depth == 0, token.text == "," {
        parts.append("")
      } else {
        parts[parts.count - 1] += token.isTrivia ? " " : token.text
      }
    }
    let expressions = parts.map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let isWhole = depth == 0 && !expressions.contains("") && !text.contains("--")
    return isWhole ? expressions : nil
  }

  private static func first(in bytes: UnsafeBufferPointer<UInt8>) -> SQLScanner.Lexeme? {
    SQLScanner(bytes).first { $0.kind != .whitespace && $0.kind != .comment }
  }

  private static func string(
    _ lexeme: SQLScanner.Lexeme, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String {
    String(decoding: bytes[lexeme.range], as: UTF8.self)
  }

  private static func token(
    _ lexeme: SQLScanner.Lexeme, of bytes: UnsafeBufferPointer<UInt8>
  ) -> SQLToken {
    let text = string(lexeme, in: bytes)
    let isKeyword = lexeme.kind == .identifier && SQLKeywords.contains(text)
    return SQLToken(kind: isKeyword ? .keyword : lexeme.kind, text: text)
  }
}
