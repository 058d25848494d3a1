extension String {
  /// Appends a string with some characters replaced, and copies everything else.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - isPlain: Returns whether an ASCII character is never replaced, which is the common case.
  ///   - escape: Returns the replacement of another character, or `nil` for none. O(*n*); with only
  ///     plain characters, barely slower than a copy.
  /// - Complexity: O(*n*); for plain characters little more than the copy.
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
    // Strings contain only valid scalars.
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

extension String {
  /// Returns the string with some code points replaced.
  ///
  /// Parsers read code points. A `Character` is a quote only if no combining mark follows it, so
  /// `replacing(_:with:)` would miss a quote that ends a string for other programs.
  ///
  /// - Parameter replacements: The replacements of code points.
  /// - Returns: The string without the replaced code points.
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
