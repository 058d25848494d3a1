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

  /// Returns the place in the file of a byte of the statement, given as an offset in UTF-8 from its
  /// start; one beyond its end is taken for the end.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func location(at offset: Int) -> ScriptLocation {
    location.advanced(over: sql.utf8.prefix(max(0, offset)))
  }
}
