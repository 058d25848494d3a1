internal import MigratorSQLite
internal import MigratorSchema

/// Finds what SQLite ignores silently: unknown pragmas and unknown modifiers of date functions.
///
/// Sources: <https://www.sqlite.org/pragma.html>, <https://www.sqlite.org/lang_datefunc.html>.
struct IgnoredFeatures {
  private(set) var warnings: [String] = []

  /// The date functions, with the number of arguments before the first modifier.
  private static let functions: [SQLName: Int] = [
    "date": 1, "time": 1, "datetime": 1, "julianday": 1, "unixepoch": 1, "strftime": 2,
  ]
  private static let search = WordSearch(Set(functions.keys))

  /// Longer statements are skipped, because they mostly contain data.
  private static let sizeLimit = 100_000

  /// Examines statements, using SQLite itself to determine which features it supports.
  init(_ statements: ScriptStatements, _ db: Database) throws {
    var pragmas: Set<SQLName>?
    var modifiers: Set<SQLName> = []
    for statement in statements.forms where statement.sql.utf8.count < Self.sizeLimit {
      if let pragma = PragmaStatement(statement.sql) {
        let known =
          try pragmas ?? Set(String.fetchAll(db, sql: "PRAGMA pragma_list").map(SQLName.init(_:)))
        pragmas = known
        if !known.isEmpty, !known.contains(pragma.name) {
          warnings.append(
            "PRAGMA \(pragma.name.text) has no effect: SQLite \(SQLiteLibrary.version) does not know "
              + "it.")
        }
      } else if Self.search.isFound(in: statement.sql) {
        for (function, modifier) in Self.modifiers(in: statement.sql)
        where try modifiers.insert(SQLName(modifier)).inserted && !Self.isKnown(modifier, db) {
          let version = SQLiteFeatureVersions.version(ofModifier: modifier).map {
            " It requires SQLite \(SQLiteFeatureVersions.words($0)): "
              + "\(SQLiteFeatureVersions.page($0))."
          }
          warnings.append(
            "\(function)(…, '\(modifier)') is NULL: SQLite \(SQLiteLibrary.version) does not support this "
              + "modifier.\(version ?? "")")
        }
      }
    }
  }

  private static func isKnown(_ modifier: String, _ db: Database) throws -> Bool {
    // Some modifiers apply only to numbers.
    try Bool.fetchOne(
      db, sql: "SELECT coalesce(datetime('2000-01-01', ?1), datetime(0, ?1)) IS NOT NULL",
      arguments: [modifier]) == true
  }

  private static func modifiers(in sql: String) -> [(function: String, modifier: String)] {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    return tokens.indices.dropLast().flatMap { start -> [(String, String)] in
      guard let name = tokens[start].name, let skipped = functions[name],
        tokens[start + 1].text == "("
      else { return [] }
      var found: [(String, String)] = []
      var (depth, argument) = (0, 0)
      for index in (start + 1)..<tokens.count {
        switch tokens[index].text {
        case "(": depth += 1
        case ")":
          depth -= 1
          if depth == 0 { return found }
        case "," where depth == 1: argument += 1
        default:
          // A literal that is the whole argument.
          if depth == 1, argument >= skipped, tokens[index].kind == .string,
            tokens[index - 1].text == ",", index + 1 < tokens.count,
            [",", ")"].contains(tokens[index + 1].text)
          {
            found.append((name.text, tokens[index].unquoted))
          }
        }
      }
      return []
    }
  }
}
