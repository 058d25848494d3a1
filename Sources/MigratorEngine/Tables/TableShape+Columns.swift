internal import MigratorSQLite
internal import MigratorSchema

extension TableShape {
  var storedColumns: [ColumnInfo] { columns.filter(\.isOrdinary) }

  /// The columns among `names` that can be set to NULL and are not part of the primary key.
  func nullableColumns(among names: [String]) -> [String] {
    let names = Set(names.map(SQLName.init(_:)))
    return columns.filter { column in
      names.contains(SQLName(column.name)) && !column.isNotNull && column.isOrdinary
        && !column.isKey
    }.map(\.name)
  }

  func affinity(of column: String) -> ColumnAffinity? {
    let name = SQLName(column)
    return columns.first { SQLName($0.name) == name }.map { ColumnAffinity(type: $0.type) }
  }
}

extension ColumnInfo {
  /// The column's default value if it is a literal, otherwise NULL.
  ///
  /// Other expressions are not evaluated, because the schema may be untrusted.
  func filler(in db: Database) throws -> DatabaseValue {
    guard let defaultValueSQL else { return .null }
    let tokens = SQLTokenizer.tokens(of: defaultValueSQL).filter { !$0.isTrivia }
    let isLiteral = tokens.allSatisfy { token in
      switch token.kind {
      case .number, .string, .blob: true
      default:
        ["(", ")", "+", "-", "NULL", "TRUE", "FALSE"].contains { (word: SQLName) in
          token.isWord(word)
        }
      }
    }
    guard isLiteral else { return .null }
    return try Row.fetchOne(db, sql: "SELECT \(defaultValueSQL)")?.databaseValues.first ?? .null
  }
}
