internal import MigratorSQLite
internal import SQLSyntax

struct RecordBuilder {
  let table: DatabaseSchema.Table
  let settings: GeneratorSettings
  /// The names of all records, which an enumeration must not shadow.
  let recordNames: Set<String>

  /// Builds the model of a record, without relations.
  func record(named typeName: String) -> RecordModel {
    var names = NameScope(reserved: SwiftNames.members)
    var types = NameScope(reserved: SwiftNames.types.union(recordNames))
    var choices: [EnumerationModel] = []
    let properties = table.columns.map { column in
      let chosen = settings.names["\(table.name).\(column.name)"]?.value
      let name = names.take(
        chosen ?? SwiftWords(column.name).property, suffix: "Value", fallback: "column")
      let choice = choice(of: column, &types)
      if let choice { choices.append(choice) }
      return property(column, name, choice)
    }
    let key = table.key.compactMap { column in
      properties.first { SQLName($0.column) == SQLName(column) }
    }
    return RecordModel(
      table: table.name, kind: table.kind, typeName: typeName, properties: properties,
      key: key.count == table.key.count ? key : [], choices: choices)
  }

  private func property(
    _ column: ColumnInfo, _ name: String, _ choice: EnumerationModel?
  ) -> PropertyModel {
    let own = settings.types["\(table.name).\(column.name)"]?.value
    let type =
      own.map(SwiftType.init(settings:)) ?? choice.map { .choice($0.typeName) }
      ?? SwiftType(declared: column.type)
    // SQLite chooses the rowid of a new row and computes generated columns. Any column of a view
    // can be NULL.
    let isChosenBySQLite = column.name == table.rowIDColumn || column.isGenerated
    let isOptional =
      type != .stored && (isChosenBySQLite || !column.isNotNull || table.kind == .view)
    return PropertyModel(
      column: column.name, name: name, type: type, isOptional: isOptional,
      isGenerated: column.isGenerated,
      defaultText: isChosenBySQLite && isOptional
        ? "nil" : DefaultText(column, type, choice, isOptional: isOptional).text,
      declaration: "\(column.name) \(column.type)", storage: storage(of: type, column))
  }

  private func storage(
    of type: SwiftType, _ column: ColumnInfo
  ) -> PropertyModel.Storage {
    switch type {
    case .date:
      // A numeric column stores numbers, regardless of the settings.
      let isNumber = [.int, .double].contains(SwiftType(declared: column.type))
      return isNumber || settings.dates == .seconds ? .seconds : .plain
    case .uuid: return settings.uuids == .text ? .uuidText : .plain
    default: return .plain
    }
  }

  private func choice(
    of column: ColumnInfo, _ types: inout NameScope
  ) -> EnumerationModel? {
    guard let texts = table.choices[SQLName(column.name)], !texts.isEmpty,
      SwiftType(declared: column.type) == .string,
      settings.types["\(table.name).\(column.name)"] == nil
    else { return nil }
    var names = NameScope(reserved: SwiftNames.cases)
    let cases = texts.map { text in
      EnumerationModel.Case(
        name: names.take(SwiftWords(text).property, suffix: "Value", fallback: "text"), text: text)
    }
    return EnumerationModel(
      typeName: types.take(SwiftWords(column.name).type, suffix: "Choice", fallback: "Choice"),
      column: column.name, cases: cases)
  }
}

extension SwiftType {
  fileprivate init(settings name: String) {
    let known: [SwiftType] = [
      .bool, .int, .double, .string, .data, .date, .uuid, .decimal, .stored,
    ]
    self = known.first { $0.name == name } ?? .own(name)
  }
}

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
