internal import SQLSyntax

/// A parsed `CREATE INDEX` statement.
///
/// Source: <https://www.sqlite.org/lang_createindex.html>.
struct ParsedIndex: Hashable {
  let isUnique: Bool
  let table: String
  let columns: [SQLFragment]
  /// The columns without ASC or DESC, which do not affect uniqueness.
  let key: [SQLFragment]
  let condition: SQLFragment?

  init?(_ reader: TokenReader) {
    var reader = reader
    guard reader.skip("CREATE") else { return nil }
    isUnique = reader.skip("UNIQUE")
    guard reader.skip("INDEX") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard reader.qualifiedName() != nil, reader.skip("ON"), let table = reader.name(),
      let group = reader.group()
    else { return nil }
    self.table = table
    columns = TokenReader.items(of: group).map { SQLFragment($0) }
    key = TokenReader.items(of: group).map { SQLFragment(keyColumn: $0) }
    condition = reader.skip("WHERE") ? SQLFragment(reader.rest()) : nil
    guard reader.isAtEnd else { return nil }
  }
}

/// A parsed `CREATE TRIGGER` statement: its event and its body.
///
/// Source: <https://www.sqlite.org/lang_createtrigger.html>.
struct ParsedTrigger: Hashable {
  let event: SQLFragment
  let body: SQLFragment

  init?(_ reader: TokenReader) {
    var reader = reader
    guard reader.skip("CREATE") else { return nil }
    _ = reader.skip("TEMP") || reader.skip("TEMPORARY")
    guard reader.skip("TRIGGER") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard reader.qualifiedName() != nil else { return nil }
    let start = reader.position
    while let token = reader.next {
      if token.kind == .keyword, reader.isAt("BEGIN") { break }
      _ = reader.take()
    }
    event = SQLFragment(reader.tokens(from: start))
    body = SQLFragment(reader.rest())
  }
}
