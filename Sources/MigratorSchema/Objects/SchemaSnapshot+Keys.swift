public import SQLSyntax

extension SchemaSnapshot {
  /// The columns of the primary key of a table, as its text tells; empty where there is none.
  ///
  /// - Complexity: O(*n*) for *n* objects and the text of the table.
  public func primaryKey(of table: SQLName) -> [String] {
    let object = objects.first { $0.kind == .table && SQLName($0.name) == table }
    return TableParser.parse(TokenReader(object?.sql ?? ""))?.primaryKey ?? []
  }
}
