/// Quoting of names and texts for SQL.
package enum SQLQuoting {
  /// Returns a text between quotes, `"` for names and `'` for texts, with the quotes inside it
  /// doubled.
  package static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(quote)
    for scalar in text.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }

  /// Returns the name within `"…"`, `` `…` ``, `'…'` or `[…]`, its doubled quotes halved, or `nil`
  /// for a bare word.
  package static func unquoted(_ text: String) -> String? {
    guard let quote = text.utf8.first, text.utf8.count >= 2 else { return nil }
    let inner = text.utf8.dropFirst().dropLast()
    switch quote {
    case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "'"):
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
    case UInt8(ascii: "["): return String(decoding: inner, as: UTF8.self)
    default: return nil
    }
  }
}

extension String {
  /// The text as a quoted SQL identifier, with embedded quotes doubled.
  public var quotedDatabaseIdentifier: String { SQLQuoting.quoted(self, by: "\"") }
}
