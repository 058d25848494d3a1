/// Quoting of names and texts for SQL.
enum SQLQuoting {
  /// Returns a text between quotes, with the quotes inside it doubled.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - quote: `"` for names, `'` for texts.
  /// - Returns: The quoted text.
  static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(quote)
    for scalar in text.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    result.append(quote)
    return String(result)
  }
}

extension String {
  /// The text as a quoted SQL identifier, with embedded quotes doubled.
  public var quotedDatabaseIdentifier: String { SQLQuoting.quoted(self, by: "\"") }
}
