/// The text of an SQL file, with the name under which errors speak of it, cut into its statements.
public struct SQLScript: Sendable, Hashable {
  /// The file, as it is shown to a person.
  public let file: String
  /// What is run.
  public let text: String
  /// The whole file; where only a part of it is run, the rest is blank in ``text``, so that offsets,
  /// lines and columns are the same in both.
  public let source: String
  /// The statements in order, or why the text cannot be cut into them.
  public let parsed: Result<[ScriptStatement], ScriptProblem>

  /// Creates a script that is run whole.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - text: The whole text.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(file: String, text: String) {
    self.init(file: file, source: text, text: text, bytes: Array(text.utf8))
  }

  /// Creates a script of which only parts are run.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - source: The whole text.
  ///   - parts: The parts that are run, in UTF-8 offsets; in order, without overlap, and each at the
  ///     border of characters. Offsets beyond the end are cut.
  ///   - endsParts: Whether a statement ends where its part does, whatever its last character.
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
      file: file, source: source, text: String(decoding: blanked, as: UTF8.self), bytes: blanked,
      ends: endsParts ? parts.map(\.upperBound) : [])
  }

  private init(file: String, source: String, text: String, bytes: [UInt8], ends: [Int] = []) {
    self.file = file
    self.source = source
    self.text = text
    parsed = Result { () throws(ScriptProblem) in
      try ScriptSplitter.statements(of: bytes, endingAt: ends, file: file)
    }
  }
}
