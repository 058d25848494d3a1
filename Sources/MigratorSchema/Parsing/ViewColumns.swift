internal import SQLSyntax

/// The column names of a `CREATE VIEW` statement.
///
/// Source: <https://www.sqlite.org/lang_createview.html>.
enum ViewColumns {
  /// Returns the names in order, with `nil` for an expression without a name.
  ///
  /// Returns `nil` if the SQL does not contain the names, as with `*`.
  static func names(_ reader: TokenReader) -> [String?]? {
    var reader = reader
    guard reader.skip("CREATE") else { return nil }
    _ = reader.skip("TEMP") || reader.skip("TEMPORARY")
    guard reader.skip("VIEW") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard reader.qualifiedName() != nil else { return nil }
    if let group = reader.group() { return TokenReader.items(of: group).map { $0.first?.unquoted } }
    guard reader.skip("AS") else { return nil }
    while !reader.isAt("SELECT") {
      // The queries of WITH are in parentheses.
      guard reader.group() != nil || reader.take() != nil else { return nil }
    }
    _ = reader.take()
    _ = reader.skip("DISTINCT") || reader.skip("ALL")
    return names(ofResult: &reader)
  }

  private static func names(ofResult reader: inout TokenReader) -> [String?]? {
    var names: [String?] = []
    var item: [SQLToken] = []
    while true {
      let isAtEnd =
        reader.isAtEnd
        || ["FROM", "WHERE", "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "GROUP"]
          .contains { reader.isAt($0) }
      if isAtEnd || reader.next?.text == "," {
        if item.last?.text == "*" { return nil }
        names.append(name(of: item))
        if isAtEnd { return names }
        _ = reader.take()
        item = []
      } else if let group = reader.group() {
        item += group
      } else if let token = reader.take() {
        item.append(token)
      }
    }
  }

  /// The name of a result column: its alias, or the name of the column itself.
  private static func name(of item: [SQLToken]) -> String? {
    guard let last = item.last, TokenReader.isName(last) else { return nil }
    let isColumn = item.count == 1 || item[item.count - 2].text == "."
    let isNamed = item.count > 1 && item[item.count - 2].isWord("AS")
    return isColumn || isNamed ? last.unquoted : nil
  }
}
