/// One statement of a script, with its location.
public struct ScriptStatement: Sendable, Hashable {
  /// The SQL of the statement, from its first token to its semicolon.
  public let sql: String
  /// The location of its first token.
  public let location: ScriptLocation

  /// Creates a statement from its properties.
  public init(sql: String, location: ScriptLocation) {
    self.sql = sql
    self.location = location
  }

  /// Returns the location of a byte, given as a UTF-8 offset from the start of the statement.
  ///
  /// An offset beyond the end is treated as the end.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func location(at offset: Int) -> ScriptLocation {
    location.advanced(over: sql.utf8.prefix(max(0, offset)))
  }
}
