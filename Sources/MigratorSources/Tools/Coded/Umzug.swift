import MigratorEngine

/// umzug and sequelize-cli: files in the order of their names.
///
/// Source: sequelize/umzug `src/umzug.ts`, `src/storage/sequelize.ts`.
package struct Umzug: CodedTool {
  package let format = MigrationFormat.umzug
  package let title = "umzug"
  let language = "JavaScript"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["name"], named: "SequelizeMeta", containing: ["sequelize", "umzug", "migration"],
      in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      Self.files(folder), like: "name.js", marks: ["queryInterface", "QueryInterface", "umzug"],
      strength: 2, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    Self.files(folder).map { file in
      ToolMigration(
        identifier: file, key: file, path: folder.path(of: file),
        body: .unavailable(
          StepObstacle(
            file.hasSuffix(".sql")
              ? "How this file is run is up to the project's own resolver."
              : "This migration is \(language), which only umzug or sequelize-cli runs.",
            remedy: "Run `npx sequelize db:migrate --to \(file)`, or the project's own umzug.")))
    }
  }

  package func rule(table: String?) -> any LedgerRule {
    UmzugRule(name: table ?? "SequelizeMeta")
  }

  private static func files(_ folder: FolderTree) -> [String] {
    ScriptFiles.own(folder, ["js", "cjs", "mjs", "ts", "sql"])
  }
}

/// The ledger of umzug: a row with the name, which a project may have without the extension.
struct UmzugRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? { row["name"]?.looseText }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    let names = Set(migrations.map(\.key))
    let stems = Dictionary(grouping: names) { FilePath.stem(of: $0) }
    return LedgerReading(
      records: table.rows.map { row in
        guard let name = key(of: row) else {
          return LedgerReading.Record("(a row without a name)")
        }
        // Of two files with one stem, nobody can tell which is meant.
        let sole = stems[name].flatMap { $0.count == 1 ? $0.first : nil }
        return LedgerReading.Record(names.contains(name) ? name : sole ?? name)
      })
  }
}
