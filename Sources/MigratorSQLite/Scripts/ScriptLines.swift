/// Turns byte offsets of a script into lines and columns.
struct ScriptLines {
  private let file: String
  private let bytes: [UInt8]
  private let starts: [Int]

  /// Creates the table of lines.
  ///
  /// - Parameters:
  ///   - file: The file, as it is shown to a person.
  ///   - bytes: The script in UTF-8.
  /// - Complexity: O(*n*).
  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
    starts = [0] + bytes.indices.lazy.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// Returns the place of an offset; one beyond the end is taken for the end.
  ///
  /// - Parameter offset: The offset in UTF-8 bytes.
  /// - Returns: The place.
  /// - Complexity: O(log *n*) in the number of lines, plus the length of the line.
  func location(at offset: Int) -> ScriptLocation {
    let offset = min(max(0, offset), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var start = starts[low]
    // A byte order mark is no column.
    if start == 0, offset >= 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    let column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
    return ScriptLocation(file: file, line: low + 1, column: column, offset: offset)
  }
}

extension SQLScript {
  /// Lists the statements without running them.
  ///
  /// - Returns: The statements, in order.
  /// - Throws: ``ScriptError`` when a text, name, comment or trigger has no end, or at a NUL
  ///   character.
  /// - Complexity: O(*n*).
  public func statements() throws(ScriptError) -> [ScriptStatement] {
    let bytes = Array(text.utf8)
    let lines = ScriptLines(file: file, bytes: bytes)
    do throws(ScriptProblem) {
      return try ScriptSplitter.statements(in: bytes).map { range in
        ScriptStatement(
          sql: String(decoding: bytes[range], as: UTF8.self),
          location: lines.location(at: range.lowerBound))
      }
    } catch {
      throw ScriptError(
        kind: error.kind, statement: nil, location: lines.location(at: error.offset))
    }
  }
}
