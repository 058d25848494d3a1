/// The order of JavaScript's `localeCompare`, by which some tools sort their folders.
///
/// Characters are first compared without regard to case, in the order of CLDR's root collation:
/// white space, punctuation, symbols, digits, letters. If all are equal, lowercase precedes
/// uppercase. Characters beyond ASCII follow the letters, ordered by code point; names of
/// migrations rarely contain them.
/// Source: <https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation>.
enum LocaleOrder {
  private static let punctuation = Array("\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8)

  static func precedes(_ one: String, _ other: String) -> Bool {
    let (first, second) = (weights(one), weights(other))
    if first != second { return first.lexicographicallyPrecedes(second) }
    // Lowercase first: in ASCII, uppercase letters have smaller codes.
    return other.utf8.lexicographicallyPrecedes(one.utf8)
  }

  private static func weights(_ text: String) -> [UInt32] {
    text.unicodeScalars.compactMap { scalar in
      guard let byte = UInt8(exactly: scalar.value), byte < 128 else { return scalar.value + 1_000 }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return 200 + UInt32(byte)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return 300 + UInt32(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return 300 + UInt32(byte | 0x20)
      default:
        // Control characters are ignored.
        return punctuation.firstIndex(of: byte).map { 100 + UInt32($0) }
      }
    }
  }
}
