/// What SQLite's words about an error name: something that is missing, or is there already.
///
/// SQLite tells it in no other way, and of most of these not where it stands in the statement.
/// Source: <https://www.sqlite.org/c3ref/errcode.html>.
package struct NamedObject: Sendable, Hashable {
  /// The kinds of thing that SQLite misses.
  package enum Kind: String, Sendable, Hashable {
    case table, index, view, trigger, column, function, collation, module, tokenizer
  }

  /// What an app or an extension may bring, and this program's SQLite does not have.
  package struct Feature: Sendable, Hashable {
    /// What it is.
    package let kind: Kind
    /// Its name.
    package let name: String
  }

  /// What it is; `nil` where SQLite does not say.
  package let kind: Kind?
  /// Its name; that of the schema may stand before it, with a dot.
  package let name: String
  /// Whether it is missing, or else there already.
  package let isMissing: Bool
  /// Whether the statement itself names it, and not a view or trigger that it uses.
  package let isInStatement: Bool

  private static let missing: [(opening: String, kind: Kind)] = [
    ("no such table: ", .table), ("no such index: ", .index), ("no such view: ", .view),
    ("no such trigger: ", .trigger), ("no such function: ", .function),
    ("no such collation sequence: ", .collation), ("no such module: ", .module),
    ("unknown tokenizer: ", .tokenizer), ("no such tokenizer: ", .tokenizer),
  ]
  private static let existing: [(opening: String, kind: Kind?)] = [
    ("duplicate column name: ", .column), ("there is already a table named ", .table),
    ("there is already an index named ", .index),
    ("there is already another table or index with this name: ", nil),
  ]
  private static let objects: [(opening: String, kind: Kind)] = [
    ("table ", .table), ("index ", .index), ("view ", .view), ("trigger ", .trigger),
  ]

  /// Reads an error's message.
  ///
  /// - Parameter message: SQLite's words; `nil` results when they are of another error.
  package init?(_ message: String) {
    func named(_ text: Substring, _ kind: Kind?, isMissing: Bool, isInStatement: Bool = true)
      -> Self?
    {
      text.isEmpty
        ? nil
        : Self(
          kind: kind, name: String(text), isMissing: isMissing, isInStatement: isInStatement)
    }
    for (opening, kind) in Self.missing {
      // SQLite may say before it which trigger or view it was compiling.
      guard let start = message.firstRange(of: opening) else { continue }
      guard
        let found = named(
          message[start.upperBound...], kind, isMissing: true,
          isInStatement: start.lowerBound == message.startIndex)
      else { return nil }
      self = found
      return
    }
    for (opening, kind) in Self.existing where message.hasPrefix(opening) {
      guard let found = named(message.dropFirst(opening.count), kind, isMissing: false)
      else { return nil }
      self = found
      return
    }
    let ending = " already exists"
    guard message.hasSuffix(ending),
      let (opening, kind) = Self.objects.first(where: { message.hasPrefix($0.opening) }),
      let found = named(
        message.dropFirst(opening.count).dropLast(ending.count), kind, isMissing: false)
    else { return nil }
    self = found
  }

  private init(kind: Kind?, name: String, isMissing: Bool, isInStatement: Bool) {
    self.kind = kind
    self.name = name
    self.isMissing = isMissing
    self.isInStatement = isInStatement
  }

  /// What is missing, where an app or an extension may bring it.
  package var missingFeature: Feature? {
    guard isMissing, let kind, [.function, .collation, .module, .tokenizer].contains(kind)
    else { return nil }
    let name = name.prefix { !$0.isWhitespace }
    return name.isEmpty ? nil : Feature(kind: kind, name: String(name))
  }

  /// Finds the first place where a statement names it, in UTF-8 bytes, or `nil` where it does not.
  ///
  /// - Complexity: O(*n*) for a statement of *n* bytes.
  func offset(in statement: ScriptStatement) -> Int? {
    guard isInStatement else { return nil }
    // `main.player` may be a schema and a name, or a name; `"player"` is told with its quotes.
    let unquoted = SQLToken(kind: .identifier, text: name).unquoted
    let last = unquoted.split(separator: ".", maxSplits: 1).last.map(String.init) ?? unquoted
    let names: Set<SQLName> = [SQLName(unquoted), SQLName(last)]
    var offset = 0
    for token in SQLTokenizer.tokens(of: statement.sql) {
      if let name = token.name, names.contains(name) { return offset }
      offset += token.text.utf8.count
    }
    return nil
  }
}
