/// An SQL file, split into statements.
public struct SQLScript: Sendable, Hashable {
  /// The file name for messages.
  public let file: String
  /// The SQL that is run.
  public let text: String
  /// The contents of the whole file.
  ///
  /// If only parts of it are run, the rest is blank in ``text``, so that offsets, lines and columns
  /// are the same in both.
  public let source: String
  /// The statements in order, or the reason why they cannot be separated.
  public let parsed: Result<ScriptStatements, ScriptProblem>

  /// Creates a script that is run completely.
  ///
  /// - Parameters:
  ///   - file: The file name for messages.
  ///   - text: The contents of the file.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(file: String, text: String) {
    self.init(file: file, source: text, text: text)
  }

  /// Creates a script of which only parts are run.
  ///
  /// - Parameters:
  ///   - file: The file name for messages.
  ///   - source: The contents of the file.
  ///   - parts: The parts that are run, in UTF-8 offsets. They must be in order, must not overlap,
  ///     and must begin and end at character boundaries. Offsets beyond the end are clamped.
  ///   - endsParts: True if the end of a part also ends its last statement.
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
    self.init(
      file: file, source: source, text: String(decoding: blanked, as: UTF8.self),
      ends: endsParts ? parts.map(\.upperBound) : [])
  }

  private init(file: String, source: String, text: String, ends: [Int] = []) {
    var text = text
    let places = text.withUTF8 { bytes in
      Result { () throws(ScriptProblem) in
        try ScriptSplitter.places(in: bytes, endingAt: ends, file: file)
      }
    }
    self.file = file
    self.source = source
    self.text = text
    parsed = places.map { [text] in ScriptStatements(file: file, text: text, places: $0) }
  }
}
