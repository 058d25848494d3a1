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
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard let first = wanted.first, let last = wanted.last else { return true }
    var copy = self
    return copy.withUTF8 { text in
      let ends = (EightBytes(all: first), EightBytes(all: last))
      var start = 0
      while start + wanted.count <= text.count {
        // Plain loops and few calls are fast even in debug builds; scripts can be many megabytes
        // long.
        if start + wanted.count + 7 <= text.count {
          let firsts = EightBytes(of: text, at: start).differences(from: ends.0)
          let lasts = EightBytes(of: text, at: start + wanted.count - 1).differences(from: ends.1)
          guard let place = EightBytes.firstZero(firsts | lasts) else {
            start += 8
            continue
          }
          start += place
        }
        var matched = 0
        while matched < wanted.count, text[start + matched].asciiLowercased == wanted[matched] {
          matched += 1
        }
        if matched == wanted.count { return true }
        start += 1
      }
      return false
    }
  }
}

/// Eight bytes in a word, with the bit set that distinguishes lowercase letters from capitals.
private struct EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private let word: UInt64

  init(all byte: UInt8) { word = UInt64(byte | 0x20) * Self.ones }

  init(of text: UnsafeBufferPointer<UInt8>, at place: Int) {
    let bytes = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: place, as: UInt64.self)
    word = UInt64(littleEndian: bytes) | (0x20 * Self.ones)
  }

  /// A word whose bytes are zero where the two values are equal.
  func differences(from other: EightBytes) -> UInt64 { word ^ other.word }

  /// Returns the index of the first byte that is zero, or `nil` if there is none.
  ///
  /// Source: <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
  static func firstZero(_ word: UInt64) -> Int? {
    let zeros = (word &- ones) & ~word & (0x80 * ones)
    return zeros == 0 ? nil : zeros.trailingZeroBitCount / 8
  }
}
