/// The order of JavaScript's `localeCompare`, in which some tools sort their folders.
///
/// Characters are compared first without regard to case, in the order of the Unicode collation
/// algorithm as CLDR's root has it: white space, punctuation, symbols, digits, letters. Only where
/// all are equal, lower case comes before upper case. Characters beyond ASCII come after letters, by
/// their code points; names of migrations hardly have them.
/// Source: <https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation>.
enum LocaleOrder {
  private static let punctuation = Array("\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8)

  /// Whether a name comes before another.
  static func precedes(_ one: String, _ other: String) -> Bool {
    let (first, second) = (weights(one), weights(other))
    if first != second { return first.lexicographicallyPrecedes(second) }
    // Lower case first: in ASCII the upper-case letters have the smaller codes.
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
        // Control characters weigh nothing.
        return punctuation.firstIndex(of: byte).map { 100 + UInt32($0) }
      }
    }
  }
}
