internal import MigratorSQLite
internal import MigratorSchema

/// Text in double quotes that is not the name of a column.
///
/// > If a keyword in double quotes (ex: "key" or "glob") is used in a context where it cannot be
/// > resolved to an identifier but where a string literal is allowed, then the token is understood to
/// > be a string literal instead of an identifier.
///
/// GRDB and this engine disable this rule, because it turns a misspelled name into a string.
/// Source: <https://www.sqlite.org/lang_keywords.html>.
struct QuotedLiteral: Sendable, Hashable {
  /// The text without quotes.
  let text: String
  /// The view or trigger that contains it; `nil` if it is in the statement itself.
  private let object: String?

  /// Finds the literal that caused an error; `nil` for other errors.
  ///
  /// - Parameters:
  ///   - message: SQLite's message.
  ///   - sql: The statement.
  ///   - schema: The schema whose views and triggers the statement may use.
  init?(_ message: String, in sql: String?, _ schema: SchemaSnapshot? = nil) {
    guard let text = MigrationFailure.missingColumn(message) else { return nil }
    let quoted = text.quotedDatabaseIdentifier
    func contains(_ sql: String) -> Bool {
      sql.contains(quoted) && SQLTokenizer.tokens(of: sql).contains { $0.text == quoted }
    }
    if let sql, contains(sql) {
      (self.text, object) = (text, nil)
      return
    }
    let found = schema?.objects.first {
      [.trigger, .view].contains($0.kind) && $0.sql.map(contains) == true
    }
    guard let found else { return nil }
    (self.text, object) = (text, "\(found.kind.rawValue) \(found.name)")
  }

  /// How to correct it.
  var remedy: Remedy {
    let quoted = text.quotedDatabaseIdentifier
    let string = text.databaseValue.sqlLiteral
    return object.map {
      """
      The \($0) contains \(quoted). Double quotes are for names, and no column has this name. Re-create the \($0) \
      in the migration, with the text in single quotes: \(string).
      """
    } ?? """
      Double quotes are for names, and no column has the name \(quoted). Correct the name, or write the text in \
      single quotes: \(string).
      """
  }
}
