/// A piece of Python source, as far as assignments of literals are concerned.
struct PythonToken: Hashable {
  enum Kind: Hashable {
    /// A name, keyword or number.
    case word
    /// A string literal, its escapes resolved; `f"…"` is none.
    case text
    /// Any other character, and strings with expressions in them.
    case mark
  }

  let kind: Kind
  let text: String

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
}

/// One logical line of Python: what stands between line breaks outside brackets.
struct PythonStatement: Hashable {
  /// How many characters stand before it in its line.
  let indentation: Int
  /// The line it begins in, counted from 1.
  let line: Int
  var tokens: [PythonToken] = []
}

/// Cuts Python source into logical lines.
///
/// Source: <https://docs.python.org/3/reference/lexical_analysis.html>. What is not Python gives
/// tokens that mean nothing; nothing fails.
struct PythonTokens {
  private let bytes: [UInt8]
  private var index = 0
  private var lineStart = 0
  private var line = 1
  private var depth = 0
  private var current: PythonStatement?
  private(set) var statements: [PythonStatement] = []

  /// Cuts a text.
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
      add(.mark, String(decoding: [byte], as: UTF8.self))
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth = max(0, depth - 1) }
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
    let isQuote =
      index < bytes.count
      && (bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\""))
    if isQuote, word.count <= 2, word.lowercased().allSatisfy({ "rbuft".contains($0) }) {
      string(prefix: word.lowercased(), at: start)
    } else {
      add(.word, word, at: start)
    }
  }

  private mutating func string(prefix: String, at start: Int? = nil) {
    let begin = start ?? index
    let (beginLine, beginLineStart) = (line, lineStart)
    let quote = bytes[index]
    let isTriple =
      index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
    let isRaw = prefix.contains("r")
    index += isTriple ? 3 : 1
    var content: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        guard isTriple else {
          index += 1
          break
        }
        if index + 2 < bytes.count, bytes[index + 1] == quote, bytes[index + 2] == quote {
          index += 3
          break
        }
      } else if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
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
        // A string in simple quotes that does not end on its line is no string.
        guard isTriple else { break }
        newLine()
        content.append(byte)
        continue
      }
      content.append(byte)
      index += 1
    }
    let isPlain = !prefix.contains("f") && !prefix.contains("t") && !prefix.contains("b")
    add(
      isPlain ? .text : .mark, String(decoding: content, as: UTF8.self), at: begin,
      line: beginLine, lineStart: beginLineStart)
  }

  private mutating func add(
    _ kind: PythonToken.Kind, _ text: String, at start: Int? = nil, line: Int? = nil,
    lineStart: Int? = nil
  ) {
    if current == nil {
      current = PythonStatement(
        indentation: (start ?? index) - (lineStart ?? self.lineStart), line: line ?? self.line)
    }
    current?.tokens.append(PythonToken(kind: kind, text: text))
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
