internal import MigratorSQLite

/// Reads the columns and literals that an expression compares.
struct OperandReader {
  let tokens: [SQLToken]
  /// Returns true for the names of columns; other text in double quotes is a string.
  let isColumn: (SQLName) -> Bool

  /// Functions whose result is compared as if it were the column.
  private static let transparent: Set<SQLName> = [
    "lower", "upper", "trim", "coalesce", "ifnull", "nullif",
  ]

  enum Operand {
    case column(SQLName)
    case length(SQLName)
    case storage(SQLName)
  }

  /// The column at a position; `nil` for anything else.
  func column(at index: Int) -> SQLName? {
    guard tokens.indices.contains(index), let name = tokens[index].name, isColumn(name),
      index + 1 == tokens.count || tokens[index + 1].text != "("
    else { return nil }
    return name
  }

  /// The operand that ends before a position.
  func operand(before end: Int) -> Operand? {
    var end = end
    if end > 1, tokens[end - 1].kind == .identifier || tokens[end - 1].kind == .keyword,
      tokens[end - 2].isWord("COLLATE")
    {
      end -= 2
    }
    if let name = column(at: end - 1) { return .column(name) }
    guard end > 0, tokens[end - 1].text == ")" else { return nil }
    var depth = 0
    var start = end - 1
    while start >= 0 {
      if tokens[start].text == ")" { depth += 1 }
      if tokens[start].text == "(" { depth -= 1 }
      if depth == 0 { break }
      start -= 1
    }
    guard start >= 0 else { return nil }
    let first = firstColumn(in: (start + 1)..<(end - 1))
    guard let first else { return nil }
    guard start > 0, let function = tokens[start - 1].name else { return .column(first) }
    if ["length", "octet_length"].contains(function) { return .length(first) }
    if function == "typeof" { return .storage(first) }
    // Without a function, the parentheses only group: `AND (status) = 'a'`.
    let isGroup = tokens[start - 1].kind == .keyword
    return Self.transparent.contains(function) || isGroup ? .column(first) : nil
  }

  private func firstColumn(in range: Range<Int>) -> SQLName? {
    for index in range {
      if index + 1 < tokens.count, tokens[index + 1].text == "." { continue }
      if let name = column(at: index) { return name }
    }
    return nil
  }

  /// The literal that begins at a position, and the position after it.
  func literal(at index: Int) -> (value: DatabaseValue, next: Int)? {
    guard tokens.indices.contains(index) else { return nil }
    let token = tokens[index]
    if token.text == "(", let inner = literal(at: index + 1), inner.next < tokens.count,
      tokens[inner.next].text == ")"
    {
      return (inner.value, inner.next + 1)
    }
    if ["-", "+"].contains(token.text), index + 1 < tokens.count,
      tokens[index + 1].kind == .number,
      let number = Self.number(
        token.text == "-" ? "-" + tokens[index + 1].text : tokens[index + 1].text)
    {
      return (number, index + 2)
    }
    if token.kind == .identifier, token.text.hasPrefix("\""), !isColumn(SQLName(token.unquoted)) {
      return (DatabaseValue(storage: .string(token.unquoted)), index + 1)
    }
    return Self.literal(token).map { ($0, index + 1) }
  }

  static func literal(_ token: SQLToken) -> DatabaseValue? {
    switch token.kind {
    case .string: DatabaseValue(storage: .string(token.unquoted))
    case .number: number(token.text)
    case .identifier, .keyword:
      token.isWord("TRUE")
        ? DatabaseValue(storage: .int64(1))
        : token.isWord("FALSE") ? DatabaseValue(storage: .int64(0)) : nil
    default: nil
    }
  }

  static func number(_ text: String) -> DatabaseValue? {
    if let integer = Int64(text) { return DatabaseValue(storage: .int64(integer)) }
    if let real = Double(text), real.isFinite { return DatabaseValue(storage: .double(real)) }
    return nil
  }

  /// The column at a position, which may be qualified.
  func column(right index: Int) -> SQLName? {
    if index + 2 < tokens.count, tokens[index + 1].text == "." { return column(at: index + 2) }
    return column(at: index)
  }

  func leftLiteral(_ index: Int) -> DatabaseValue? {
    tokens[index].kind == .string || tokens[index].kind == .number
      ? Self.literal(tokens[index]) : nil
  }
}
