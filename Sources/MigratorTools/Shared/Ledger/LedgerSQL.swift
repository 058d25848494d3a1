import MigratorEngine

enum LedgerSQL {
  /// The quoted name of a table in the main database.
  static func table(_ name: String) -> String { "main.\(name.quotedDatabaseIdentifier)" }

  /// Returns `INSERT INTO main."table" (a, b) VALUES (1, 'x')`; the columns are not quoted.
  static func insert(
    into table: String, _ values: KeyValuePairs<String, any DatabaseValueConvertible>
  ) -> String {
    insert(into: table, values.map { ($0.key, $0.value) })
  }

  static func insert(
    into table: String, _ fields: [(column: String, value: any DatabaseValueConvertible)]
  ) -> String {
    let columns = fields.map(\.column).joined(separator: ", ")
    let literals = fields.map { literal($0.value) }.joined(separator: ", ")
    return "INSERT INTO \(self.table(table)) (\(columns)) VALUES (\(literals))"
  }

  /// Returns `UPDATE main."table" SET a = 1, b = 'x' WHERE condition`.
  static func update(
    _ table: String, _ values: KeyValuePairs<String, any DatabaseValueConvertible>,
    where condition: String
  ) -> String {
    let assignments = values.map { "\($0.key) = \(literal($0.value))" }.joined(separator: ", ")
    return "UPDATE \(self.table(table)) SET \(assignments) WHERE \(condition)"
  }

  static func literal(_ value: any DatabaseValueConvertible) -> String {
    value.databaseValue.sqlLiteral
  }
}
