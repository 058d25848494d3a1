internal import SQLSyntax

/// The effect of an index or a unique constraint, without its name.
///
/// Equal forms have the same effect on queries and on rows. Forms that differ can also have the
/// same effect.
struct IndexForm: Hashable {
  /// A column or expression.
  private struct Term: Hashable {
    let words: SQLFragment
    /// The collation of a column, or those of all columns in an expression.
    let collations: [SQLName]
    let isDescending: Bool
  }

  private let terms: [Term]
  private let isUnique: Bool
  private let condition: Term?

  /// The form of an index; `nil` if it is not completely understood.
  ///
  /// - Parameters:
  ///   - index: The `CREATE INDEX` statement.
  ///   - table: Its table.
  init?(_ index: TokenReader, on table: ParsedTable) {
    guard let index = ParsedIndex(index) else { return nil }
    func tokens(_ words: SQLFragment) -> ArraySlice<SQLToken> {
      TokenReader(words.readable).allTokens[...]
    }
    terms = index.columns.map { Self.term(tokens($0), in: table) }
    isUnique = index.isUnique
    condition = index.condition.map { Self.expression(tokens($0), in: table) }
  }

  /// The form of a unique constraint or primary key with these terms.
  private init(key terms: [Term]) {
    (self.terms, isUnique, condition) = (terms, true, nil)
  }

  /// Returns the forms of the unique constraints and the primary key of a table.
  ///
  /// Constraints with `ON CONFLICT` are left out, because they may replace or skip rows.
  static func keys(of table: ParsedTable) -> [IndexForm] {
    var keys: [IndexForm] = []
    for column in table.columns {
      let clauses = [ColumnClause.unique, .primaryKey].flatMap { column.aspects[$0] ?? [] }
      for clause in clauses {
        let tokens = TokenReader(clause.readable).allTokens
        if tokens.contains(where: { $0.isWord("CONFLICT") }) { continue }
        let isDescending = tokens.contains { $0.isWord("DESC") }
        keys.append(IndexForm(key: [Self.column(column.name, nil, isDescending, in: table)]))
      }
    }
    for constraint in table.constraints where constraint.key != nil {
      var reader = TokenReader(constraint.words.readable)
      guard reader.skip("UNIQUE") || reader.skip("PRIMARY", "KEY"), let group = reader.group(),
        reader.isAtEnd
      else { continue }
      keys.append(IndexForm(key: TokenReader.items(of: group).map { term($0, in: table) }))
    }
    return keys
  }

  private static func term(_ tokens: ArraySlice<SQLToken>, in table: ParsedTable) -> Term {
    let (key, isDescending) = TokenReader.keyColumn(tokens)
    var reader = TokenReader(key)
    if let name = reader.name() {
      if reader.next == nil { return column(name, nil, isDescending, in: table) }
      if reader.skip("COLLATE"), let collation = reader.name(), reader.next == nil {
        return column(name, SQLName(collation), isDescending, in: table)
      }
    }
    return expression(key, isDescending, in: table)
  }

  private static func column(
    _ name: String, _ collation: SQLName?, _ isDescending: Bool, in table: ParsedTable
  ) -> Term {
    let token = SQLToken(kind: .identifier, text: name.quotedDatabaseIdentifier)
    return Term(
      words: SQLFragment(keyColumn: [token]),
      collations: [collation ?? table.collation(of: SQLName(name)) ?? "BINARY"],
      isDescending: isDescending)
  }

  private static func expression(
    _ tokens: ArraySlice<SQLToken>, _ isDescending: Bool = false, in table: ParsedTable
  ) -> Term {
    let collations = tokens.filter(TokenReader.isName).compactMap {
      table.collation(of: SQLName($0.unquoted))
    }
    return Term(words: SQLFragment(tokens), collations: collations, isDescending: isDescending)
  }
}

extension SchemaSnapshot {
  /// Returns whether two indexes of a table of the schema have the same effect.
  ///
  /// - Parameters:
  ///   - index: An index of the schema.
  ///   - other: Another index; only its SQL is used.
  /// - Returns: `true` if they do; `false` if not, or if one of them is not completely understood.
  package func hasSameForm(_ index: SchemaObject, _ other: SchemaObject) -> Bool {
    let name = SQLName(index.tableName)
    let readers = [index, other].map { TokenReader($0.sql ?? "") }
    guard readers.allSatisfy({ ParsedIndex($0).map { SQLName($0.table) } == name }),
      let table = objects.first(where: { $0.kind == .table && SQLName($0.name) == name })
        .flatMap({ TableParser.parse(TokenReader($0.sql ?? "")) })
    else { return false }
    let forms = readers.map { IndexForm($0, on: table) }
    return forms[0] != nil && forms[0] == forms[1]
  }
}

extension ParsedTable {
  /// The collation of a column; `nil` if there is no such column.
  fileprivate func collation(of name: SQLName) -> SQLName? {
    guard let column = columns.first(where: { SQLName($0.name) == name }) else { return nil }
    let tokens = column.aspects[.collation]?.last.map { TokenReader($0.readable).allTokens }
    return tokens?.last.map { SQLName($0.unquoted) } ?? "BINARY"
  }
}
