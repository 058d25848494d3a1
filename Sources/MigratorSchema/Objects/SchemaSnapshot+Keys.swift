public import SQLSyntax

extension SchemaSnapshot {
  /// Returns the primary key columns of a table, read from its SQL; empty if there are none.
  ///
  /// - Complexity: O(*n*) for *n* objects and the SQL of the table.
  public func primaryKey(of table: SQLName) -> [String] {
    parsed(table)?.primaryKey ?? []
  }

  /// Returns the columns of a table, read from its SQL; `nil` if there is no such table.
  ///
  /// - Complexity: O(*n*) for *n* objects and the SQL of the table.
  public func columns(of table: SQLName) -> [String]? { parsed(table)?.columns.map(\.name) }

  private func parsed(_ table: SQLName) -> ParsedTable? {
    let object = objects.first { $0.kind == .table && SQLName($0.name) == table }
    return TableParser.parse(TokenReader(object?.sql ?? ""))
  }
}
