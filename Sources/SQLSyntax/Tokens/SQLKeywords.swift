/// The keywords of SQLite's parser.
///
/// Source: <https://www.sqlite.org/lang_keywords.html>. The second set consists of the words that
/// `parse.y` lists under `%fallback ID` and of the join keywords, which can all be names without
/// quotes.
package enum SQLKeywords {
  package static let reserved: Set<String> = [
    "ADD", "ALL", "ALTER", "AND", "AS", "AUTOINCREMENT", "BETWEEN", "CASE", "CHECK", "COLLATE",
    "COMMIT", "CONSTRAINT", "CREATE", "DEFAULT", "DEFERRABLE", "DELETE", "DISTINCT", "DROP", "ELSE",
    "ESCAPE", "EXISTS", "FOREIGN", "FROM", "GROUP", "HAVING", "IN", "INDEX", "INSERT", "INTERSECT",
    "INTO", "IS", "ISNULL", "JOIN", "LIMIT", "NOT", "NOTHING", "NOTNULL", "NULL", "ON", "OR",
    "ORDER", "PRIMARY", "REFERENCES", "RETURNING", "SELECT", "SET", "TABLE", "THEN", "TO",
    "TRANSACTION", "UNION", "UNIQUE", "UPDATE", "USING", "VALUES", "WHEN", "WHERE",
  ]

  /// Keywords that can be names without quotes.
  package static let fallback: Set<String> = [
    "ABORT", "ACTION", "AFTER", "ALWAYS", "ANALYZE", "ASC", "ATTACH", "BEFORE", "BEGIN", "BY",
    "CASCADE", "CAST", "COLUMN", "CONFLICT", "CROSS", "CURRENT", "CURRENT_DATE", "CURRENT_TIME",
    "CURRENT_TIMESTAMP", "DATABASE", "DEFERRED", "DESC", "DETACH", "DO", "EACH", "END", "EXCEPT",
    "EXCLUDE", "EXCLUSIVE", "EXPLAIN", "FAIL", "FILTER", "FIRST", "FOLLOWING", "FOR", "FULL",
    "GENERATED", "GLOB", "GROUPS", "IF", "IGNORE", "IMMEDIATE", "INDEXED", "INITIALLY", "INNER",
    "INSTEAD", "KEY", "LAST", "LEFT", "LIKE", "MATCH", "MATERIALIZED", "NATURAL", "NO", "NULLS",
    "OF", "OFFSET", "OTHERS", "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA", "PRECEDING", "QUERY",
    "RAISE", "RANGE", "RECURSIVE", "REGEXP", "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESTRICT",
    "RIGHT", "ROLLBACK", "ROW", "ROWS", "SAVEPOINT", "TEMP", "TEMPORARY", "TIES", "TRIGGER",
    "UNBOUNDED", "VACUUM", "VIEW", "VIRTUAL", "WINDOW", "WITH", "WITHIN", "WITHOUT",
  ]

  /// The length of the longest keyword; longer words need no lookup.
  private static let longest = 17

  /// Bare words that are values; in quotes, they are names or strings.
  package static let valueWords: Set<String> = [
    "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "TRUE", "FALSE",
  ]

  /// Returns whether a bare word is a keyword, regardless of case; a quoted word is not.
  package static func contains(_ word: String) -> Bool {
    guard word.utf8.count <= longest else { return false }
    let upper = word.asciiUppercased
    return reserved.contains(upper) || fallback.contains(upper)
  }
}
