internal import MigratorSQLite

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

  /// The affinity of a declared type:
  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  enum Affinity {
    case integer
    case text
    case blob
    case other
  }

  func affinity(of column: String) -> Affinity? {
    let name = SQLName(column)
    guard let type = columns.first(where: { SQLName($0.name) == name })?.type else { return nil }
    if type.containsIgnoringASCIICase("int") { return .integer }
    for word in ["char", "clob", "text"] as [StaticString] {
      if type.containsIgnoringASCIICase(word) { return .text }
    }
    if type.isEmpty || type.containsIgnoringASCIICase("blob") { return .blob }
    return .other
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
