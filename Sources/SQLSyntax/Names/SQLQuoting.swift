package enum SQLQuoting {
  /// Returns a quoted string, with embedded quotes doubled.
  package static func quoted(_ text: String, by quote: Quote) -> String {
    var text = text
    if !text.utf8.contains(quote.rawValue) {
      var quoted = quote.text
      quoted.reserveCapacity(text.utf8.count + 2)
      quoted += text
      quoted += quote.text
      return quoted
    }
    return text.withUTF8 { bytes in
      var quoted = [quote.rawValue]
      quoted.reserveCapacity(bytes.count + 2)
      var rest = bytes[...]
      while let place = rest.firstIndex(of: quote.rawValue) {
        quoted += rest[...place]
        quoted.append(quote.rawValue)
        rest = rest[(place + 1)...]
      }
      quoted += rest
      quoted.append(quote.rawValue)
      return String(decoding: quoted, as: UTF8.self)
    }
  }

  package enum Quote: UInt8 {
    case name = 0x22
    case text = 0x27

    fileprivate var text: String { self == .name ? "\"" : "'" }
  }

  /// Returns the contents of `"…"`, `` `…` ``, `'…'` or `[…]`; `nil` for a bare word.
  ///
  /// Doubled quotes are unescaped.
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
  /// The string as a quoted SQL identifier, with embedded quotes doubled.
  public var quotedDatabaseIdentifier: String { SQLQuoting.quoted(self, by: .name) }
}
