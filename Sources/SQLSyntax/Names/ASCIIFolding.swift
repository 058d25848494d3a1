// SQLite folds the case of the letters A to Z and of no others, and compares all else as bytes.

extension UInt8 {
  /// The byte, with `A` to `Z` in lower case.
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  /// The byte, with `a` to `z` in upper case.
  package var asciiUppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
}

extension String {
  /// The text with `a` to `z` in upper case and all else as it is.
  package var asciiUppercased: String {
    String(decoding: utf8.map(\.asciiUppercased), as: UTF8.self)
  }

  /// The text with `A` to `Z` in lower case and all else as it is.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Whether two texts are the same, byte for byte.
  package func hasSameBytes(as other: String) -> Bool {
    // Most texts that are compared are one text, told of twice.
    hasSameBytes(as: other) { first, second in
      first.baseAddress == second.baseAddress || first.elementsEqual(second)
    } ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether a text stands before another one by its bytes.
  package func precedesInBytes(_ other: String) -> Bool {
    let isBefore = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Compares the bytes of two texts of the same length where they lie; `false` for texts of
  /// different lengths, `nil` where a text is not stored as UTF-8.
  func hasSameBytes(
    as other: String,
    _ compare: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool? {
    let (first, second) = (utf8, other.utf8)
    return first.withContiguousStorageIfAvailable { first in
      second.withContiguousStorageIfAvailable { second in
        first.count == second.count && compare(first, second)
      }
    } ?? nil
  }

  /// Whether the text has a word, given in lower case, without regard to the case of ASCII letters.
  package func containsIgnoringASCIICase(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    var copy = self
    return copy.withUTF8 { text in
      let wanted = word.utf8Start
      // Plain loops, which are quick without the optimizer, too: all SQL that is run comes by here.
      var start = 0
      while start + count <= text.count {
        var matched = 0
        while matched < count, text[start + matched].asciiLowercased == wanted[matched] {
          matched += 1
        }
        if matched == count { return true }
        start += 1
      }
      return false
    }
  }
}
