import MigratorEngine

/// Knex: JavaScript or TypeScript files in the order of their names.
///
/// Source: knex `lib/migrations/migrate/`.
package struct Knex: CodedTool {
  static let extensions = [
    "co", "coffee", "eg", "iced", "js", "cjs", "mjs", "litcoffee", "ls", "ts", "mts", "cts",
  ]

  package let format = MigrationFormat.knex
  package let title = "Knex"
  let language = "JavaScript"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(
      columns: ["id", "name", "batch", "migration_time"], named: "knex_migrations", in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      ScriptFiles.own(folder, Self.extensions), like: "name.js", marks: ["knex", "Knex"],
      strength: 2, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    ScriptFiles.own(folder, Self.extensions).map { file in
      ToolMigration(
        identifier: file, key: file, path: folder.path(of: file),
        body: code(run: "npx knex migrate:up \(file)"))
    }
  }

  package func rule(table: String?) -> any LedgerRule {
    KnexRule(name: table ?? "knex_migrations")
  }
}

/// Files of JavaScript and its kin, which several tools run.
enum ScriptFiles {
  /// The files of a folder with one of the extensions, by name; declarations of types are none.
  static func own(_ folder: FolderTree, _ extensions: [String]) -> [String] {
    folder.ownFiles.filter { isScript($0, extensions) }.sorted(by: NameOrder.bytes)
  }

  /// Whether a file is a script and no declaration of types.
  static func isScript(_ file: String, _ extensions: [String]) -> Bool {
    extensions.contains { file.hasSuffix("." + $0) }
      && ![".d.ts", ".d.mts", ".d.cts"].contains { file.hasSuffix($0) }
  }
}

/// The ledger of Knex: a row with the name of the file, and a lock beside it.
struct KnexRule: CodedRule {
  let name: String

  var tableNames: [String] { [name, lockName] }
  private var lockName: String { name + "_lock" }

  func key(of row: [String: DatabaseValue]) -> String? { row["name"]?.looseText }

  func appliedAt(_ row: [String: DatabaseValue]) -> String? {
    row["migration_time"].flatMap(JavaScriptTime.text)
  }

  func note(on row: [String: DatabaseValue]) -> String? {
    row["batch"]?.looseText.map { "Batch \($0)." }
  }

  func obstacle(_ migrations: [ToolMigration], _ contents: LedgerContents) -> StepObstacle? {
    if contents.tables[lockName]?.rows.contains(where: { $0["is_locked"]?.looseTruth ?? false })
      ?? false
    {
      return StepObstacle(
        "\(lockName) is held (is_locked = 1): a migration is running, or was killed.",
        remedy: "If none is running, run `npx knex migrate:unlock`.")
    }
    return missing(migrations, contents).map {
      StepObstacle(
        "Knex stops: \($0) is recorded, and the folder does not have it.",
        remedy: "Bring the file back under that name.")
    }
  }
}

/// Times as JavaScript binds them.
enum JavaScriptTime {
  /// A number of milliseconds since 1970 made readable; a text as it is.
  static func text(_ value: DatabaseValue) -> String? {
    if case .string(let text) = value.storage { return text }
    guard let milliseconds = value.looseInteger else { return value.looseText }
    return Timestamp(milliseconds: milliseconds)?.text(digits: 3) ?? String(milliseconds)
  }
}
