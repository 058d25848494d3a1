/// One statement of a script, with its place.
public struct ScriptStatement: Sendable, Hashable {
  /// The text of the statement, from its first token to its semicolon.
  public let sql: String
  /// The place of its first token.
  public let location: ScriptLocation

  /// Creates a statement; the parameters are the properties.
  public init(sql: String, location: ScriptLocation) {
    self.sql = sql
    self.location = location
  }

  /// Returns the place of a byte of the statement; one beyond its end is taken for the end.
  ///
  /// - Parameter offset: The offset in UTF-8 bytes from the start of the statement.
  /// - Returns: The place in the file.
  /// - Complexity: O(*n*) for *n* bytes.
  package func location(at offset: Int) -> ScriptLocation {
    location.advanced(over: sql.utf8.prefix(max(0, offset)))
  }
}
