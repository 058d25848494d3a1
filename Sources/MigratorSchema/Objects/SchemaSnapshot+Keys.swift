public import SQLSyntax

extension SchemaSnapshot {
  /// Returns the primary key columns of a table, read from its SQL; empty if there are none.
  ///
  /// - Complexity: O(*n*) for *n* objects and the SQL of the table.
  public func primaryKey(of table: SQLName) -> [String] {
    let object = objects.first { $0.kind == .table && SQLName($0.name) == table }
    return TableParser.parse(TokenReader(object?.sql ?? ""))?.primaryKey ?? []
  }
}
