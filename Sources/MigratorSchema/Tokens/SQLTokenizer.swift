/// Cuts SQL text into tokens without losing a byte.
///
/// The rules are those of SQLite's `tokenize.c`: quotes are doubled to stand in a text, a comment
/// may stay open to the end, bytes from 0x80 up belong to names. Nothing is refused: what is no
/// token is an ``SQLToken/Kind/invalid`` one.
/// Source: <https://www.sqlite.org/src/file/src/tokenize.c>.
public enum SQLTokenizer {
  /// Returns the tokens of a text; joined together they are the text again.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The tokens in order, none of them empty.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func tokens(of text: String) -> [SQLToken] {
    let bytes = Array(text.utf8)
    var result: [SQLToken] = []
    result.reserveCapacity(bytes.count / 4)
    var start = 0
    while start < bytes.count {
      var scanner = Scanner(bytes: bytes, position: start)
      let kind = scanner.scan()
      let text = String(decoding: bytes[start..<scanner.position], as: UTF8.self)
      result.append(SQLToken(kind: kind, text: text))
      start = scanner.position
    }
    return result
  }
}

/// Reads one token.
private struct Scanner {
  let bytes: [UInt8]
  var position: Int

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func scan() -> SQLToken.Kind {
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
      return quoted(by: first) ? .string : .invalid
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(by: first) ? .identifier : .invalid
    case UInt8(ascii: "["):
      skip { $0 != UInt8(ascii: "]") }
      guard position < bytes.count else { return .invalid }
      position += 1
      return .identifier
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
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return second == UInt8(ascii: "'") ? blob() : word()
    case 0xEF where second == 0xBB && byte(at: position + 2) == 0xBF:
      position += 3  // SQLite reads a byte order mark as white space.
      return .whitespace
    default:
      return Self.isWordStart(first) ? word() : symbol()
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private mutating func blockComment() -> SQLToken.Kind {
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), byte(at: position + 1) == UInt8(ascii: "/") {
        position += 2
        return .comment
      }
      position += 1
    }
    return .comment  // SQLite takes an open comment to end with the text.
  }

  /// Reads a quoted text in which the quote is doubled; tells whether it closes.
  private mutating func quoted(by quote: UInt8) -> Bool {
    position += 1
    while position < bytes.count {
      guard bytes[position] == quote else {
        position += 1
        continue
      }
      guard byte(at: position + 1) == quote else {
        position += 1
        return true
      }
      position += 2
    }
    return false
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
    guard position < bytes.count, Self.isWordPart(bytes[position]) else { return .number }
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

  private mutating func variable() -> SQLToken.Kind {
    let start = position
    position += 1
    skip(while: Self.isWordPart)
    return position > start + 1 ? .variable : .invalid
  }

  private mutating func blob() -> SQLToken.Kind {
    let start = position
    position += 2
    skip(while: Self.isHexDigit)
    let digits = position - start - 2
    if byte(at: position) == UInt8(ascii: "'"), digits.isMultiple(of: 2) {
      position += 1
      return .blob
    }
    position = start + 1
    _ = quoted(by: UInt8(ascii: "'"))
    return .invalid
  }

  private mutating func word() -> SQLToken.Kind {
    let start = position
    skip(while: Self.isWordPart)
    guard position - start <= SQLKeywords.longest else { return .identifier }
    let upper = bytes[start..<position].map { Self.isLower($0) ? $0 & 0xDF : $0 }
    return SQLKeywords.contains(String(decoding: upper, as: UTF8.self)) ? .keyword : .identifier
  }

  private static let operators: [[UInt8]] = [
    "->>", "->", "||", "<<", ">>", "<=", ">=", "<>", "!=", "==",
  ].map { Array($0.utf8) }

  private mutating func symbol() -> SQLToken.Kind {
    for candidate in Self.operators where bytes[position...].starts(with: candidate) {
      position += candidate.count
      return .operator
    }
    let single = bytes[position]
    position += 1
    return "+-*/%=<>&|~".utf8.contains(single) ? .operator : .invalid
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
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
