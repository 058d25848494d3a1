import MigratorEngine

extension String {
  /// The text without a byte order mark at its start.
  var withoutByteOrderMark: String {
    guard unicodeScalars.first == "\u{FEFF}" else { return self }
    return String(unicodeScalars.dropFirst())
  }
}

extension SourceFailure {
  /// Creates the failure of a tool that does not find a marker after a byte order mark.
  ///
  /// It is `nil` if the line is not the first, or has no byte order mark.
  ///
  /// - Parameters:
  ///   - line: A line of the file.
  ///   - tool: The name of the tool.
  init?(ifMarked line: SourceLine, for tool: String) {
    guard line.place.line == 1, line.text.unicodeScalars.first == "\u{FEFF}" else { return nil }
    self.init(
      .badDirective, path: line.place.file, location: line.place,
      "the file begins with a byte order mark, which \(tool) parses as text",
      remedy: "Save it as UTF-8 without a byte order mark.")
  }
}
