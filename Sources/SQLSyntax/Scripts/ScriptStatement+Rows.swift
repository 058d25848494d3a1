extension ScriptStatement {
  /// The statement with only the first row of its `VALUES`, if all other rows consist of literals.
  ///
  /// Literals do not use functions or collations, so both statements require the same features.
  /// SQLite needs a second and hundreds of megabytes of memory to compile 20 MB of rows.
  ///
  /// Any other statement is returned unchanged.
  package var withoutFurtherRows: ScriptStatement {
    var text = sql
    let end = text.withUTF8(Self.endOfFirstRow)
    return end.map {
      ScriptStatement(sql: String(decoding: sql.utf8.prefix($0), as: UTF8.self), location: location)
    } ?? self
  }

  /// Returns the end of the first row, or `nil` if something other than literals follows.
  private static func endOfFirstRow(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (depth, isInRows) = (0, false)
    var end: Int?
    for lexeme in SQLScanner(bytes) {
      switch (lexeme.kind, bytes[lexeme.range.lowerBound]) {
      case (.whitespace, _), (.comment, _), (.number, _), (.string, _), (.blob, _),
        (.punctuation, UInt8(ascii: ",")), (.punctuation, UInt8(ascii: ";")):
        continue
      case (.operator, UInt8(ascii: "-")), (.operator, UInt8(ascii: "+")):
        if lexeme.range.count > 1, end != nil { return nil }
      case (.punctuation, UInt8(ascii: "(")): depth += 1
      case (.punctuation, UInt8(ascii: ")")):
        depth -= 1
        if isInRows, depth == 0, end == nil { end = lexeme.range.upperBound }
      case (.identifier, _):
        let word = SQLName(String(decoding: bytes[lexeme.range], as: UTF8.self))
        if end == nil {
          if depth == 0 { isInRows = word == "VALUES" }
        } else if word != "NULL" {
          return nil
        }
      default: if end != nil { return nil }
      }
    }
    return end
  }
}
