internal import SQLSyntax

/// Parses `CREATE TABLE` statements.
///
/// Source: `parse.y`, rules `create_table` to `table_option`,
/// <https://www.sqlite.org/lang_createtable.html>.
enum TableParser {
  /// Returns the table, or `nil` if the statement is not completely understood.
  static func parse(_ reader: TokenReader) -> ParsedTable? {
    var reader = reader
    guard reader.skip("CREATE") else { return nil }
    _ = reader.skip("TEMP") || reader.skip("TEMPORARY")
    guard reader.skip("TABLE") else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    guard let name = reader.qualifiedName(), let body = reader.group() else { return nil }

    var table = ParsedTable(name: name)
    for item in TokenReader.items(of: body) {
      guard parse(item: item, into: &table) else { return nil }
    }
    return parseOptions(&reader, into: &table) && !table.columns.isEmpty ? table : nil
  }

  private static func parseOptions(
    _ reader: inout TokenReader, into table: inout ParsedTable
  ) -> Bool {
    while !reader.isAtEnd {
      if reader.skip("WITHOUT", "ROWID") {
        table.isWithoutRowID = true
      } else if reader.skip("STRICT") {
        table.isStrict = true
      } else if !reader.skip(",") {
        return false
      }
    }
    return true
  }

  private static func parse(item: ArraySlice<SQLToken>, into table: inout ParsedTable) -> Bool {
    var reader = TokenReader(item)
    guard let first = reader.next else { return false }
    let opensConstraint: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if first.kind == .keyword, opensConstraint.contains(first.text.asciiUppercased) {
      // SQLite allows omitting the comma between table constraints.
      while reader.next != nil {
        let start = reader.position
        guard let constraint = tableConstraint(&reader) else { return false }
        table.constraints.append(constraint)
        if let key = foreignKey(reader.tokens(from: start)) { table.foreignKeys.append(key) }
      }
      return true
    }
    guard let column = column(&reader, keys: &table.foreignKeys) else { return false }
    table.columns.append(column)
    return true
  }

  private static func tableConstraint(_ reader: inout TokenReader) -> ParsedTable.Constraint? {
    var name: String?
    if reader.skip("CONSTRAINT") {
      name = reader.name()
      guard name != nil else { return nil }
    }
    let start = reader.position
    var subject = start..<start
    var key: [SQLFragment]?
    let isPrimaryKey = reader.skip("PRIMARY", "KEY")
    if isPrimaryKey || reader.skip("UNIQUE") {
      guard let columns = reader.group() else { return nil }
      key = TokenReader.items(of: columns).map { SQLFragment(keyColumn: $0) }
      subject = start..<reader.position
      ColumnParser.skipConflictClause(&reader)
    } else if reader.skip("CHECK") {
      guard reader.group() != nil else { return nil }
      subject = start..<reader.position
      ColumnParser.skipConflictClause(&reader)
    } else if reader.skip("FOREIGN", "KEY") {
      guard reader.group() != nil, reader.skip("REFERENCES"), ColumnParser.skipParent(&reader)
      else { return nil }
      subject = start..<reader.position
      guard ColumnParser.skipActions(&reader) else { return nil }
      while ColumnParser.skipDeferral(&reader) {}
    } else {
      return nil
    }
    let words = SQLFragment(reader.tokens(from: start))
    return ParsedTable.Constraint(
      name: name, words: words, subject: SQLFragment(reader.allTokens[subject]), key: key,
      isPrimaryKey: isPrimaryKey)
  }

  /// Reads the foreign key of a table constraint; returns `nil` for any other constraint.
  private static func foreignKey(_ tokens: ArraySlice<SQLToken>) -> ParsedTable.ForeignKey? {
    var reader = TokenReader(tokens)
    if reader.skip("CONSTRAINT") { _ = reader.name() }
    guard reader.skip("FOREIGN", "KEY"), let group = reader.group() else { return nil }
    return ColumnParser.foreignKey(of: ColumnParser.names(in: group), &reader)
  }

  private static func column(
    _ reader: inout TokenReader, keys: inout [ParsedTable.ForeignKey]
  ) -> ParsedTable.Column? {
    guard let name = reader.name() else { return nil }
    var column = ParsedTable.Column(name: name)
    if let type = ColumnParser.type(&reader) { column.aspects[.type] = [type] }
    while reader.next != nil {
      if reader.skip("CONSTRAINT") {
        guard reader.name() != nil else { return nil }
        continue
      }
      let start = reader.position
      guard let aspect = ColumnParser.constraint(&reader) else { return nil }
      let tokens = reader.tokens(from: start)
      column.aspects[aspect, default: []].append(SQLFragment(tokens))
      var clause = TokenReader(tokens)
      if let key = ColumnParser.foreignKey(of: [name], &clause) { keys.append(key) }
    }
    return column
  }
}
