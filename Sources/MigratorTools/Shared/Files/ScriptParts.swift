import MigratorEngine

/// A script whose statements end at a tool's own delimiter, not only at semicolons.
struct ScriptParts {
  /// The script to run: the original script, or its parts between the delimiters.
  let script: SQLScript
  let parts: [String]

  /// Splits a script; returns `nil` if the parts are not complete statements.
  ///
  /// The script runs unchanged if every part ends with a semicolon and the delimiter is white space
  /// or a comment to SQLite. Otherwise the delimiters are blanked and the parts end there. This is
  /// impossible for a delimiter that begins with a newline, which also occurs within statements.
  init?(_ whole: SQLScript, endingAt mark: String) {
    let bytes = Array(whole.text.utf8)
    let mark = Array(mark.utf8)
    guard !mark.isEmpty else { return nil }
    var ranges: [Range<Int>] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
        ranges.append(start..<index)
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    ranges.append(start..<bytes.count)
    var parts: [String] = []
    var wanted = 0
    for range in ranges {
      let part = SQLScript(
        file: whole.file, text: String(decoding: bytes[range], as: UTF8.self))
      guard let count = Self.count(part) else { return nil }
      if count > 0 { parts.append(part.text) }
      wanted += count
    }
    var candidates = [whole]
    if mark[0] != UInt8(ascii: "\n") {
      candidates.append(
        SQLScript(file: whole.file, source: whole.text, running: ranges, endsParts: true))
    }
    guard let script = candidates.first(where: { Self.count($0) == wanted }) else { return nil }
    self.script = script
    self.parts = parts
  }

  private static func count(_ script: SQLScript) -> Int? { try? script.statements().count }
}
