import ArgumentParser
import MigratorCommands
import MigratorPlatform
import MigratorTools
import MigtuiDemo

@main
enum Program {
  @MainActor static func main() async {
    exit(await CommandLineRun.status(of: Migtui.self))
  }
}

struct Migtui: ProgramRoot {
  static let configuration = CommandConfiguration(
    commandName: "migtui",
    abstract: "rehearse and apply SQLite migrations",
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Look",
        subcommands: [
          OpenCommand<FolderOptions>.self, StatusCommand<FolderOptions>.self,
          PlanCommand<FolderOptions>.self, ShowCommand<FolderOptions>.self,
          SchemaCommand<FolderOptions>.self, ViolationsCommand<FolderOptions>.self,
          HistoryCommand<ExtensionOptions>.self,
        ]),
      CommandGroup(
        name: "Rehearse",
        subcommands: [DryRunCommand<FolderOptions>.self, CheckCommand<FolderOptions>.self]),
      CommandGroup(
        name: "Change",
        subcommands: [
          StepCommand<FolderOptions>.self, RepairCommand<FolderOptions>.self,
          RestoreCommand<FolderOptions>.self, NewCommand.self,
        ]),
      CommandGroup(
        name: "More",
        subcommands: [
          DemoCommand.self, KeysCommand.self, GenerateCommand.self,
          CompletionsCommand<Self>.self, ManualCommand<Self>.self,
        ]),
    ],
    defaultSubcommand: OpenCommand<FolderOptions>.self)

  static var help: CommandHelp {
    CommandHelp(
      examples: [
        "demo --open": "Try a sample database.",
        "app.sqlite": "Open your database; a step asks first.",
        "dry-run app.sqlite --all": "Run everything on a copy.",
        "step app.sqlite --yes": "Apply the next migration.",
        "check --report github": "Check in CI, without a database.",
      ],
      sections: [
        CommandHelp.Section(
          "Migrations",
          """
          Migrations are .sql files that run in the order of their numbers. migtui searches for \
          them next to the database, then in the current folder: Migrations/, db/migrations/, \
          prisma/migrations/ and other usual places, or files named DBNAME-001.sql. \
          `migtui status DB` prints which folder it uses and why. --migrations DIR sets another.
          Projects of goose, sqlx, golang-migrate, Prisma, Flyway and other tools are recognized \
          by their files and tables. Each step is recorded as the tool would record it. --format \
          and --ledger override what was recognized.
          In migtui's own format, comments at the top of a file set how it runs:
            -- migtui: foreign-keys deferred|immediate|off
            -- migtui: no-transaction
          """)
      ],
      statuses: [
        .success: "done, or nothing is pending", .found: "pending, losses, differences",
        .migrationFailed: "a migration failed", .unknown: "cannot determine the state",
        .blocked: "blocked",
      ])
  }

  static var topics: [HelpTopic] { [.formats] }
}

extension HelpTopic {
  static var formats: HelpTopic {
    func rows(appliedHere: Bool) -> [CommandHelp.Row] {
      MigrationTools.all.filter { DemoLayout.sqlFormats.contains($0.format) == appliedHere }
        .map { CommandHelp.Row($0.format.rawValue, $0.title) }
    }
    return HelpTopic(
      "formats", "Formats of migrations",
      [
        CommandHelp.Section("Applied by migtui", rows: rows(appliedHere: true)),
        CommandHelp.Section(
          "Only shown",
          rows: rows(appliedHere: false) + [
            CommandHelp.Row(MigrationFormat.unknown.rawValue, "a ledger of any other tool")
          ]),
      ])
  }
}
