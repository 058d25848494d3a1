internal import MigratorSchema
internal import SQLSyntax

/// Finds the tables whose columns a view or trigger uses by position.
///
/// For these tables, a different column order changes what the view shows, or where the trigger
/// stores a value.
enum PositionalUse {
  /// Returns the tables that the schema's views and triggers use with `INSERT INTO t VALUES` or
  /// `SELECT *`.
  static func tables(in schema: StoredSchema) -> Set<SQLName> {
    let tables = Set(schema.all(.table).map { SQLName($0.name) })
    var found: Set<SQLName> = []
    for kind in [SchemaObjectKind.view, .trigger] {
      for object in schema.all(kind) {
        let tokens = SQLTokenizer.tokens(of: object.definition).filter { !$0.isTrivia }
        if tokens.indices.contains(where: { isAllColumns(tokens, $0) }) {
          found.formUnion(tokens.compactMap(\.name).filter(tables.contains))
        }
        found.formUnion(
          tokens.indices.compactMap { target(tokens, $0) }.filter(tables.contains))
      }
    }
    return found
  }

  /// True for `*` in a list of results, not for a product or `count(*)`.
  private static func isAllColumns(_ tokens: [SQLToken], _ index: Int) -> Bool {
    guard tokens[index].text == "*", index > 0 else { return false }
    let previous = tokens[index - 1]
    return [",", "."].contains(previous.text)
      || ["SELECT", "DISTINCT", "ALL"].contains { previous.isWord(SQLName($0)) }
  }

  /// The table of an `INSERT` without a list of columns.
  private static func target(_ tokens: [SQLToken], _ index: Int) -> SQLName? {
    guard tokens[index].isWord("INTO") else { return nil }
    var rest = tokens[(index + 1)...]
    guard let table = rest.first?.name else { return nil }
    rest = rest.dropFirst()
    if rest.first?.isWord("AS") == true { rest = rest.dropFirst(2) }
    return rest.first?.text == "(" ? nil : table
  }
}
