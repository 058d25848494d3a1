extension ScriptStatement {
  /// The number that the statement sets `PRAGMA user_version` to, as SQLite reads it; `nil` when it is
  /// another statement.
  package var userVersion: Int64? {
    let text = sql.lowercased().filter { !$0.isWhitespace }
    guard text.hasPrefix("pragma"), let range = text.firstRange(of: "user_version") else {
      return nil
    }
    let between = text[text.index(text.startIndex, offsetBy: 6)..<range.lowerBound]
    guard ["", "main."].contains(between) else { return nil }
    let value = text[range.upperBound...]
    guard let sign = value.first, sign == "=" || sign == "(" else { return nil }
    let digits = value.dropFirst().prefix { $0 == "-" || ($0.isASCII && $0.isNumber) }
    return Int64(digits)
  }
}
