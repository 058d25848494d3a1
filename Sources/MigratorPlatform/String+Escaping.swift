extension String {
  /// Appends a text in which some characters are replaced; what stands between them is copied as it is.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isPlain: Whether an ASCII character is none of them: nearly all are not.
  ///   - escape: What another character is replaced by, `nil` for none; it is told whether what stands before
  ///     it is a replacement, or nothing.
  /// - Complexity: O(*n*); of plain characters, little more than the copy.
  package mutating func append(
    _ text: String, where isPlain: (UInt8) -> Bool,
    escaping escape: (_ scalar: Unicode.Scalar, _ followsEscape: Bool) -> String?
  ) {
    var text = text
    text.withUTF8 { bytes in
      // From where on nothing was copied yet.
      var start = 0
      var place = 0
      while place < bytes.count {
        if bytes[place] < 0x80, isPlain(bytes[place]) {
          place += 1
          continue
        }
        let next = Self.end(ofScalarAt: place, bytes)
        let scalar = Self.scalar(bytes[place..<next])
        if let replacement = escape(scalar, place == start) {
          self += String(decoding: bytes[start..<place], as: UTF8.self)
          self += replacement
          start = next
        }
        place = next
      }
      self += String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  private static func end(ofScalarAt place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let rest = bytes[(place + 1)...]
    return rest.firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
  }

  private static func scalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
    guard let first = bytes.first, first >= 0x80 else {
      return Unicode.Scalar(bytes.first ?? 0)
    }
    let value = bytes.dropFirst().reduce(UInt32(first) & (0x7F >> UInt32(bytes.count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    // A string has no others.
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

extension String {
  /// Returns the text with some code points replaced.
  ///
  /// Parsers read code points. A `Character` is a quote only if no combining mark follows the quote, so that
  /// `replacing(_:with:)` would leave a quote that ends a string for every other program.
  ///
  /// - Parameter replacements: The replacements of code points.
  /// - Returns: The text, in which no replaced code point is left.
  package func escaping(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
