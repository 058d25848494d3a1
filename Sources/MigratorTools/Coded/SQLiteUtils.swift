import MigratorEngine

extension ReadOnlyTool {
  /// sqlite-utils and sqlite-migrate: functions in `migrations.py`, in registration order.
  ///
  /// A row has the set, the name and the time.
  ///
  /// Source: simonw/sqlite-utils `sqlite_utils/migrations.py`, `cli.py` (`migrate`).
  static let sqliteUtils = ReadOnlyTool(
    format: .sqliteUtils, title: "sqlite-utils", language: "Python",
    pattern: FilePattern(name: "migrations.py", extensions: ["py"], isDeep: true), marks: [],
    entries: { file, folder in
      functions(in: try folder.text(of: file)).map {
        ReadOnlyEntry(key: $0, command: "sqlite-utils migrate DATABASE \(file)")
      }
    },
    // In registration order.
    precedes: { _, _ in false }, unique: [Uniqueness(word: "name")],
    table: LedgerTable(
      name: "_sqlite_migrations",
      shapes: [
        LedgerTable.Shape(columns: ["id", "migration_set", "name", "applied_at"]),
        LedgerTable.Shape(columns: ["migration_set", "name", "applied_at"]),
      ]),
    rows: RowLedger.Rules(
      key: { row in
        guard let set = row.text("migration_set"), let name = row.text("name") else { return nil }
        return "\(set):\(name)"
      },
      appliedAt: { $0.text("applied_at") }),
    ownEvidence: { files, folder in
      let count = files.map { functions(in: folder.head(of: $0)).count }.reduce(0, +)
      return count == 0
        ? nil
        : FolderEvidence(
          words: "\(count) functions registered in migrations.py", strength: .certain, count: count)
    })

  /// The migrations of a file as `set:name`, grouped by set.
  private static func functions(in text: String) -> [String] {
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

  /// Parses `variable = Migrations("name")`, with or without a module prefix.
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
