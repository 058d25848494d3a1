import MigratorEngine

/// sqlite-utils and sqlite-migrate: functions in `migrations.py`, in the order they are registered.
///
/// Source: simonw/sqlite-utils `sqlite_utils/migrations.py`, `cli.py` (`migrate`).
package struct SQLiteUtils: CodedTool {
  package let format = MigrationFormat.sqliteUtils
  package let title = "sqlite-utils"
  let language = "Python"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["id", "migration_set", "name", "applied_at"], named: SQLiteUtilsRule.tableName,
      in: tables)
      ?? ledger(
        columns: ["migration_set", "name", "applied_at"], named: SQLiteUtilsRule.tableName,
        in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    let files = Self.files(folder)
    let count = files.map { Self.migrations(in: folder.head(of: $0)).count }.reduce(0, +)
    return count == 0
      ? nil
      : FolderEvidence(
        words: "\(count) functions registered in migrations.py", strength: 3, count: count)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var migrations: [ToolMigration] = []
    for file in Self.files(folder) {
      for name in Self.migrations(in: try folder.text(of: file)) {
        migrations.append(
          ToolMigration(
            identifier: name, key: name, path: folder.path(of: file),
            body: code(run: "sqlite-utils migrate DATABASE \(file)")))
      }
    }
    return try checked(migrations, unique: "name")
  }

  package func rule(table: String?) -> any LedgerRule {
    SQLiteUtilsRule(name: table ?? SQLiteUtilsRule.tableName)
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { FilePath.name(of: $0) == "migrations.py" }
  }

  /// The migrations of a file as `set:name`, set by set.
  private static func migrations(in text: String) -> [String] {
    var sets: [(variable: String, name: String, migrations: [String])] = []
    var decorators: [[PythonToken]] = []
    for statement in PythonSource(text).statements where statement.indentation == 0 {
      let tokens = statement.tokens
      if let set = set(tokens) {
        sets.append((set.variable, set.name, []))
      } else if tokens.first?.isMark("@") ?? false {
        decorators.append(Array(tokens.dropFirst()))
        continue
      } else if let function = function(tokens) {
        for decorator in decorators.reversed() {
          guard decorator.count > 1, decorator[1].isMark("("),
            let index = sets.lastIndex(where: { decorator[0].isWord($0.variable) })
          else { continue }
          sets[index].migrations.append(Self.name(in: decorator) ?? function)
        }
      }
      decorators = []
    }
    return sets.flatMap { set in set.migrations.map { "\(set.name):\($0)" } }
  }

  /// `variable = Migrations("name")`, with or without a module before it.
  private static func set(_ tokens: [PythonToken]) -> (variable: String, name: String)? {
    guard let call = tokens.firstIndex(where: { $0.isWord("Migrations") }), tokens.count > call + 2,
      tokens[0].kind == .word, tokens.count > 1, tokens[1].isMark("=") || tokens[1].isMark(":"),
      tokens[call + 1].isMark("(")
    else { return nil }
    let name = tokens[(call + 2)...].first { $0.kind == .text }
    return name.map { (tokens[0].text, $0.text) }
  }

  private static func function(_ tokens: [PythonToken]) -> String? {
    let tokens = tokens.first?.isWord("async") ?? false ? tokens.dropFirst() : tokens[...]
    guard tokens.first?.isWord("def") ?? false else { return nil }
    return tokens.dropFirst().first?.text
  }

  /// The text of `name="…"` in a decorator.
  private static func name(in decorator: [PythonToken]) -> String? {
    for (index, token) in decorator.enumerated()
    where token.isWord("name") && decorator.count > index + 2 && decorator[index + 1].isMark("=")
      && decorator[index + 2].kind == .text
    {
      return decorator[index + 2].text
    }
    return nil
  }
}

/// The ledger of sqlite-utils: a row with the set, the name and the time.
struct SQLiteUtilsRule: CodedRule {
  static let tableName = "_sqlite_migrations"
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? {
    guard let set = row["migration_set"]?.looseText, let name = row["name"]?.looseText else {
      return nil
    }
    return "\(set):\(name)"
  }

  func appliedAt(_ row: [String: DatabaseValue]) -> String? { row["applied_at"]?.looseText }
}
