extension String {
  /// Appends a string with some characters replaced.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - isPlain: Returns whether an ASCII character is never replaced, which is the common case.
  ///   - escape: Returns the replacement of another character, or `nil` for none.
  /// - Complexity: O(*n*); with only plain characters, barely slower than a copy.
  package mutating func append(
    _ text: String, where isPlain: (UInt8) -> Bool,
    escaping escape: (_ scalar: Unicode.Scalar, _ followsEscape: Bool) -> String?
  ) {
    var text = text
    let isPlainText = text.withUTF8 { $0.allSatisfy { $0 < 0x80 && isPlain($0) } }
    if isPlainText {
      self += text
      return
    }
    text.withUTF8 { bytes in
      // The start of the bytes that are not copied yet.
      var start = 0
      var place = 0
      while place < bytes.count {
        if bytes[place] < 0x80, isPlain(bytes[place]) {
          place += 1
          continue
        }
        let (scalar, next) = bytes.scalar(at: place)
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
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the scalar that begins at an index of valid UTF-8, and the index after it.
  package func scalar(at place: Int) -> (scalar: Unicode.Scalar, next: Int) {
    let first = self[place]
    if first < 0x80 { return (Unicode.Scalar(first), place + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let next = Swift.min(place + length, count)
    var value = UInt32(first) & (0x7F >> UInt32(length))
    var index = place + 1
    while index < next {
      value = value << 6 | UInt32(self[index] & 0x3F)
      index += 1
    }
    // Strings contain only valid scalars.
    return (Unicode.Scalar(value) ?? "\u{FFFD}", next)
  }
}

extension String {
  /// Returns the string with some code points replaced.
  ///
  /// Parsers read code points. A `Character` is a quote only if no combining mark follows it, so
  /// `replacing(_:with:)` would miss a quote that ends a string for other programs.
  ///
  /// - Parameter replacements: The replacements of code points.
  /// - Returns: The string with the replacements.
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
