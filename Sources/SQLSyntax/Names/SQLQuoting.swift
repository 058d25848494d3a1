/// Quoting of names and texts for SQL.
package enum SQLQuoting {
  /// Returns a text between quotes, with the quotes inside it doubled.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - quote: `"` for names, `'` for texts.
  /// - Returns: The quoted text.
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

  /// Returns the name within `"…"`, `` `…` ``, `'…'` or `[…]`, or `nil` for a bare word.
  ///
  /// - Parameter text: A name as it stands in SQL.
  /// - Returns: What stands between the quotes, doubled ones halved.
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
