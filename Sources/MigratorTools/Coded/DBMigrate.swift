import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// db-migrate: `20240101000000-create-clubs.js`, often with a folder `sqls/`.
  ///
  /// A row has `/name` and the time of the run.
  ///
  /// Source: db-migrate/node-db-migrate `lib/walker.js`, db-migrate-base `index.js`.
  static let dbMigrate = ReadOnlyTool(
    format: .dbMigrate, title: "db-migrate", language: "JavaScript",
    pattern: FilePattern(
      digits: 8, extensions: ["js", "cjs", "mjs", "ts", "coffee"],
      excluding: [".d.ts", ".d.mts", ".d.cts"], isDeep: true, besides: "sqls"),
    marks: [ContentMarker(pattern: "DATE-name.js", texts: ["dbmigrate", "db-migrate"])],
    entries: { file, _ in
      // A subfolder is a scope, which precedes the name in the ledger.
      let name = Paths.stem(of: file)
      let scope = file.contains("/") ? ":\(Paths.folder(of: file))" : ""
      let command = "npx db-migrate up\(scope) \(Paths.name(of: name))"
      return [ReadOnlyEntry(key: name, command: command)]
    },
    unique: [Uniqueness(word: "name")],
    table: LedgerTable("migrations", ["id", "name", "run_on"]),
    rows: RowLedger.Rules(
      key: { row in row.text("name").map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 } },
      appliedAt: { $0.javaScriptTime("run_on") }))
}
