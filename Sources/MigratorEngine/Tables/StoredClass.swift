internal import MigratorSQLite

/// The values that a column accepts; most columns accept any.
///
/// - Source: <https://www.sqlite.org/stricttables.html>,
///   <https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key>.
enum StoredClass {
  case any
  /// Integers, and values that convert to an integer without loss.
  case integer
  /// Numbers, and values that convert to a number without loss.
  case number
  /// Text; numbers are converted to text.
  case text
  case blob

  /// True if the column accepts a value.
  ///
  /// `expression` returns the complete value in SQL, because `value` may be truncated.
  func takes(
    _ value: DatabaseValue, in db: Database, expression: () -> String
  ) throws -> Bool {
    switch (self, value.storage) {
    case (.any, _), (_, .null), (.integer, .int64), (.number, .int64), (.number, .double),
      (.text, .int64), (.text, .double), (.text, .string), (.blob, .blob):
      true
    case (.integer, .double), (.integer, .string), (.number, .string):
      try isSame(expression(), in: db)
    case (.integer, .blob), (.number, .blob), (.text, .blob), (.blob, _): false
    }
  }

  /// True if SQLite considers a value equal to the result of casting it to a number.
  ///
  /// The comparison applies the cast's affinity to the value, which converts it only if that is
  /// lossless.
  private func isSame(_ value: String, in db: Database) throws -> Bool {
    let sql = "SELECT \(number("value")) = value FROM (SELECT \(value) AS value)"
    return try Bool.fetchOne(db, sql: sql) ?? false
  }

  /// A cast to the numeric type of the column.
  private func number(_ value: String) -> String {
    let number = "CAST(\(value) AS NUMERIC)"
    return self == .integer ? "CAST(\(number) AS INTEGER)" : number
  }

  /// Returns a condition for the values that the column rejects; `nil` if it accepts all.
  ///
  /// - Parameter value: The value in SQL.
  /// - Returns: The condition.
  func rejection(of value: String) -> String? {
    switch self {
    case .any: nil
    case .integer, .number: "\(number(value)) <> \(value)"
    case .text: "typeof(\(value)) = 'blob'"
    case .blob: "typeof(\(value)) NOT IN ('blob', 'null')"
    }
  }
}

extension StoredClass {
  /// The values that a column accepts; any for a missing column.
  init(of column: String, in table: TableShape, _ db: Database) throws {
    let name = SQLName(column)
    if try table.rowIDColumn(db).map(SQLName.init(_:)) == name {
      self = .integer
      return
    }
    guard let type = table.columns.first(where: { SQLName($0.name) == name })?.type,
      try Self.isStrict(table, db)
    else {
      self = .any
      return
    }
    self =
      switch SQLName(type) {
      case "INT", "INTEGER": .integer
      case "REAL": .number
      case "TEXT": .text
      case "BLOB": .blob
      default: .any
      }
  }

  private static func isStrict(_ table: TableShape, _ db: Database) throws -> Bool {
    try db.tableList(in: table.schema, .named(table.name)).first?.isStrict ?? false
  }
}
