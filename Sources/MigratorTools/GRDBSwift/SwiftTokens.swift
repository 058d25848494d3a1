struct SwiftToken: Equatable {
  enum Kind: Equatable {
    case word(String)
    /// A string literal, or `nil` if it has interpolations.
    case string(String?)
    case symbol(Unicode.Scalar)
    /// `#if`, `#elseif`, `#else` or `#endif`, without the condition.
    case condition(String)
  }

  let kind: Kind
  let line: Int

  func `is`(_ symbol: Unicode.Scalar) -> Bool { kind == .symbol(symbol) }

  func isWord(_ word: String) -> Bool { kind == .word(word) }

  var word: String? { if case .word(let word) = kind { word } else { nil } }
}

/// Splits Swift source into tokens, omits comments and resolves string escapes.
///
/// It does not parse Swift's grammar. A regular expression between bare slashes is read as
/// operators. A quotation mark in it begins a string that ends with the line.
/// - Source: The Swift Programming Language, Lexical Structure.
struct SwiftTokenizer {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// Returns the tokens of the source.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  static func tokens(of text: String) -> [SwiftToken] {
    var tokenizer = SwiftTokenizer(text)
    var tokens: [SwiftToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return scalars.indices.contains(index) ? scalars[index] : nil
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < scalars.count {
      if scalars[position] == "\n" { line += 1 }
      position += 1
    }
  }

  private func hasPrefix(_ text: String, at distance: Int = 0) -> Bool {
    text.unicodeScalars.enumerated().allSatisfy { peek(distance + $0.offset) == $0.element }
  }

  private mutating func next() -> SwiftToken? {
    skipBlank()
    guard let scalar = peek() else { return nil }
    let start = line
    if scalar == "#" || scalar == "\"" {
      if let text = string() { return SwiftToken(kind: .string(text.value), line: start) }
    }
    if Self.isOfWord(scalar) || scalar == "`" {
      return SwiftToken(kind: .word(word()), line: start)
    }
    if scalar == "#" {
      for name in ["#if", "#elseif", "#else", "#endif"] where hasPrefix(name) {
        guard peek(name.unicodeScalars.count).map(Self.isOfWord) != true else { continue }
        while let scalar = peek(), scalar != "\n" { advance() }
        return SwiftToken(kind: .condition(name), line: start)
      }
    }
    advance()
    return SwiftToken(kind: .symbol(scalar), line: start)
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isXIDContinue || scalar == "_" || scalar == "$"
  }

  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    if peek() == "`" {
      advance()
      while let scalar = peek(), scalar != "`", scalar != "\n" {
        word.append(scalar)
        advance()
      }
      advance()
      return String(word)
    }
    while let scalar = peek(), Self.isOfWord(scalar) {
      word.append(scalar)
      advance()
    }
    return String(word)
  }

  /// Skips white space and comments, which can be nested.
  private mutating func skipBlank() {
    while let scalar = peek() {
      if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        advance()
      } else if hasPrefix("//") {
        while let scalar = peek(), scalar != "\n" { advance() }
      } else if hasPrefix("/*") {
        var depth = 0
        repeat {
          if hasPrefix("/*") {
            depth += 1
            advance(2)
          } else if hasPrefix("*/") {
            depth -= 1
            advance(2)
          } else {
            advance()
          }
        } while depth > 0 && position < scalars.count
      } else {
        return
      }
    }
  }

  // MARK: Strings

  /// Reads a string literal; returns `nil` if none begins here.
  ///
  /// Its value is `nil` if it has interpolations.
  private mutating func string() -> (value: String?, end: Int)? {
    var hashes = 0
    while peek(hashes) == "#" { hashes += 1 }
    guard peek(hashes) == "\"" else { return nil }
    let isLong = hasPrefix("\"\"\"", at: hashes)
    advance(hashes + (isLong ? 3 : 1))
    let closing =
      String(repeating: "\"", count: isLong ? 3 : 1) + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    var value = String.UnicodeScalarView()
    var isMade = false
    while let scalar = peek() {
      if hasPrefix(closing) {
        advance(closing.unicodeScalars.count)
        break
      }
      // An unterminated string ends with its line.
      if !isLong, scalar == "\n" { break }
      if hasPrefix(escape) {
        advance(escape.unicodeScalars.count)
        if peek() == "(" {
          isMade = true
          skipInterpolation()
        } else {
          value.append(contentsOf: escaped())
        }
        continue
      }
      value.append(scalar)
      advance()
    }
    guard !isMade else { return (nil, position) }
    return (isLong ? Self.unindented(String(value)) : String(value), position)
  }

  /// Skips `( … )`, which can contain strings with parentheses.
  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      guard let token = next() else { return }
      if token.is("(") { depth += 1 }
      if token.is(")") { depth -= 1 }
    } while depth > 0
  }

  private mutating func escaped() -> String.UnicodeScalarView {
    let scalar = peek() ?? "\\"
    advance()
    switch scalar {
    case "n": return "\n".unicodeScalars
    case "t": return "\t".unicodeScalars
    case "r": return "\r".unicodeScalars
    case "0": return "\0".unicodeScalars
    case "u" where peek() == "{":
      var digits = ""
      while let scalar = peek(), scalar != "}", digits.count < 10 {
        if scalar != "{" { digits.unicodeScalars.append(scalar) }
        advance()
      }
      advance()
      let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
      return String(value).unicodeScalars
    // An escaped newline is not part of the string.
    case "\n": return "".unicodeScalars
    default: return String(scalar).unicodeScalars
    }
  }

  /// The lines between the delimiters, without the indentation of the closing one.
  private static func unindented(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 2 else { return text }
    let indentation = lines.removeLast()
    lines.removeFirst()
    return lines.map { $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
      .joined(separator: "\n")
  }
}
