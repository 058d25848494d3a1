extension String {
  /// The string as an SQL identifier, in double quotes only if it needs them.
  ///
  /// Keywords are quoted, including those that SQLite accepts as names, because other versions may
  /// not.
  package var plainIdentifier: String {
    let bytes = utf8
    func isLetter(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte.asciiLowercased) || byte == UInt8(ascii: "_")
    }
    guard let first = bytes.first, isLetter(first),
      bytes.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) }),
      !SQLKeywords.contains(self), !SQLKeywords.valueWords.contains(asciiUppercased)
    else { return quotedDatabaseIdentifier }
    return self
  }
}
