import MigratorEngine

/// Ecto: `20240101000000_create_clubs.exs`.
///
/// Source: ecto_sql `lib/ecto/migrator.ex`, ecto_sqlite3 `connection.ex`.
package struct Ecto: CodedTool {
  package let format = MigrationFormat.ecto
  package let title = "Ecto"
  let language = "Elixir"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["version", "inserted_at"], named: "schema_migrations", containing: ["migration"],
      in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      folder.files.filter { Self.number(of: $0) != nil }, like: "N_name.exs",
      marks: ["Ecto.Migration"], strength: 3, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    var names: [String: String] = [:]
    var problems: [SourceProblem] = []
    var migrations: [ToolMigration] = []
    for file in folder.files {
      guard let number = Self.number(of: file) else { continue }
      let identifier = FilePath.stem(of: FilePath.name(of: file))
      let name = String(identifier.dropFirst(number.count))
      if let first = names.updateValue(identifier, forKey: name) {
        problems.append(
          SourceProblem(
            .badName, path: folder.path(of: file),
            message: "Ecto finds the name twice: \(first) and \(identifier)",
            remedy: "Give one of them another name."))
      }
      migrations.append(
        ToolMigration(
          identifier: identifier, key: number.withoutLeadingZeros, path: folder.path(of: file),
          body: code(run: "mix ecto.migrate --to \(number)")))
    }
    return try checked(
      migrations.sorted { NameOrder.numbers($0.key, $1.key) }, unique: "version", problems)
  }

  package func rule(table: String?) -> any LedgerRule {
    EctoRule(name: table ?? "schema_migrations")
  }

  /// The number of `^(\d+)_(.*)\.exs$`.
  private static func number(of file: String) -> String? {
    let name = FilePath.name(of: file)
    let number = name.leadingDigits
    guard name.hasSuffix(".exs"), !number.isEmpty, name.dropFirst(number.count).first == "_"
    else { return nil }
    return number
  }
}

/// The ledger of Ecto: a row with the version and when it was inserted.
struct EctoRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? { row["version"]?.looseText }
  func appliedAt(_ row: [String: DatabaseValue]) -> String? { row["inserted_at"]?.looseText }
}
