/// Splits SQL into tokens without losing a byte.
public enum SQLTokenizer {
  /// Returns the tokens of SQL; joined together they are the original string.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The tokens in order, each with at least one byte.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func tokens(of text: String) -> [SQLToken] {
    let bytes = Array(text.utf8)
    var result: [SQLToken] = []
    result.reserveCapacity(bytes.count / 4)
    for lexeme in SQLScanner(bytes) { result.append(token(lexeme, of: bytes)) }
    return result
  }

  /// Returns the first token that is not white space or a comment.
  ///
  /// - Parameter text: Any string.
  /// - Returns: The token, or `nil` if there are only white space and comments.
  public static func firstToken(of text: String) -> SQLToken? {
    let bytes = Array(text.utf8)
    let first = SQLScanner(bytes).first { $0.kind != .whitespace && $0.kind != .comment }
    return first.map { token($0, of: bytes) }
  }

  private static func token(_ lexeme: SQLScanner.Lexeme, of bytes: [UInt8]) -> SQLToken {
    let text = String(decoding: bytes[lexeme.range], as: UTF8.self)
    let isKeyword = lexeme.kind == .identifier && SQLKeywords.contains(text)
    return SQLToken(kind: isKeyword ? .keyword : lexeme.kind, text: text)
  }
}
