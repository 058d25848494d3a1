import MigratorEngine

struct SourceLine {
  let text: Substring
  let place: ScriptLocation
  /// The byte offset of the end of the line, before its newline.
  var end: Int { place.offset + text.utf8.count }

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
