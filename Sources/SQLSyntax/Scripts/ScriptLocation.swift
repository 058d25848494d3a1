/// A location in an SQL file.
public struct ScriptLocation: Sendable, Hashable {
  /// The file name for messages.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The offset in UTF-8 bytes from the start of the file.
  public let offset: Int

  /// Creates a location from its properties.
  public init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }

  package init(startOf file: String) {
    self.init(file: file, line: 1, column: 1, offset: 0)
  }

  /// Returns the location after a piece of the file that begins here.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func advanced(over bytes: some BidirectionalCollection<UInt8>) -> ScriptLocation {
    let newlines = bytes.count { $0 == UInt8(ascii: "\n") }
    var rest = bytes[...]
    if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
      rest = bytes[bytes.index(after: newline)...]
    } else if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      rest = bytes.dropFirst(3)  // The byte order mark does not count as a column.
    }
    return ScriptLocation(
      file: file, line: line + newlines,
      column: (newlines == 0 ? column : 1) + String(decoding: rest, as: UTF8.self).count,
      offset: offset + bytes.count)
  }
}
