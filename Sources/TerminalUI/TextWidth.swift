/// How many columns characters take, by a table of our own.
///
/// The table equals glibc's `wcwidth`, which ncurses lays out by, so that layout does not depend on
/// the locale and the screens are the same in tests and in a terminal.
public enum TextWidth {
  /// Returns the columns of one code point as `wcwidth` would, or nil for those it has no width for.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: 0 for combining marks, 1, 2 for wide characters; nil for controls and code points
  ///   that are not assigned.
  /// - Complexity: O(log *n*) in about two thousand runs; O(1) for the most frequent scripts.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    if let quick = quickColumns(scalar.value) { return quick }
    let width = tableColumns(scalar.value)
    return width < 0 ? nil : width
  }

  /// Returns the columns that a character takes once it has been sanitised.
  ///
  /// - Parameter character: The character, maybe of several code points.
  /// - Returns: The width of its `SafeText`; more than two when it is shown as a mark.
  public static func columns(of character: Character) -> Int {
    SafeText(String(character)).width
  }

  /// Returns the width of the code points that make up nearly all text and are never marked; `nil`
  /// when the table has to be asked.
  static func quickColumns(_ value: UInt32) -> Int? {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x400...0x482, 0x2500...0x259F: 1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }

  private static func tableColumns(_ value: UInt32) -> Int {
    let runs = WidthTable.runs
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    return Int(runs[low] & 3) - 1
  }
}
