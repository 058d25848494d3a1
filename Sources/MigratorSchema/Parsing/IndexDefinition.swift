/// What a `CREATE INDEX` text says.
///
/// Source: <https://www.sqlite.org/lang_createindex.html>.
struct IndexDefinition: Hashable {
  let isUnique: Bool
  let table: String
  let columns: [SQLWords]
  let condition: SQLWords?

  /// Reads a text, or fails when it is no `CREATE INDEX`.
  init?(_ sql: String) {
    var reader = TokenReader(sql)
    guard reader.skip("CREATE") else { return nil }
    isUnique = reader.skip("UNIQUE")
    guard reader.skip("INDEX") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard reader.qualifiedName() != nil, reader.skip("ON"), let table = reader.name(),
      let group = reader.group()
    else { return nil }
    self.table = table
    columns = TokenReader.items(of: group).map { SQLWords($0) }
    condition = reader.skip("WHERE") ? SQLWords(reader.rest()) : nil
    guard reader.isAtEnd else { return nil }
  }

  /// The columns as a person would write them.
  var columnList: String { "(" + columns.map(\.readable).joined(separator: ", ") + ")" }
}

/// What a `CREATE TRIGGER` text says: when it fires, and what it does.
///
/// Source: <https://www.sqlite.org/lang_createtrigger.html>.
struct TriggerDefinition: Hashable {
  let event: SQLWords
  let body: SQLWords

  /// Reads a text, or fails when it is no `CREATE TRIGGER`.
  init?(_ sql: String) {
    var reader = TokenReader(sql)
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
    event = SQLWords(reader.tokens(from: start))
    body = SQLWords(reader.rest())
  }
}
