/// Splits SQL into tokens byte by byte, without copying.
///
/// Use it only while the bytes are valid, such as in the closure of `String.withUTF8`.
///
/// Follows the rules of SQLite's `tokenize.c`: embedded quotes are doubled, a comment may extend to
/// the end, and bytes from 0x80 belong to names. Bytes that do not form a token become an
/// ``SQLToken/Kind/invalid`` one.
/// Source: <https://www.sqlite.org/src/file/src/tokenize.c>.
struct SQLScanner: Sequence, IteratorProtocol {
  struct Lexeme {
    /// The kind; a bare word is an identifier, even if it is a keyword.
    let kind: SQLToken.Kind
    let range: Range<Int>
    /// True for an unterminated quote or comment.
    let isOpen: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var position: Int
  private var isOpen = false

  /// Starts at the beginning of the bytes, or of a range.
  ///
  /// The tokens of a range do not depend on the bytes outside it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>? = nil) {
    self.bytes = bytes
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Returns the next token, or `nil` at the end; every byte belongs to a token.
  mutating func next() -> Lexeme? {
    guard position < end else { return nil }
    let start = position
    isOpen = false
    let kind = scan()
    return Lexeme(kind: kind, range: start..<position, isOpen: isOpen)
  }

  /// Returns the next token that is neither white space nor a comment, or `nil` at the end.
  mutating func nextSignificant() -> Lexeme? {
    while let lexeme = next() {
      if lexeme.kind != .whitespace, lexeme.kind != .comment { return lexeme }
    }
    return nil
  }

  private func byte(at index: Int) -> UInt8 { index < end ? bytes[index] : 0 }

  private mutating func scan() -> SQLToken.Kind {
    let first = bytes[position]
    let second = byte(at: position + 1)
    switch first {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
      skip(while: Self.isSpace)
      return .whitespace
    case UInt8(ascii: "-") where second == UInt8(ascii: "-"):
      skip { $0 != UInt8(ascii: "\n") }
      return .comment
    case UInt8(ascii: "/") where second == UInt8(ascii: "*"):
      return blockComment()
    case UInt8(ascii: "'"):
      return quoted(as: .string)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(as: .identifier)
    case UInt8(ascii: "["):
      skip { $0 != UInt8(ascii: "]") }
      return close() ? .identifier : .invalid
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"):
      position += 1
      return .punctuation
    case UInt8(ascii: "."):
      guard Self.isDigit(second) else {
        position += 1
        return .punctuation
      }
      return number()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return number()
    case UInt8(ascii: "?"):
      position += 1
      skip(while: Self.isDigit)
      return .variable
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"):
      return variable()
    case UInt8(ascii: "x") where second == UInt8(ascii: "'"),
      UInt8(ascii: "X") where second == UInt8(ascii: "'"):
      return blob()
    case 0xEF where second == 0xBB && byte(at: position + 2) == 0xBF:
      position += 3  // SQLite treats a byte order mark as white space.
      return .whitespace
    case _ where Self.isWordStart(first):
      skip(while: Self.isWordPart)
      return .identifier
    default:
      return symbol(first, second)
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < end, condition(bytes[position]) { position += 1 }
  }

  /// Reads the closing quote, or records that it is missing.
  private mutating func close() -> Bool {
    isOpen = position == end
    if !isOpen { position += 1 }
    return !isOpen
  }

  private mutating func blockComment() -> SQLToken.Kind {
    position += 2
    while position < end {
      if bytes[position] == UInt8(ascii: "*"), byte(at: position + 1) == UInt8(ascii: "/") {
        position += 2
        return .comment
      }
      position += 1
    }
    isOpen = true
    return .comment
  }

  /// Reads a quoted string, in which two quotes represent one.
  private mutating func quoted(as kind: SQLToken.Kind) -> SQLToken.Kind {
    let quote = bytes[position]
    repeat {
      position += 1
      skip { $0 != quote }
      guard close() else { return .invalid }
    } while byte(at: position) == quote
    return kind
  }

  private mutating func number() -> SQLToken.Kind {
    let isHexadecimal =
      bytes[position] == UInt8(ascii: "0") && byte(at: position + 1) | 0x20 == UInt8(ascii: "x")
      && Self.isHexDigit(byte(at: position + 2))
    if isHexadecimal {
      position += 2
      skip { Self.isHexDigit($0) || $0 == UInt8(ascii: "_") }
    } else {
      skip { Self.isDigit($0) || $0 == UInt8(ascii: "_") }
      if byte(at: position) == UInt8(ascii: ".") {
        position += 1
        skip { Self.isDigit($0) || $0 == UInt8(ascii: "_") }
      }
      if byte(at: position) | 0x20 == UInt8(ascii: "e") { exponent() }
    }
    guard position < end, Self.isWordPart(bytes[position]) else { return .number }
    skip(while: Self.isWordPart)
    return .invalid
  }

  private mutating func exponent() {
    let sign = byte(at: position + 1)
    let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard Self.isDigit(byte(at: position + (isSigned ? 2 : 1))) else { return }
    position += isSigned ? 2 : 1
    skip { Self.isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Reads `:name`, `@name`, `#name`, `$name`, or the Tcl form `$name::other(anything)`.
  private mutating func variable() -> SQLToken.Kind {
    position += 1
    var length = 0
    while position < end {
      if Self.isWordPart(bytes[position]) {
        length += 1
        position += 1
      } else if bytes[position] == UInt8(ascii: "("), length > 0 {
        skip { !Self.isSpace($0) && $0 != UInt8(ascii: ")") }
        guard byte(at: position) == UInt8(ascii: ")") else { return .invalid }
        position += 1
        return .variable
      } else if bytes[position] == UInt8(ascii: ":"), byte(at: position + 1) == UInt8(ascii: ":") {
        position += 2
      } else {
        break
      }
    }
    return length > 0 ? .variable : .invalid
  }

  private mutating func blob() -> SQLToken.Kind {
    position += 2
    let start = position
    skip(while: Self.isHexDigit)
    let isWhole =
      byte(at: position) == UInt8(ascii: "'") && (position - start).isMultiple(of: 2)
    skip { $0 != UInt8(ascii: "'") }
    return close() && isWhole ? .blob : .invalid
  }

  private mutating func symbol(_ first: UInt8, _ second: UInt8) -> SQLToken.Kind {
    position += 1
    switch (first, second) {
    case (UInt8(ascii: "-"), UInt8(ascii: ">")):
      position += byte(at: position + 1) == UInt8(ascii: ">") ? 2 : 1
    case (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "="), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: "<"), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: ">"), UInt8(ascii: ">")),
      (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: "!"), UInt8(ascii: "=")):
      position += 1
    default:
      return "+-*/%=<>&|~".utf8.contains(first) ? .operator : .invalid
    }
    return .operator
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
  private static func isWordStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
  }
  private static func isWordPart(_ byte: UInt8) -> Bool {
    isWordStart(byte) || isDigit(byte) || byte == UInt8(ascii: "$")
  }
}
