/// The widths of characters in columns.
///
/// The table equals glibc's `wcwidth`, which ncurses uses for its layout. With a table of its own,
/// the layout does not depend on the locale, and screens are the same in tests and in a terminal.
public enum TextWidth {
  /// Returns the width of a code point as `wcwidth` does, or nil if it has none.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: 0 for combining marks, 1, or 2 for wide characters; nil for control characters and
  ///   unassigned code points.
  /// - Complexity: O(log *n*) in about 2,000 runs; O(1) for the most frequent scripts.
  public static func columns(of scalar: Unicode.Scalar) -> Int? {
    if let quick = quickColumns(scalar.value) { return quick }
    let width = tableColumns(scalar.value)
    return width < 0 ? nil : width
  }

  /// Returns the width of a character after sanitizing.
  ///
  /// - Parameter character: The character, which may have several code points.
  /// - Returns: The width of its `SafeText`; a mark may be wider than two columns.
  public static func columns(of character: Character) -> Int {
    SafeText(String(character)).width
  }

  /// Returns the width of frequent code points that are never marked; `nil` for all others, which
  /// need the table.
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
