internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// A table of one of the two schemas.
struct TableFacts {
  let object: SchemaObject
  let shape: TableShape
  /// The column that is an alias of the rowid, or `nil`.
  let rowIDColumn: SQLName?

  init(_ db: Database, _ object: SchemaObject) throws {
    self.object = object
    shape = try TableShape(db, name: object.name, schema: "main")
    rowIDColumn = object.isVirtual ? nil : try shape.rowIDColumn(db).map(SQLName.init(_:))
  }

  var name: SQLName { SQLName(object.name) }

  /// True for a full-text index of another table, which stores no values of its own.
  var isContentIndex: Bool {
    !ShadowTables(tables: [(name, object.sql)]) { [] }.contentIndexes.isEmpty
  }

  /// The columns that store values.
  var columns: [ColumnInfo] { shape.columns.filter(\.isOrdinary) }

  /// Returns the column with the given name, even a generated one, or `nil`.
  func column(_ name: SQLName) -> ColumnInfo? {
    shape.columns.first { SQLName($0.name) == name && !$0.isHidden }
  }

  /// True if rows cannot have NULL in a column.
  func rejectsNull(_ column: ColumnInfo) -> Bool {
    column.isNotNull || rowIDColumn == SQLName(column.name)
  }

  /// Reads all tables of a schema.
  static func all(_ db: Database, _ schema: StoredSchema) throws -> [TableFacts] {
    try schema.all(.table).map { try TableFacts(db, $0) }
  }
}

extension ColumnInfo {
  /// The default value as an SQL expression, or `nil` if it is NULL or missing.
  var defaultExpression: String? {
    guard let sql = defaultValueSQL else { return nil }
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    let inner = tokens[...].withoutParentheses
    if inner.count == 1, inner.first?.isWord("NULL") == true { return nil }
    guard tokens.count == 1, let token = tokens.first else { return sql }
    // SQLite treats a bare or quoted name as a string here.
    let isValue = SQLKeywords.valueWords.contains(token.text.asciiUppercased)
    return token.kind == .identifier && !isValue
      ? token.unquoted.databaseValue.sqlLiteral : sql
  }

  /// An SQL expression for an empty value of the column's type.
  var emptyValue: String {
    let type = type.asciiUppercased
    if type.contains("INT") { return "0" }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "''" }
    return type.isEmpty || type.contains("BLOB") ? "x''" : "0"
  }

  /// True if the default value is the same for all rows, as `ADD COLUMN` requires.
  var hasConstantDefault: Bool {
    guard let sql = defaultValueSQL else { return true }
    var tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }[...].withoutParentheses
    while ["+", "-"].contains(tokens.first?.text) { tokens = tokens.dropFirst() }
    guard tokens.count == 1, let token = tokens.first else { return false }
    return !["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"].contains {
      token.isWord(SQLName($0))
    }
  }
}

extension ArraySlice<SQLToken> {
  /// The tokens without the parentheses that enclose all of them.
  fileprivate var withoutParentheses: ArraySlice<SQLToken> {
    var tokens = self
    while tokens.first?.text == "(", tokens.last?.text == ")" {
      tokens = tokens.dropFirst().dropLast()
    }
    return tokens
  }
}
