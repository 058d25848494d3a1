internal import MigratorSchema
internal import SQLSyntax

/// The SQL of a schema object in a form that can be compared.
///
/// White space, comments, unneeded quotes, the case of keywords and types, `IF NOT EXISTS` and the
/// name of the schema do not matter: SQLite adds or removes some of them itself.
struct ObjectText: Hashable {
  /// A column or a constraint of a table.
  struct Item: Hashable {
    /// The name of the column; `nil` for a constraint.
    let column: String?
    let words: [String]
  }

  private let head: [String]
  /// The columns and constraints of a table, in order; empty for other objects.
  let items: [Item]
  private let tail: Set<String>

  /// Parses the SQL of an object.
  init(_ object: SchemaObject) {
    var tokens = SQLTokenizer.tokens(of: object.definition).filter { !$0.isTrivia }
    while tokens.last?.text == ";" { tokens.removeLast() }
    Self.removePrefix(&tokens)
    guard object.kind == .table, !object.isVirtual,
      let open = tokens.firstIndex(where: { $0.text == "(" })
    else {
      (head, items, tail) = (tokens.map { Self.word($0) }, [], [])
      return
    }
    var reader = TokenReader(tokens[open...])
    guard let group = reader.group() else {
      (head, items, tail) = (tokens.map { Self.word($0) }, [], [])
      return
    }
    head = tokens[..<open].map { Self.word($0) }
    items = Self.items(of: group)
    tail = Set(reader.rest().map { Self.word($0) })
  }

  /// The names of the columns, in order.
  var columns: [String] { items.compactMap(\.column) }

  /// The parts that are not columns: the name, constraints and options.
  var rest: ObjectText {
    ObjectText(head: head, items: items.filter { $0.column == nil }, tail: tail)
  }

  private init(head: [String], items: [Item], tail: Set<String>) {
    (self.head, self.items, self.tail) = (head, items, tail)
  }

  /// Returns the column with the given name, or `nil`.
  func column(_ name: SQLName) -> Item? {
    items.first { $0.column.map(SQLName.init(_:)) == name }
  }

  /// Returns true if both objects have the same meaning, regardless of the order of their columns.
  static func areSame(
    _ object: SchemaObject, _ other: SchemaObject, keepingOrder: Bool = true
  ) -> Bool {
    // In a large schema, almost all objects are equal.
    object.definition.hasSameBytes(as: other.definition)
      || ObjectText(object).isSame(as: ObjectText(other), keepingOrder: keepingOrder)
  }

  private func isSame(as other: ObjectText, keepingOrder: Bool) -> Bool {
    if self == other { return true }
    guard !keepingOrder, rest == other.rest else { return false }
    let columns = items.filter { $0.column != nil }
    return columns.count == other.columns.count
      && Set(columns) == Set(other.items.filter { $0.column != nil })
  }

  /// The items between the parentheses of a table definition.
  private static func items(of group: ArraySlice<SQLToken>) -> [Item] {
    TokenReader.items(of: group).map { item in
      guard let first = item.first, !opensConstraint(first) else {
        return Item(column: nil, words: words(item))
      }
      return Item(column: first.unquoted, words: words(item.dropFirst()))
    }
  }

  private static func opensConstraint(_ token: SQLToken) -> Bool {
    token.kind == .keyword
      && ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains {
        token.isWord(SQLName($0))
      }
  }

  private static func words(_ tokens: ArraySlice<SQLToken>) -> [String] {
    var isInType = true
    var previous: SQLToken?
    return tokens.map { token in
      defer { previous = token }
      if token.kind != .identifier { isInType = false }
      // A name in quotes after DEFAULT is a string.
      let word = previous?.isWord("DEFAULT") == true ? token.text : word(token)
      return isInType ? word.asciiUppercased : word
    }
  }

  /// A token in its normal form; names keep their case, because in quotes they may be strings.
  private static func word(_ token: SQLToken) -> String {
    switch token.kind {
    case .keyword, .blob: return token.text.asciiUppercased
    case .identifier:
      let name = token.unquoted
      let isBare = token.text.hasSameBytes(as: name)
      if SQLKeywords.fallback.contains(name.asciiUppercased) {
        // A word like KEY is a name with or without quotes.
        return name.asciiUppercased
      }
      return isBare || name.plainIdentifier.hasSameBytes(as: name)
        ? name : name.quotedDatabaseIdentifier
    default: return token.text
    }
  }

  /// Removes `TEMP`, `IF NOT EXISTS` and the name of the schema.
  private static func removePrefix(_ tokens: inout [SQLToken]) {
    if let place = tokens.prefix(6).firstIndex(where: { $0.isWord("IF") }),
      place + 2 < tokens.count,
      tokens[place + 1].isWord("NOT"), tokens[place + 2].isWord("EXISTS")
    {
      tokens.removeSubrange(place...(place + 2))
    }
    if let dot = tokens.prefix(6).firstIndex(where: { $0.text == "." }), dot > 0 {
      tokens.removeSubrange((dot - 1)...dot)
    }
  }
}
