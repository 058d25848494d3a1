internal import SQLSyntax

/// Parses the parts of a column definition.
///
/// Source: `parse.y`, rules `typetoken` and `ccons`.
enum ColumnParser {
  /// Reads the type: names, then numbers in parentheses.
  static func type(_ reader: inout TokenReader) -> SQLFragment? {
    let start = reader.position
    while let token = reader.next, TokenReader.isName(token) {
      // SQLite parses GENERATED ALWAYS as the end of the type and removes it afterwards.
      if reader.isAt("GENERATED", "ALWAYS", "AS") { break }
      _ = reader.take()
    }
    if reader.position > start { _ = reader.group() }
    let tokens = reader.tokens(from: start)
    return tokens.isEmpty ? nil : SQLFragment(tokens, isType: true)
  }

  /// Reads one constraint; returns `nil` if the next tokens are not a known constraint.
  static func constraint(_ reader: inout TokenReader) -> ColumnClause? {
    if reader.skip("NOT", "NULL") || reader.skip("NULL") {
      skipConflictClause(&reader)
      return .nullability
    }
    if reader.skip("PRIMARY", "KEY") {
      _ = reader.skip("ASC") || reader.skip("DESC")
      skipConflictClause(&reader)
      _ = reader.skip("AUTOINCREMENT")
      return .primaryKey
    }
    if reader.skip("UNIQUE") {
      skipConflictClause(&reader)
      return .unique
    }
    if reader.skip("CHECK") {
      guard reader.group() != nil else { return nil }
      skipConflictClause(&reader)
      return .check
    }
    if reader.skip("DEFAULT") { return skipDefault(&reader) ? .defaultValue : nil }
    if reader.skip("REFERENCES") { return skipReference(&reader) ? .references : nil }
    if skipDeferral(&reader) { return .deferral }
    if reader.skip("COLLATE") { return reader.name() != nil ? .collation : nil }
    if reader.skip("GENERATED", "ALWAYS", "AS") || reader.skip("AS") {
      guard reader.group() != nil else { return nil }
      _ = reader.skip("STORED") || reader.skip("VIRTUAL")
      return .generated
    }
    return nil
  }

  static func skipConflictClause(_ reader: inout TokenReader) {
    if reader.skip("ON", "CONFLICT") { _ = reader.take() }
  }

  static func skipReference(_ reader: inout TokenReader) -> Bool {
    skipParent(&reader) && skipActions(&reader)
  }

  /// Reads the parent table of a foreign key and its columns.
  static func skipParent(_ reader: inout TokenReader) -> Bool {
    guard reader.name() != nil else { return false }
    _ = reader.group()
    return true
  }

  /// Reads the actions of a foreign key, and `MATCH`, which SQLite ignores.
  static func skipActions(_ reader: inout TokenReader) -> Bool {
    while true {
      if reader.skip("ON", "DELETE") || reader.skip("ON", "UPDATE") || reader.skip("ON", "INSERT") {
        guard skipAction(&reader) else { return false }
      } else if reader.skip("MATCH") {
        guard reader.name() != nil else { return false }
      } else {
        return true
      }
    }
  }

  /// Reads a `REFERENCES` clause; returns `nil` if the next token does not begin one.
  static func foreignKey(of columns: [String], _ reader: inout TokenReader)
    -> ParsedTable.ForeignKey?
  {
    guard reader.skip("REFERENCES"), let destination = reader.name() else { return nil }
    let group = reader.group()
    var onDelete: String?
    while reader.next != nil {
      guard reader.skip("ON", "DELETE") else {
        _ = reader.take()
        continue
      }
      let start = reader.position
      if skipAction(&reader) { onDelete = SQLFragment(reader.tokens(from: start)).readable }
    }
    return ParsedTable.ForeignKey(
      columns: columns, destination: destination,
      destinationColumns: group.map(names) ?? [], onDelete: onDelete)
  }

  static func names(in group: ArraySlice<SQLToken>) -> [String] {
    TokenReader.items(of: group).compactMap { $0.first?.unquoted }
  }

  static func skipAction(_ reader: inout TokenReader) -> Bool {
    reader.skip("SET", "NULL") || reader.skip("SET", "DEFAULT") || reader.skip("NO", "ACTION")
      || reader.skip("CASCADE") || reader.skip("RESTRICT")
  }

  /// Reads `[NOT] DEFERRABLE [INITIALLY DEFERRED|IMMEDIATE]`; returns whether it was present.
  static func skipDeferral(_ reader: inout TokenReader) -> Bool {
    guard reader.skip("NOT", "DEFERRABLE") || reader.skip("DEFERRABLE") else { return false }
    _ = reader.skip("INITIALLY", "DEFERRED") || reader.skip("INITIALLY", "IMMEDIATE")
    return true
  }

  private static func skipDefault(_ reader: inout TokenReader) -> Bool {
    if reader.group() != nil { return true }
    while reader.skip("+") || reader.skip("-") {}
    guard let token = reader.take() else { return false }
    return token.kind != .punctuation && token.kind != .operator
  }
}
