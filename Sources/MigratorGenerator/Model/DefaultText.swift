internal import MigratorSQLite
internal import SQLSyntax

struct DefaultText {
  let text: String?

  /// Converts the default of a column.
  ///
  /// A literal becomes a Swift literal. Without a default, a column that can be NULL gets NULL. If
  /// SQLite would have to compute the default, the argument is required.
  init(
    _ column: ColumnInfo, _ type: SwiftType, _ choice: EnumerationModel?,
    isOptional: Bool
  ) {
    let null = isOptional ? "nil" : type == .stored && !column.isNotNull ? ".null" : nil
    guard let sql = column.defaultValueSQL else {
      text = null
      return
    }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    if tokens.count == 1, tokens[0].isWord("NULL") {
      text = null
      return
    }
    text = Self.literal(tokens[...], type, choice)
  }

  private static func literal(
    _ tokens: ArraySlice<SQLToken>, _ type: SwiftType, _ choice: EnumerationModel?
  ) -> String? {
    var tokens = tokens
    if tokens.count > 2, tokens.first?.isWord("(") == true, tokens.last?.isWord(")") == true {
      tokens = tokens.dropFirst().dropLast()
    }
    let sign = tokens.count == 2 ? tokens.removeFirst() : nil
    guard tokens.count == 1, let token = tokens.first,
      sign == nil || sign?.text == "-" || sign?.text == "+"
    else { return nil }
    let number = (sign?.text == "-" ? "-" : "") + token.text
    switch type {
    case .int:
      // This includes quoted numbers, which the column's affinity converts.
      let text = token.kind == .string && sign == nil ? token.unquoted : number
      return Int64(text).map { "\($0)" }
    case .double:
      guard token.kind == .number, let value = Double(number), value.isFinite else { return nil }
      return "\(value)"
    case .bool:
      if sign != nil { return nil }
      if token.isWord("TRUE") || token.text == "1" { return "true" }
      return token.isWord("FALSE") || token.text == "0" ? "false" : nil
    case .string:
      guard token.kind == .string, sign == nil else { return nil }
      return SwiftLiteral.quoted(token.unquoted)
    case .choice:
      let text = token.kind == .string ? token.unquoted : nil
      return choice?.cases.first { $0.text == text }.map { "." + $0.name }
    case .data, .date, .uuid, .decimal, .stored, .own: return nil
    }
  }
}
