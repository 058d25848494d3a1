/// The result of a query, up to a maximum number of rows.
public struct QueryAnswer: Sendable, Hashable {
  /// The names of the columns.
  public let columns: [String]
  /// The rows, with long values truncated.
  public let rows: [[ValueExcerpt]]
  /// True if there are more rows.
  public let isTruncated: Bool

  /// Creates an answer from its properties.
  public init(columns: [String], rows: [[ValueExcerpt]], isTruncated: Bool = false) {
    self.columns = columns
    self.rows = rows
    self.isTruncated = isTruncated
  }
}

extension Database {
  /// Runs one read-only statement: a query, `EXPLAIN`, or a pragma that returns information.
  ///
  /// - Parameters:
  ///   - sql: The statement, as typed by a person.
  ///   - limit: The maximum number of rows.
  /// - Returns: The result.
  /// - Throws: ``DatabaseError``; SQLITE_AUTH for a statement that does anything else.
  package func query(_ sql: String, limit: Int) throws -> QueryAnswer {
    let word = SQLTokenizer.firstToken(of: sql).map { SQLName($0.text) } ?? "SELECT"
    let guardian = Authorizer { ReadOnlyRule.decide($0, in: word) }
    return try observed(by: guardian) {
      let statement = try makeStatement(sql: sql)
      // EXPLAIN does not run the explained statement.
      guard ReadOnlyRule.openings.contains(word), statement.isReadonly || word == "EXPLAIN" else {
        throw DatabaseError(
          resultCode: .SQLITE_AUTH, message: ReadOnlyRule.words, sql: sql)
      }
      guard statement.parameterCount == 0 else {
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE, message: "parameters are not supported here", sql: sql)
      }
      var rows: [[ValueExcerpt]] = []
      while try statement.step() {
        if rows.count == limit {
          return QueryAnswer(columns: statement.columnNames, rows: rows, isTruncated: true)
        }
        rows.append((0..<Int32(statement.columnCount)).map { statement.excerpt(at: $0) })
      }
      return QueryAnswer(columns: statement.columnNames, rows: rows)
    }
  }
}

private enum ReadOnlyRule {
  static let words =
    "only read-only statements can run here: SELECT, EXPLAIN, and PRAGMA statements that return "
    + "a value"
  static let openings: Set<SQLName> = ["SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA"]

  /// Pragmas that change nothing, with or without an argument.
  private static let questions: Set<SQLName> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]
  /// Pragmas that change nothing without an argument.
  private static let settings: Set<SQLName> = [
    "application_id", "auto_vacuum", "cache_size", "collation_list", "compile_options",
    "data_version", "database_list", "defer_foreign_keys", "encoding", "foreign_keys",
    "freelist_count", "function_list", "journal_mode", "legacy_alter_table", "module_list",
    "page_count", "page_size", "pragma_list", "recursive_triggers", "schema_version",
    "synchronous", "temp_store", "user_version",
  ]

  /// Decides whether an event is allowed; the caller checks whether the statement as a whole
  /// writes.
  ///
  /// A pragma takes effect during compilation. For a virtual table, SQLite declares its table with
  /// a CREATE TABLE, which the authorizer also sees.
  static func decide(_ event: AuthorizerEvent, in opening: SQLName) -> Authorizer.Decision {
    let isAllowed =
      switch event {
      case .function(let name):
        !["load_extension", "writefile", "edit"].contains(SQLName(name))
      case .pragma(let name, let argument, _):
        questions.contains(SQLName(name)) || (argument == nil && settings.contains(SQLName(name)))
      case .transaction, .savepoint, .attach, .detach: opening == "EXPLAIN"
      default: openings.contains(opening)
      }
    return isAllowed ? .allow : .deny(words)
  }
}
