package struct PragmaStatement: Sendable, Hashable {
  /// The schema; `nil` if none is written.
  package let schema: SQLName?
  package let name: SQLName
  /// The value after `=` or in parentheses, without quotes; `nil` if the pragma is only read.
  package let value: String?

  /// Parses one statement; returns `nil` for any other statement.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init?(_ sql: String) {
    guard SQLTokenizer.firstWord(of: sql) == "PRAGMA" else { return nil }
    var tokens = SQLTokenizer.tokens(of: sql).lazy.filter { !$0.isTrivia }.dropFirst()[...]
    guard let first = tokens.popFirst() else { return nil }
    if tokens.first?.isWord(".") == true {
      tokens = tokens.dropFirst()
      guard let second = tokens.popFirst() else { return nil }
      (schema, name) = (SQLName(first.unquoted), SQLName(second.unquoted))
    } else {
      (schema, name) = (nil, SQLName(first.unquoted))
    }
    guard tokens.popFirst().map({ $0.isWord("=") || $0.isWord("(") }) == true else {
      value = nil
      return
    }
    let sign = tokens.first.flatMap { ["+", "-"].contains($0.text) ? $0.text : nil }
    value = tokens.dropFirst(sign == nil ? 0 : 1).first.map { (sign ?? "") + $0.unquoted }
  }

  /// The value as a number: the leading digits, after a sign or `0x`.
  ///
  /// 0 for anything else, and for numbers that do not fit into 32 bits.
  /// Source: <https://www.sqlite.org/src/file/src/util.c>, `sqlite3GetInt32`.
  package var number: Int64 {
    var digits = (value ?? "").utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let text = String(decoding: digits, as: UTF8.self)
    if !isNegative, text.hasPrefix("0x") || text.hasPrefix("0X") {
      let hex = text.dropFirst(2).prefix(while: \.isHexDigit)
      return UInt32(hex, radix: 16).flatMap { $0 & 0x8000_0000 == 0 ? Int64($0) : nil } ?? 0
    }
    let number = Int64(text.prefix { $0.isASCII && $0.isNumber }) ?? 0
    let signed = isNegative ? -number : number
    return Int32(exactly: signed) == nil ? 0 : signed
  }

  /// True if the value turns a setting on: a nonzero number, `on`, `yes` or `true`.
  ///
  /// Source: <https://www.sqlite.org/src/file/src/pragma.c>, `getSafetyLevel`.
  package var isOn: Bool {
    guard let value, let first = value.utf8.first else { return false }
    let isNumber = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
    return isNumber
      ? UInt8(truncatingIfNeeded: number) != 0 : ["on", "yes", "true"].contains(SQLName(value))
  }
}

extension ScriptStatement {
  /// The new `PRAGMA user_version` as SQLite parses it; `nil` for any other statement.
  package var userVersion: Int64? {
    guard let pragma = PragmaStatement(sql), pragma.name == "user_version", pragma.value != nil,
      pragma.schema == nil || pragma.schema == "main"
    else { return nil }
    return pragma.number
  }
}
