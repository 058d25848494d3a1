import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// umzug and sequelize-cli: files ordered by name.
  ///
  /// A row has the name of the file; some projects omit the extension.
  ///
  /// Source: sequelize/umzug `src/umzug.ts`, `src/storage/sequelize.ts`.
  static let umzug = ReadOnlyTool(
    format: .umzug, title: "umzug", language: "JavaScript",
    pattern: .scripts(["js", "cjs", "mjs", "ts", "sql"]),
    marks: [
      ContentMarker(
        pattern: "name.js", texts: ["queryInterface", "QueryInterface", "umzug"],
        strength: .likely)
    ],
    entries: { file, _ in
      let command = "npx sequelize db:migrate --to \(file.shellWord)"
      let obstacle = StepObstacle(
        file.hasSuffix(".sql")
          ? "The project's own resolver runs this file."
          : "This migration is written in JavaScript. Only umzug or sequelize-cli can run it.",
        remedy: "Run `\(command)`, or the project's own umzug.")
      return [ReadOnlyEntry(key: file, command: command, obstacle: obstacle)]
    },
    table: LedgerTable("SequelizeMeta", ["name"], words: ["sequelize", "umzug", "migration"]),
    rows: RowLedger.Rules(key: { $0.text("name") }, alias: { Paths.stem(of: $0) }))
}
