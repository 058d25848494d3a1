/// The object named in an SQLite error message: it is missing, or it already exists.
///
/// SQLite names the object only in the message, and reports no offset for most of these errors.
/// Source: <https://www.sqlite.org/c3ref/errcode.html>.
package struct NamedObject: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case table, index, view, trigger, column, function, collation, module, tokenizer
  }

  /// A feature that this SQLite lacks and that an app or an extension may provide.
  package struct Feature: Sendable, Hashable {
    package let kind: Kind
    package let name: String
  }

  /// The kind of the object; `nil` if SQLite does not report it.
  package let kind: Kind?
  /// The name, possibly qualified with the schema and a dot.
  package let name: String
  /// True if the object is missing, false if it already exists.
  package let isMissing: Bool
  /// True if the statement names it directly, not through a view or trigger.
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

  /// Parses an error message.
  ///
  /// - Parameter message: SQLite's message; the result is `nil` for other errors.
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
      // SQLite may prefix the trigger or view that it was compiling.
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

  package var missingFeature: Feature? {
    guard isMissing, let kind, [.function, .collation, .module, .tokenizer].contains(kind)
    else { return nil }
    let name = name.prefix { !$0.isWhitespace }
    return name.isEmpty ? nil : Feature(kind: kind, name: String(name))
  }

  /// Finds the first place where a statement names the object, in UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) for a statement of *n* bytes.
  func offset(in statement: ScriptStatement) -> Int? {
    guard isInStatement else { return nil }
    // `main.player` may be a qualified or a plain name; SQLite reports `"player"` with its quotes.
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
