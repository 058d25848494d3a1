import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// umzug and sequelize-cli.
  public static let umzug: MigrationFormat = "umzug"
}

extension ShownTool {
  /// umzug and sequelize-cli: files in the order of their names, and a row with the name, which a
  /// project may have without the extension.
  ///
  /// Source: sequelize/umzug `src/umzug.ts`, `src/storage/sequelize.ts`.
  package static let umzug = ShownTool(
    format: .umzug, title: "umzug", language: "JavaScript",
    files: .scripts(["js", "cjs", "mjs", "ts", "sql"]),
    marks: [
      FileMark("name.js", ["queryInterface", "QueryInterface", "umzug"], strength: .likely)
    ],
    entries: { file, _ in
      let command = "npx sequelize db:migrate --to \(file)"
      return [
        ShownEntry(
          file, command: command,
          obstacle: StepObstacle(
            file.hasSuffix(".sql")
              ? "How this file is run is up to the project's own resolver."
              : "This migration is JavaScript, which only umzug or sequelize-cli runs.",
            remedy: "Run `\(command)`, or the project's own umzug."))
      ]
    },
    table: ShownLedger.Table(
      name: "SequelizeMeta", columns: [["name"]], words: ["sequelize", "umzug", "migration"],
      key: { $0.text("name") }, alias: { Paths.stem(of: $0) }))
}
