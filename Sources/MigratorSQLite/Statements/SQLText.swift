/// Small questions about SQL text.
enum SQLText {
  /// Returns the text without white space and semicolons at both ends.
  ///
  /// - Parameter text: The text.
  /// - Returns: What is left.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let start = bytes.firstIndex(where: { !isBlank($0) }),
      let end = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[start...end])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: ";")
  }
}
