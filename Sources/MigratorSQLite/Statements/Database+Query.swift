/// What a query gave, as far as it was asked for.
public struct QueryAnswer: Sendable, Hashable {
  /// The names of the columns.
  public let columns: [String]
  /// The rows, long values cut.
  public let rows: [[ValueExcerpt]]
  /// Whether there are more rows.
  public let isCut: Bool

  /// Creates an answer; the parameters are the properties.
  public init(columns: [String], rows: [[ValueExcerpt]], isCut: Bool = false) {
    self.columns = columns
    self.rows = rows
    self.isCut = isCut
  }
}

extension Database {
  /// Runs one statement that only reads: a query, `EXPLAIN`, or a pragma that tells something.
  ///
  /// - Parameters:
  ///   - sql: The statement, as a person typed it.
  ///   - limit: How many rows are kept.
  /// - Returns: The answer.
  /// - Throws: ``DatabaseError``; SQLITE_AUTH for a statement that does anything else.
  package func query(_ sql: String, limit: Int) throws -> QueryAnswer {
    let word = SQLTokenizer.firstToken(of: sql).map { SQLName($0.text) } ?? "SELECT"
    let guardian = Authorizer { ReadOnlyRule.decide($0, in: word) }
    return try observed(by: guardian) {
      let statement = try makeStatement(sql: sql)
      // What is explained is not run.
      guard ReadOnlyRule.openings.contains(word), statement.isReadonly || word == "EXPLAIN" else {
        throw DatabaseError(
          resultCode: .SQLITE_AUTH, message: ReadOnlyRule.words, sql: sql)
      }
      guard statement.parameterCount == 0 else {
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE, message: "a parameter has no value here", sql: sql)
      }
      var rows: [[ValueExcerpt]] = []
      while try statement.step() {
        if rows.count == limit {
          return QueryAnswer(columns: statement.columnNames, rows: rows, isCut: true)
        }
        rows.append((0..<Int32(statement.columnCount)).map { statement.excerpt(at: $0) })
      }
      return QueryAnswer(columns: statement.columnNames, rows: rows)
    }
  }
}

/// What a statement may do that is only to read.
private enum ReadOnlyRule {
  static let words =
    "only what reads is run here: SELECT, EXPLAIN, and PRAGMA that tells something"
  /// The words that such statements begin with.
  static let openings: Set<SQLName> = ["SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA"]

  /// Pragmas that do nothing with or without an argument.
  private static let questions: Set<SQLName> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]
  /// Pragmas that do nothing without one.
  private static let settings: Set<SQLName> = [
    "application_id", "auto_vacuum", "cache_size", "collation_list", "compile_options",
    "data_version", "database_list", "defer_foreign_keys", "encoding", "foreign_keys",
    "freelist_count", "function_list", "journal_mode", "legacy_alter_table", "module_list",
    "page_count", "page_size", "pragma_list", "recursive_triggers", "schema_version",
    "synchronous", "temp_store", "user_version",
  ]

  /// Decides on an event; whether a query writes is asked of the whole statement.
  ///
  /// A pragma takes effect while it is compiled, and SQLite declares the table of a virtual one as if
  /// it were made.
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
