/// Quoting of names.
enum SQLName {
  /// Returns the name within `"…"`, `` `…` `` or `[…]`, or `nil` for a bare word.
  static func unquoted(_ text: String) -> String? {
    guard let first = text.first, text.utf8.count >= 2 else { return nil }
    let inner = text.utf8.dropFirst().dropLast()
    switch first {
    case "\"", "`", "'":
      guard let quote = first.asciiValue else { return nil }
      var name: [UInt8] = []
      var skipNext = false
      for byte in inner {
        if byte == quote, skipNext {
          skipNext = false
          continue
        }
        skipNext = byte == quote
        name.append(byte)
      }
      return String(decoding: name, as: UTF8.self)
    case "[": return String(decoding: inner, as: UTF8.self)
    default: return nil
    }
  }

  /// Returns the name a token stands for.
  static func plain(_ token: SQLToken) -> String { unquoted(token.text) ?? token.text }

  /// Returns the name between double quotes, those within doubled.
  static func quoted(_ name: String) -> String {
    var result = "\""
    for character in name.unicodeScalars {
      if character == "\"" { result.unicodeScalars.append(character) }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }

  /// Tells whether a name can stand without quotes, keywords aside.
  static func isBare(_ name: String) -> Bool {
    let tokens = SQLTokenizer.tokens(of: name)
    return tokens.count == 1 && (tokens[0].kind == .identifier || tokens[0].kind == .keyword)
      && unquoted(name) == nil
  }
}

extension String {
  /// The text with `a` to `z` in upper case and all else as it is.
  var asciiUppercased: String {
    String(
      decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// The text with `A` to `Z` in lower case and all else as it is: how SQLite compares names.
  var asciiLowercased: String {
    String(
      decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
