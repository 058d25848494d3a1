import MigratorEngine

/// A line of a file, with its place.
struct SourceLine {
  /// The text, without its newline.
  let text: Substring
  /// Where it begins.
  let place: ScriptLocation
  /// Where it ends, before its newline, in bytes of UTF-8.
  var end: Int { place.offset + text.utf8.count }

  /// Cuts a text at its newlines.
  static func lines(of text: String, in file: String) -> [SourceLine] {
    var offset = 0
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { index, bytes in
        defer { offset += bytes.count + 1 }
        return SourceLine(
          text: Substring(bytes),
          place: ScriptLocation(file: file, line: index + 1, column: 1, offset: offset))
      }
  }
}
