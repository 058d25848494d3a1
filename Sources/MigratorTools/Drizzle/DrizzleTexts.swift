import MigratorEngine

/// The expressions of a `CREATE TABLE` statement, as written.
///
/// SQLite's pragmas do not return them, and Drizzle compares their text.
struct DrizzleTexts {
  struct Check: Hashable {
    let name: String?
    let expression: String
  }

  struct Generated: Hashable {
    /// The expression with its parentheses.
    let expression: String
    let isStored: Bool
  }

  private(set) var checks: [Check] = []
  private(set) var generated: [SQLName: Generated] = [:]
  private(set) var isAutoincrement = false

  /// Reads a statement, omitting anything that it cannot parse.
  init(_ sql: String) {
    let tokens = SQLTokenizer.tokens(of: sql)
    guard let open = tokens.firstIndex(where: { $0.text == "(" }),
      let close = Self.end(of: open, in: tokens[...])
    else { return }
    for item in Self.items(of: tokens[(open + 1)..<close]) { read(item) }
  }

  private mutating func read(_ item: ArraySlice<SQLToken>) {
    let column = item.first { !$0.isTrivia }?.name
    // The name of a constraint also applies to those that follow it.
    var name: String?
    var index = item.startIndex
    func next(after index: Int) -> Int? {
      item[(index + 1)...].firstIndex { !$0.isTrivia }
    }
    while index < item.endIndex {
      let token = item[index]
      defer { index += 1 }
      if token.isWord("AUTOINCREMENT") { isAutoincrement = true }
      if token.isWord("CONSTRAINT"), let place = next(after: index) {
        name = item[place].unquoted
        index = place
        continue
      }
      if token.isWord("CHECK") || token.isWord("AS"), let open = next(after: index),
        item[open].text == "(", let close = Self.end(of: open, in: item)
      {
        let inside = Self.text(item[(open + 1)..<close])
        if token.isWord("CHECK") {
          checks.append(Check(name: name, expression: inside))
        } else if let column {
          let isStored = next(after: close).map { item[$0].isWord("STORED") } ?? false
          generated[column] = Generated(expression: "(\(inside))", isStored: isStored)
        }
        index = close
        continue
      }
      if token.text == "(", let close = Self.end(of: index, in: item) { index = close }
    }
  }

  /// A type as Drizzle writes it: types known to Drizzle are in lower case.
  static func type(_ type: String) -> String {
    let known = ["integer", "text", "real", "blob", "numeric"]
    let lower = type.asciiLowercased
    return known.contains { lower == $0 || lower.hasPrefix($0 + "(") } ? lower : type
  }

  /// The query of a `CREATE VIEW` statement.
  static func definition(ofView sql: String) -> String? {
    let tokens = SQLTokenizer.tokens(of: sql)
    guard let start = tokens.firstIndex(where: { $0.kind == .keyword && $0.isWord("AS") }) else {
      return nil
    }
    return text(tokens[(start + 1)...])
  }

  /// The text of tokens, without white space and comments around it, and without a semicolon.
  fileprivate static func text(_ tokens: ArraySlice<SQLToken>) -> String {
    let start = tokens.firstIndex { !$0.isTrivia } ?? tokens.endIndex
    let end = tokens.lastIndex { !$0.isTrivia && $0.text != ";" } ?? tokens.endIndex - 1
    return start <= end ? tokens[start...end].map(\.text).joined() : ""
  }

  /// The index of the parenthesis that closes the one at `open`.
  fileprivate static func end(of open: Int, in tokens: ArraySlice<SQLToken>) -> Int? {
    var depth = 0
    for index in open..<tokens.endIndex where tokens[index].kind == .punctuation {
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits tokens at the commas outside parentheses.
  fileprivate static func items(of tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var items: [ArraySlice<SQLToken>] = []
    var (depth, start) = (0, tokens.startIndex)
    for index in tokens.indices where tokens[index].kind == .punctuation {
      switch tokens[index].text {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        items.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    return items + [tokens[start...]]
  }
}

extension DrizzleTexts {
  /// An index that a `CREATE INDEX` statement creates.
  struct Index: Hashable {
    struct Column: Hashable {
      /// The name of a column, or an expression.
      let text: String
      let isExpression: Bool
    }

    let name: String
    let columns: [Column]
    let isUnique: Bool
    let condition: String?

    init?(name: String, sql: String) {
      let tokens = SQLTokenizer.tokens(of: sql)
      guard let open = tokens.firstIndex(where: { $0.text == "(" }),
        let close = DrizzleTexts.end(of: open, in: tokens[...])
      else { return nil }
      self.name = name
      isUnique = tokens[..<open].contains { $0.kind == .keyword && $0.isWord("UNIQUE") }
      columns = DrizzleTexts.items(of: tokens[(open + 1)..<close]).map { item in
        let words = item.filter { !$0.isTrivia }
        if words.count == 1, let name = words[0].name {
          return Column(text: name.text, isExpression: false)
        }
        return Column(text: DrizzleTexts.text(item), isExpression: true)
      }
      condition = tokens[close...].firstIndex { $0.isWord("WHERE") }
        .map { DrizzleTexts.text(tokens[($0 + 1)...]) }
    }
  }
}
