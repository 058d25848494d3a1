/// A place in an SQL file.
public struct ScriptLocation: Sendable, Hashable {
  /// The file, as it is shown to a person.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in characters, counted from 1.
  public let column: Int
  /// The offset in UTF-8 bytes from the start of the file.
  public let offset: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - line: The line, counted from 1.
  ///   - column: The column in characters, counted from 1.
  ///   - offset: The offset in UTF-8 bytes from the start of the file.
  public init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// One statement of a script, with its place.
public struct ScriptStatement: Sendable, Hashable {
  /// The text of the statement, from its first token to its semicolon.
  public let sql: String
  /// The place of its first token.
  public let location: ScriptLocation

  /// Creates a statement.
  ///
  /// - Parameters:
  ///   - sql: The text of the statement.
  ///   - location: The place of its first token.
  public init(sql: String, location: ScriptLocation) {
    self.sql = sql
    self.location = location
  }
}

/// The text of an SQL file, with the name under which errors speak of it.
public struct SQLScript: Sendable, Hashable {
  /// The file, as it is shown to a person.
  public let file: String
  /// The whole text.
  public let text: String

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - text: The whole text.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}
