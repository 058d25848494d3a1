internal import MigratorSQLite
internal import MigratorSchema

/// Finds text in double quotes that SQLite accepts as a string, because the tool's connections do.
struct AcceptedLiterals {
  private(set) var warnings: [String] = []
  // Statements that differ only in literals have the same names.
  private var known: Set<StatementShape> = []

  /// Longer statements are skipped, because they mostly contain data.
  private static let sizeLimit = 10_000

  /// Examines a statement before it runs.
  mutating func note(_ statement: ScriptStatement, _ db: Database) {
    let sql = statement.sql
    guard sql.utf8.count < Self.sizeLimit, sql.containsIgnoringASCIICase("\""),
      PragmaStatement(sql) == nil,
      known.insert(StatementShape(sql)).inserted
    else { return }
    do {
      try db.aside {
        try db.withDoubleQuotedStringLiterals(accepted: false) {
          _ = try db.makeStatement(sql: sql)
        }
      }
    } catch let error as DatabaseError {
      guard let literal = QuotedLiteral(error.message ?? "", in: sql) else { return }
      let owner = try? db.aside { try Self.owner(of: literal.text, in: sql, db) }
      warnings.append("\(statement.location.place): \(Self.words(literal.text, owner: owner))")
    } catch {
      // Other errors appear when the statement runs.
    }
  }

  /// The table in a statement that has a column of this name.
  private static func owner(of column: String, in sql: String, _ db: Database) throws -> String? {
    let names = Set(SQLTokenizer.tokens(of: sql).compactMap(\.name))
    return try db.columnNames(in: "main").first {
      SQLName($0.column) == SQLName(column) && names.contains(SQLName($0.table))
    }?.table
  }

  private static func words(_ text: String, owner: String?) -> String {
    let quoted = text.quotedDatabaseIdentifier
    let string = text.databaseValue.sqlLiteral
    // For example, a new column that `INSERT … SELECT` reads from the former table.
    if let owner {
      return "\(quoted) is a column of \(owner), but not of a table that is read here, so SQLite "
        + "uses the text \(string) instead, in each row. Write NULL or another value."
    }
    return "\(quoted) is not a column, so SQLite treats it as a string. Other programs, such as "
      + "GRDB apps, may reject it. Write it in single quotes: \(string)."
  }
}
