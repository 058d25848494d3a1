internal import MigratorSchema
internal import SQLSyntax

/// A statement that loses data, and whether it makes the loss explicit.
enum LossStatement {
  /// True if a reader of the statement sees which data it removes.
  ///
  /// This applies to `DELETE … WHERE` on the table of the rows and to an UPDATE of the column to a
  /// constant. It does not apply to an action of a foreign key, a join, a cast or a forgotten
  /// column.
  static func isExplicit(
    _ sql: String, way: GeneratedFinding.Way, table: SQLName, column: SQLName?
  ) -> Bool {
    let tokens = tokensWithoutTables(sql)
    var reader = TokenReader(tokens)
    if reader.skip("DELETE", "FROM") {
      guard way == .rows, name(&reader) == table else { return false }
      return tokens.contains { $0.isWord("WHERE") }
    }
    guard reader.skip("UPDATE") else { return false }
    if reader.skip("OR") { _ = reader.take() }
    guard name(&reader) == table, way == .nulled || way == .merged, let column else { return false }
    return assignsConstant(to: column, in: sql)
  }

  /// The table into which a statement inserts, or `nil`.
  static func insertedTable(_ sql: String) -> SQLName? {
    let tokens = tokensWithoutTables(sql)
    guard let into = tokens.firstIndex(where: { $0.isWord("INTO") }) else { return nil }
    var reader = TokenReader(tokens[(into + 1)...])
    return name(&reader)
  }

  /// True for an INSERT that updates the row with the same key.
  static func updatesOnConflict(_ sql: String) -> Bool {
    let tokens = tokensWithoutTables(sql)
    return tokens.first?.isWord("INSERT") == true
      && zip(tokens, tokens.dropFirst()).contains { $0.isWord("DO") && $1.isWord("UPDATE") }
  }

  /// The columns that an INSERT lists, or `nil` if it lists none.
  static func insertedColumns(_ sql: String) -> [SQLName]? {
    let tokens = tokensWithoutTables(sql)
    guard let into = tokens.firstIndex(where: { $0.isWord("INTO") }) else { return nil }
    var reader = TokenReader(tokens[(into + 1)...])
    guard name(&reader) != nil, reader.skip("(") else { return nil }
    var columns: [SQLName] = []
    repeat {
      guard let column = reader.take()?.name else { return nil }
      columns.append(column)
    } while reader.skip(",")
    return reader.skip(")") ? columns : nil
  }

  private static func name(_ reader: inout TokenReader) -> SQLName? {
    guard let first = reader.take() else { return nil }
    guard reader.skip(".") else { return SQLName(first.unquoted) }
    return reader.take().map { SQLName($0.unquoted) }
  }

  /// The tokens without the common table expressions at the start.
  private static func tokensWithoutTables(_ sql: String) -> ArraySlice<SQLToken> {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard tokens.first?.isWord("WITH") == true else { return tokens[...] }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0, ["DELETE", "UPDATE", "INSERT", "REPLACE"].contains(where: token.isWord) {
        return tokens[index...]
      }
    }
    return tokens[...]
  }

  /// True if the column is set to a literal or NULL.
  private static func assignsConstant(to column: SQLName, in sql: String) -> Bool {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard let set = tokens.firstIndex(where: { $0.isWord("SET") }) else { return false }
    for index in tokens.indices.dropFirst(set + 1) where index + 2 < tokens.count {
      guard SQLName(tokens[index].unquoted) == column, tokens[index + 1].text == "=" else {
        continue
      }
      let value = tokens[index + 2]
      let next = index + 3 < tokens.count ? tokens[index + 3] : nil
      let isLiteral =
        value.isWord("NULL") || value.text.first.map { "'0123456789-".contains($0) } == true
      return isLiteral
        && (next.map { $0.text == "," || $0.text == ";" || $0.isWord("WHERE") } ?? true)
    }
    return false
  }
}

/// Finds the statement after which something no longer exists.
struct DisappearanceTrace {
  private var present: [Bool]
  private var last: [ScriptStatement?]
  private var seen: [ScriptStatement] = []

  init(count: Int) {
    present = Array(repeating: true, count: count)
    last = Array(repeating: nil, count: count)
  }

  /// Records which items exist after a statement.
  mutating func note(_ statement: ScriptStatement, _ exists: [Bool]) {
    seen.append(statement)
    for index in exists.indices where exists[index] != present[index] {
      present[index] = exists[index]
      last[index] = exists[index] ? nil : statement
    }
  }

  /// The statement after which an item no longer exists, or `nil` if it exists.
  func last(_ index: Int) -> ScriptStatement? { last[index] }

  /// The statement that is responsible.
  ///
  /// If the table is dropped after its rows were copied, it is the copying statement, preferably one
  /// that reads the column.
  func cause(_ index: Int, table: SQLName, column: SQLName? = nil) -> ScriptStatement? {
    guard let statement = last[index] else { return nil }
    // The table may have been renamed before it was dropped.
    let present = seen.reduce(table) { name, statement in
      guard case .change(.tableRenamed(name, let new), _)? = SchemaStatement(statement.sql) else {
        return name
      }
      return new
    }
    guard case .change(.dropped(.table, let dropped), _)? = SchemaStatement(statement.sql),
      dropped == table || dropped == present
    else { return statement }
    let search = WordSearch([dropped])
    let copies = seen.prefix { $0 != statement }.filter { copy in
      let word = SQLTokenizer.firstToken(of: copy.sql)?.text.asciiUppercased
      return (word == "INSERT" || word == "REPLACE" || word == "CREATE")
        && WordSearch(["SELECT"]).isFound(in: copy.sql) && search.isFound(in: copy.sql)
    }
    let reading = column.flatMap { column in copies.last { Self.reads(column, $0.sql) } }
    return reading ?? copies.last ?? statement
  }

  /// True if a statement names a column after its first SELECT.
  private static func reads(_ column: SQLName, _ sql: String) -> Bool {
    SQLTokenizer.tokens(of: sql).drop { !$0.isWord("SELECT") }.contains { $0.name == column }
  }
}
