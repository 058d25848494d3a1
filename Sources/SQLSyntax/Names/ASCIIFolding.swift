// SQLite folds the case of only the letters A to Z, and compares everything else as bytes.

extension UInt8 {
  package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  package var asciiUppercased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }
}

extension String {
  package var asciiUppercased: String {
    String(decoding: utf8.map(\.asciiUppercased), as: UTF8.self)
  }

  package var asciiLowercased: String {
    String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  package func hasSameBytes(as other: String) -> Bool {
    // Most compared strings are copies that share storage.
    hasSameBytes(as: other) { first, second in
      first.baseAddress == second.baseAddress || first.elementsEqual(second)
    } ?? utf8.elementsEqual(other.utf8)
  }

  package func precedesInBytes(_ other: String) -> Bool {
    let isBefore = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Compares the bytes of two strings of the same length in place.
  ///
  /// Returns `false` if the lengths differ, and `nil` if a string is not stored as UTF-8.
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

  /// True if the string contains a lowercase ASCII word, ignoring ASCII case.
  package func containsIgnoringASCIICase(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    var copy = self
    return copy.withUTF8 { text in
      let wanted = word.utf8Start
      let (first, capital) = (wanted[0], wanted[0].asciiUppercased)
      // Plain loops are fast even in debug builds; every executed statement passes through here.
      var start = 0
      while start + count <= text.count {
        if text[start] != first && text[start] != capital {
          start += 1
          continue
        }
        var matched = 1
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
