/// The name of a table as SQLite compares it: byte for byte, except for the case of ASCII letters.
///
/// Swift compares texts more generously (composed and decomposed letters are the same), so two
/// tables of one database could become one.
struct FoldedName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
}

extension String {
  /// Whether two texts are the same, byte for byte.
  func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether the text has a word, without regard to the case of ASCII letters.
  ///
  /// - Parameter word: The word, in lower case.
  /// - Returns: Whether it has.
  func containsIgnoringASCIICase(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    var copy = self
    return copy.withUTF8 { text in
      guard text.count >= count else { return false }
      let wanted = word.utf8Start
      return (0...(text.count - count)).contains { start in
        (0..<count).allSatisfy { text[start + $0] | 0x20 == wanted[$0] }
      }
    }
  }
}
