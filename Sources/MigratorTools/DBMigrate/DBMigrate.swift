import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// db-migrate.
  public static let dbMigrate: MigrationFormat = "db-migrate"
}

extension ShownTool {
  /// db-migrate: `20240101000000-create-clubs.js`, often with `sqls/` beside it, and a row with
  /// `/name` and when it was run.
  ///
  /// Source: db-migrate/node-db-migrate `lib/walker.js`, db-migrate-base `index.js`.
  package static let dbMigrate = ShownTool(
    format: .dbMigrate, title: "db-migrate", language: "JavaScript",
    files: FilePattern(
      digits: 8, extensions: ["js", "cjs", "mjs", "ts", "coffee"],
      excluding: [".d.ts", ".d.mts", ".d.cts"], isDeep: true, besides: "sqls"),
    marks: [FileMark("DATE-name.js", ["dbmigrate", "db-migrate"], strength: .certain)],
    entries: { file, _ in
      // A folder below is a scope, which the ledger has before the name.
      let name = Paths.stem(of: file)
      let scope = file.contains("/") ? ":\(Paths.folder(of: file))" : ""
      return [
        ShownEntry(name, command: "npx db-migrate up\(scope) \(Paths.name(of: name))")
      ]
    },
    unique: [Uniqueness("name")],
    table: ShownLedger.Table(
      name: "migrations", columns: [["id", "name", "run_on"]],
      key: { row in
        row.text("name").map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
      },
      appliedAt: { $0.javaScriptTime("run_on") }))
}
