struct PythonToken: Hashable {
  enum Kind: Hashable {
    case word
    /// A string literal with resolved escapes, but not an f-string.
    case text
    /// Any other character, and strings that contain expressions.
    case mark
  }

  let kind: Kind
  let text: String

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  var opens: Bool { kind == .mark && ["(", "[", "{"].contains(text) }
  var closes: Bool { kind == .mark && [")", "]", "}"].contains(text) }
}

/// A logical line of Python, which ends at a line break outside brackets.
struct PythonStatement: Hashable {
  /// The number of characters before it in its line.
  let indentation: Int
  /// The line in which it begins, counted from 1.
  let line: Int
  var tokens: [PythonToken] = []
}

/// Splits Python source into logical lines.
///
/// Source: <https://docs.python.org/3/reference/lexical_analysis.html>. Invalid source yields
/// meaningless tokens, but no error.
struct PythonTokens {
  private let bytes: [UInt8]
  private var index = 0
  private var lineStart = 0
  private var line = 1
  private var depth = 0
  private var start = PythonStatement(indentation: 0, line: 1)
  private var current: PythonStatement?
  private(set) var statements: [PythonStatement] = []

  /// Splits Python source.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
    while index < bytes.count { next() }
    endStatement()
  }

  private mutating func next() {
    let byte = bytes[index]
    start = PythonStatement(indentation: index - lineStart, line: line)
    switch byte {
    case UInt8(ascii: "\n"):
      newLine()
      if depth == 0 { endStatement() }
    case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0C: index += 1
    case UInt8(ascii: "\\"):
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "\r") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { newLine() }
    case UInt8(ascii: "#"):
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    case UInt8(ascii: "'"), UInt8(ascii: "\""): string(prefix: "")
    case _ where Self.isWord(byte): word()
    case UInt8(ascii: ";") where depth == 0:
      index += 1
      endStatement()
    default:
      let mark = PythonToken(kind: .mark, text: String(decoding: [byte], as: UTF8.self))
      add(mark)
      depth = max(0, depth + (mark.opens ? 1 : 0) - (mark.closes ? 1 : 0))
      index += 1
    }
  }

  private mutating func newLine() {
    index += 1
    line += 1
    lineStart = index
  }

  private mutating func word() {
    let start = index
    while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    let isQuote = index < bytes.count && "'\"".utf8.contains(bytes[index])
    if isQuote, word.count <= 2, word.lowercased().allSatisfy({ "rbuft".contains($0) }) {
      string(prefix: word.lowercased())
    } else {
      add(PythonToken(kind: .word, text: word))
    }
  }

  private mutating func string(prefix: String) {
    let quote = bytes[index]
    let triple = [quote, quote, quote]
    let isTriple = bytes[index...].starts(with: triple)
    let isRaw = prefix.contains("r")
    index += isTriple ? 3 : 1
    var content: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote, !isTriple || bytes[index...].starts(with: triple) {
        index += isTriple ? 3 : 1
        break
      }
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        if isRaw { content.append(byte) }
        index += 1
        let escaped = bytes[index]
        if escaped == UInt8(ascii: "\n") {
          newLine()
          if isRaw { content.append(escaped) }
        } else {
          content.append(isRaw ? escaped : Self.unescaped(escaped))
          index += 1
        }
        continue
      } else if byte == UInt8(ascii: "\n") {
        // A string without triple quotes must end on its line.
        guard isTriple else { break }
        newLine()
        content.append(byte)
        continue
      }
      content.append(byte)
      index += 1
    }
    let isPlain = !prefix.contains { "ftb".contains($0) }
    add(
      PythonToken(kind: isPlain ? .text : .mark, text: String(decoding: content, as: UTF8.self)))
  }

  private mutating func add(_ token: PythonToken) {
    if current == nil { current = start }
    current?.tokens.append(token)
  }

  private mutating func endStatement() {
    if let current { statements.append(current) }
    current = nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (byte >= 48 && byte <= 57)
      || ((byte | 0x20) >= 97 && (byte | 0x20) <= 122)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: byte
    }
  }
}
