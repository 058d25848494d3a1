import MigratorEngine

/// A script whose statements end at a mark of the tool's own rather than at semicolons alone.
struct ScriptParts {
  /// What is run: the script itself, or its parts between the marks.
  let script: SQLScript
  /// The texts between the marks that hold statements.
  let parts: [String]

  /// Cuts a script; `nil` when the parts are not whole statements.
  ///
  /// The script runs as it is where every part ends in a semicolon and the mark says nothing to
  /// SQLite: white space or a comment. Otherwise the marks are blanked and the parts end there, unless
  /// the mark begins with a newline, which stands within statements as well.
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
