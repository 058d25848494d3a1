import MigratorEngine

/// db-migrate: `20240101000000-create-clubs.js`, often with `sqls/` beside it.
///
/// Source: db-migrate/node-db-migrate `lib/walker.js`, db-migrate-base `index.js`.
package struct DBMigrate: CodedTool {
  package let format = MigrationFormat.dbMigrate
  package let title = "db-migrate"
  let language = "JavaScript"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(columns: ["id", "name", "run_on"], named: "migrations", in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      Self.files(folder), like: "DATE-name.js", marks: ["dbmigrate", "db-migrate"], strength: 3,
      in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    let migrations = Self.files(folder).map { file in
      // A folder below is a scope, which the ledger has before the name.
      let name = FilePath.stem(of: file)
      let scope = file.contains("/") ? ":\(FilePath.folder(of: file))" : ""
      return ToolMigration(
        identifier: name, key: name, path: folder.path(of: file),
        body: code(run: "npx db-migrate up\(scope) \(FilePath.name(of: name))"))
    }
    return try checked(migrations.sorted { NameOrder.bytes($0.key, $1.key) }, unique: "name")
  }

  package func rule(table: String?) -> any LedgerRule {
    DBMigrateRule(name: table ?? "migrations")
  }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.files.filter { file in
      let name = FilePath.name(of: file)
      return ScriptFiles.isScript(file, ["js", "cjs", "mjs", "ts", "coffee"])
        && name.leadingDigits.count >= 8
        && !file.split(separator: "/").dropLast().contains("sqls")
    }
  }
}

/// The ledger of db-migrate: a row with `/name`, and when it was run.
struct DBMigrateRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? {
    row["name"]?.looseText.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
  }

  func appliedAt(_ row: [String: DatabaseValue]) -> String? {
    row["run_on"].flatMap(JavaScriptTime.text)
  }
}
