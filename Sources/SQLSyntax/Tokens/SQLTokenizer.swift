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
