extension String {
  /// The SQL of a statement without surrounding whitespace and semicolons.
  package var trimmedStatement: String {
    guard let start = utf8.firstIndex(where: { !Self.isBlank($0) }),
      let end = utf8.lastIndex(where: { !Self.isBlank($0) })
    else { return "" }
    return String(self[start...end])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: ";")
  }
}
