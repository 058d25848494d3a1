/// Cuts SQL into the lexemes that matter for finding the ends of statements.
///
/// The rules are those of SQLite's tokenizer, byte for byte: every byte belongs to one lexeme.
/// Source: <https://www.sqlite.org/src/file/src/tokenize.c>.
struct ScriptScanner {
  /// A piece of the text.
  struct Lexeme: Equatable {
    /// What the piece is.
    let kind: Kind
    /// Its bytes.
    let range: Range<Int>
  }

  /// The kinds of lexeme.
  enum Kind: Equatable {
    /// White space, a comment or a byte order mark.
    case gap
    /// `;`
    case semicolon
    /// A bare word: a keyword, a name or a number.
    case word
    /// A quoted text, name or blob, a variable, or any other character.
    case other
    /// A text, name or comment without its end.
    case unterminated(ScriptError.Unterminated)
  }

  private let bytes: [UInt8]
  private var position = 0

  /// Creates a scanner at the start of a text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next lexeme, or `nil` at the end of the text.
  mutating func next() -> Lexeme? {
    guard position < bytes.count else { return nil }
    let start = position
    let kind = scan()
    return Lexeme(kind: kind, range: start..<position)
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func scan() -> Kind {
    let first = bytes[position]
    switch first {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      skip(while: Self.isSpace)
      return .gap
    case 0xEF where byte(position + 1) == 0xBB && byte(position + 2) == 0xBF:
      position += 3
      return .gap
    case UInt8(ascii: "-") where byte(position + 1) == UInt8(ascii: "-"):
      skip { $0 != 0x0A }
      return .gap
    case UInt8(ascii: "/") where byte(position + 1) == UInt8(ascii: "*"):
      return blockComment()
    case UInt8(ascii: ";"):
      position += 1
      return .semicolon
    case UInt8(ascii: "'"): return quoted(by: first, as: .text)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(by: first, as: .name)
    case UInt8(ascii: "["): return bracketed()
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "#"):
      return variable()
    case _ where Self.isIdentifier(first):
      skip(while: Self.isIdentifier)
      return .word
    default:
      position += 1
      return .other
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    position += 1
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private mutating func blockComment() -> Kind {
    position += 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), byte(position + 1) == UInt8(ascii: "/") {
        position += 2
        return .gap
      }
      position += 1
    }
    return .unterminated(.comment)
  }

  /// A quoted lexeme, in which a doubled quote stands for one quote.
  private mutating func quoted(
    by quote: UInt8, as kind: ScriptError.Unterminated
  ) -> Kind {
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        if byte(position + 1) != quote {
          position += 1
          return .other
        }
        position += 1
      }
      position += 1
    }
    return .unterminated(kind)
  }

  private mutating func bracketed() -> Kind {
    skip { $0 != UInt8(ascii: "]") }
    guard position < bytes.count else { return .unterminated(.name) }
    position += 1
    return .other
  }

  /// `:name`, `@name`, `#name`, `$name`, and the form of Tcl: `$name::other(anything)`.
  private mutating func variable() -> Kind {
    position += 1
    var length = 0
    while position < bytes.count {
      if Self.isIdentifier(bytes[position]) {
        length += 1
        position += 1
      } else if bytes[position] == UInt8(ascii: "("), length > 0 {
        skip { !Self.isSpace($0) && $0 != UInt8(ascii: ")") }
        if byte(position) == UInt8(ascii: ")") { position += 1 }
        break
      } else if bytes[position] == UInt8(ascii: ":"), byte(position + 1) == UInt8(ascii: ":") {
        position += 2
      } else {
        break
      }
    }
    return .other
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
