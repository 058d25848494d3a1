internal import SQLSyntax

/// `CREATE TABLE … AS SELECT …`: a table whose columns come from a query.
///
/// Source: <https://www.sqlite.org/lang_createtable.html#create_table_as_select_statements>.
package struct TableFromQuery: Sendable, Hashable {
  /// The SQL before `AS`; with a column list appended, it is a complete statement.
  package let head: String
  package let query: String

  /// Parses a statement; returns `nil` for any other statement.
  ///
  /// - Parameter sql: The SQL of one statement.
  /// - Complexity: O(*n*) for *n* bytes.
  package init?(_ sql: String) {
    let tokens = SQLTokenizer.tokens(of: sql)
    var reader = TokenReader(tokens)
    guard reader.skip("CREATE") else { return nil }
    _ = reader.skip("TEMP") || reader.skip("TEMPORARY")
    guard reader.skip("TABLE") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard reader.qualifiedName() != nil, reader.isAt("AS") else { return nil }
    let places = tokens.indices.filter { !tokens[$0].isTrivia }
    let place = places[reader.position]
    head = tokens[..<place].map(\.text).joined()
    query = tokens[(place + 1)...].map(\.text).joined()
  }
}
