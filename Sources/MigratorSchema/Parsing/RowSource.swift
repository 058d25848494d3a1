internal import SQLSyntax

/// The values that a statement computes from the rows of one table, to store them elsewhere:
/// `CREATE INDEX` or a simple `INSERT INTO … SELECT`.
///
/// Sources: <https://www.sqlite.org/lang_createindex.html>,
/// <https://www.sqlite.org/lang_insert.html>.
package struct RowSource: Sendable {
  /// Where the values are stored.
  package enum Target: Sendable, Hashable {
    /// An index of the table itself.
    case index(isUnique: Bool)
    /// A table, and the columns that the statement names; `nil` for all.
    case table(String, columns: [String]?)
  }

  /// A value in SQL.
  package struct Term: Sendable, Hashable {
    /// The SQL without comments.
    package let sql: String
    /// The column, if the term is only its name.
    package let column: String?
    /// True for `*` and `name.*`.
    package let isStar: Bool
    /// The function, if the term is a call of one.
    package let function: SQLName?
    /// The columns whose values the term parses as JSON; `nil` if they cannot be determined.
    package let jsonColumns: [String]?

    fileprivate init(
      sql: String, column: String?, isStar: Bool, function: SQLName?, jsonColumns: [String]?
    ) {
      self.sql = sql
      self.column = column
      self.isStar = isStar
      self.function = function
      self.jsonColumns = jsonColumns
    }

    /// The value of a column.
    package init(column: String) {
      self.init(
        sql: column.quotedDatabaseIdentifier, column: column, isStar: false, function: nil,
        jsonColumns: [])
    }
  }

  package let target: Target
  /// The table whose rows are read.
  package let table: String
  /// The name and alias in the `FROM` clause.
  package let from: String
  /// The values of a row, in the order of the statement.
  package let terms: [Term]
  /// The `WHERE` clause.
  package let condition: String?

  /// Functions whose result depends on more than the current row.
  private static let refused: Set<SQLName> = [
    "count", "sum", "total", "avg", "min", "max", "group_concat", "string_agg", "json_group_array",
    "json_group_object", "jsonb_group_array", "jsonb_group_object", "random", "randomblob",
    "last_insert_rowid", "changes", "total_changes",
  ]

  /// Parses a statement; returns `nil` if a value may depend on more than its own row.
  ///
  /// - Parameter sql: The SQL of one statement.
  package init?(_ sql: String) {
    var reader = TokenReader(sql)
    if reader.isAt("CREATE") {
      self.init(index: &reader)
    } else {
      self.init(insert: &reader)
    }
    let tokens = TokenReader(sql).allTokens
    let isRefused = tokens.contains {
      $0.kind == .variable || $0.kind == .invalid || $0.isWord("OVER")
    }
    guard !isRefused, !Self.calls(Self.refused, in: tokens[...]) else { return nil }
  }

  private init?(index reader: inout TokenReader) {
    guard reader.skip("CREATE") else { return nil }
    target = .index(isUnique: reader.skip("UNIQUE"))
    guard reader.skip("INDEX") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard Self.mainName(&reader) != nil, reader.skip("ON"), let table = reader.name(),
      let group = reader.group()
    else { return nil }
    self.table = table
    from = table.quotedDatabaseIdentifier
    terms = TokenReader.items(of: group).map { item in
      let isOrdered = item.last.map { $0.isWord("ASC") || $0.isWord("DESC") } ?? false
      return Self.term(isOrdered ? item.dropLast() : item, of: [SQLName(table)])
    }
    condition = reader.skip("WHERE") ? Self.text(reader.rest()) : nil
    guard reader.isAtEnd else { return nil }
  }

  private init?(insert reader: inout TokenReader) {
    guard reader.skip("INSERT") else { return nil }
    // With another conflict clause, the constraint does not suffice to identify the failed row.
    _ = reader.skip("OR", "ABORT")
    guard reader.skip("INTO"), let name = Self.mainName(&reader) else { return nil }
    var columns: [String]?
    if let group = reader.group() {
      columns = TokenReader.items(of: group).compactMap { $0.count == 1 ? $0.first?.unquoted : nil }
      guard columns?.count == TokenReader.items(of: group).count else { return nil }
    }
    target = .table(name, columns: columns)
    guard reader.skip("SELECT") else { return nil }
    _ = reader.skip("ALL")
    guard !reader.isAt("DISTINCT"), let list = Self.list(&reader), reader.skip("FROM") else {
      return nil
    }
    let start = reader.position
    guard let table = Self.mainName(&reader) else { return nil }
    self.table = table
    var names: Set<SQLName> = [SQLName(table)]
    if reader.skip("AS") || reader.next?.kind == .identifier {
      guard let alias = reader.name() else { return nil }
      names = [SQLName(alias)]
    }
    from = Self.text(reader.tokens(from: start))
    terms = list.map { Self.term($0, of: names) }
    var rest = reader.rest()
    guard let order = Self.firstWord(["ORDER"], in: rest) ?? Optional(rest.endIndex),
      Self.firstWord(
        [
          "GROUP", "HAVING", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "RETURNING", "WINDOW", "JOIN",
          "NATURAL",
        ], in: rest) == nil
    else { return nil }
    rest = rest[..<order]
    if rest.isEmpty {
      condition = nil
    } else {
      guard rest.first?.isWord("WHERE") == true,
        // A conflict clause changes what happens to a row.
        Self.firstWord(["CONFLICT", "FROM"], in: rest) == nil
      else { return nil }
      condition = Self.text(rest.dropFirst())
    }
  }

  /// Reads a name of the main schema.
  private static func mainName(_ reader: inout TokenReader) -> String? {
    guard let first = reader.name() else { return nil }
    guard reader.skip(".") else { return first }
    return SQLName(first) == "main" ? reader.name() : nil
  }

  /// Reads the terms of a `SELECT` up to its `FROM`.
  private static func list(_ reader: inout TokenReader) -> [ArraySlice<SQLToken>]? {
    var items: [ArraySlice<SQLToken>] = []
    var start = reader.position
    var last: SQLToken?
    while let token = reader.next {
      // `IS DISTINCT FROM` is an operator.
      let isEnd = token.isWord("FROM") && last?.isWord("DISTINCT") != true
      if isEnd || token.text == "," {
        items.append(reader.tokens(from: start))
        if isEnd { return items.contains(where: \.isEmpty) ? nil : items }
        _ = reader.take()
        start = reader.position
      } else if token.text == "(" {
        guard reader.group() != nil else { return nil }
      } else {
        _ = reader.take()
      }
      last = token
    }
    return nil
  }

  /// The index of the first token outside parentheses that is one of the given words.
  private static func firstWord(_ words: Set<SQLName>, in tokens: ArraySlice<SQLToken>) -> Int? {
    var depth = 0
    return tokens.indices.first { index in
      let token = tokens[index]
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      return depth == 0 && words.contains { token.isWord($0) }
        && !(token.isWord("FROM") && index > tokens.startIndex
          && tokens[index - 1].isWord("DISTINCT"))
    }
  }

  private static func term(_ tokens: ArraySlice<SQLToken>, of names: Set<SQLName>) -> Term {
    var tokens = tokens
    if tokens.count > 2, tokens[tokens.endIndex - 2].isWord("AS") { tokens = tokens.dropLast(2) }
    let isStar =
      tokens.last?.text == "*" && (tokens.count == 1 || tokens.dropLast().last?.text == ".")
    let isCall =
      tokens.count > 2 && tokens.dropFirst().first?.text == "("
      && closing(tokens.startIndex + 1, in: tokens) == tokens.endIndex - 1
    return Term(
      sql: text(tokens), column: isStar ? nil : column(tokens, of: names), isStar: isStar,
      function: isCall ? tokens.first?.name : nil, jsonColumns: jsonColumns(tokens, of: names))
  }

  private static func closing(_ start: Int, in tokens: ArraySlice<SQLToken>) -> Int? {
    var depth = 0
    return tokens[start...].indices.first { index in
      if tokens[index].text == "(" { depth += 1 }
      if tokens[index].text == ")" { depth -= 1 }
      return depth == 0
    }
  }

  private static func column(_ tokens: ArraySlice<SQLToken>, of names: Set<SQLName>) -> String? {
    guard let last = tokens.last, TokenReader.isName(last), last.kind != .string else { return nil }
    if tokens.count == 1 { return last.unquoted }
    guard tokens.count == 3, tokens.dropFirst().first?.text == ".", let name = tokens.first?.name,
      names.contains(name)
    else { return nil }
    return last.unquoted
  }

  private static func calls(_ functions: Set<SQLName>, in tokens: ArraySlice<SQLToken>) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { token, next in
      next.text == "(" && token.name.map(functions.contains) ?? false
    }
  }

  // MARK: JSON

  private static let jsonFunctions: Set<SQLName> = [
    "json", "jsonb", "json_array_length", "json_extract", "jsonb_extract", "json_insert",
    "json_remove", "json_replace", "json_set", "json_type",
  ]

  /// The columns that JSON functions parse for every row.
  ///
  /// If an expression may skip one of its parts, or parses anything but a column, it is unknown
  /// which value is malformed.
  private static func jsonColumns(
    _ tokens: ArraySlice<SQLToken>, of names: Set<SQLName>
  ) -> [String]? {
    var columns: [String] = []
    for index in tokens.indices {
      let token = tokens[index]
      let leavesOut = ["CASE", "AND", "OR"].contains { (word: SQLName) in token.isWord(word) }
      if leavesOut || calls(["iif", "if", "coalesce", "ifnull", "json_patch"], in: tokens) {
        return nil
      }
      if token.text == "->" || token.text == "->>" {
        guard let column = column(tokens[tokens.startIndex..<index], of: names) else { return nil }
        columns.append(column)
      } else if let name = token.name, index + 1 < tokens.endIndex, tokens[index + 1].text == "(",
        name.text.asciiLowercased.hasPrefix("json")
      {
        guard jsonFunctions.contains(name), let end = closing(index + 1, in: tokens),
          let argument = TokenReader.items(of: tokens[(index + 1)...end]).first,
          let column = column(argument, of: names)
        else { return nil }
        columns.append(column)
      }
    }
    return columns
  }

  // MARK: Text

  /// The SQL of tokens without comments; strings and names are unchanged.
  static func text(_ tokens: ArraySlice<SQLToken>) -> String {
    var result = ""
    var previous: SQLToken?
    for token in tokens {
      let isTight =
        [",", ")", "."].contains(token.text)
        || (token.text == "(" && previous?.kind == .identifier)
      if let previous, !isTight, previous.text != "(", previous.text != "." { result += " " }
      result += token.text
      previous = token
    }
    return result
  }
}
