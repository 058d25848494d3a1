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
  /// What is run.
  public let text: String
  /// The whole file; where only a part of it is run, the rest is blank in ``text``, so that offsets,
  /// lines and columns are the same in both.
  public let source: String

  /// Creates a script that is run whole.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - text: The whole text.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
    source = text
  }

  /// Creates a script of which only parts are run.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - source: The whole text.
  ///   - parts: The parts that are run, in UTF-8 offsets; in order, without overlap, and each at the
  ///     border of characters. Offsets beyond the end are cut.
  ///   - endsParts: Whether a semicolon ends each part, in the place of the byte that follows it.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(
    file: String, source: String, running parts: [Range<Int>], endsParts: Bool = false
  ) {
    let bytes = Array(source.utf8)
    var blanked = bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    for part in parts {
      let part = part.clamped(to: 0..<bytes.count)
      blanked.replaceSubrange(part, with: bytes[part])
    }
    if endsParts {
      for end in parts.map(\.upperBound) where end < blanked.count && blanked[end] == 0x20 {
        blanked[end] = UInt8(ascii: ";")
      }
    }
    self.file = file
    self.source = source
    text = String(decoding: blanked, as: UTF8.self)
  }
}
