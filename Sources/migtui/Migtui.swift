import ArgumentParser
import MigratorCommands
import MigratorPlatform

/// The program: parses its arguments and runs the command.
@main
enum Program {
  @MainActor static func main() async {
    exit(await CommandLineRun.status(of: Migtui.self))
  }
}

struct Migtui: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migtui",
    abstract: "Looks at SQLite databases and migrates them, step by step.",
    discussion: """
      `migtui app.sqlite` opens the console: registered and applied migrations side by side, what \
      each would change, dry runs on a copy, rows that break foreign keys, schema drift. Looking \
      never writes; a step asks first.

      Migrations are .sql files that run in the order of their numbers. They are looked for beside \
      the database, then in the current folder: Migrations/, migrations/, db/migrations/ and where \
      other tools keep theirs, or files named DBNAME-001.sql. The title line says which were taken, \
      `migtui status` says why. --migrations names another folder.

      Projects of other tools (goose, sqlx, golang-migrate, Prisma, Flyway and others) are recognised \
      by their tables and files, and stepped so that the tool agrees afterwards. --format and \
      --ledger overrule what was recognised.

      In this program's own format, comments at the head of a file say how it is run:
        -- migtui: foreign-keys deferred|immediate|off
        -- migtui: no-transaction

      EXIT STATUS:
      \(ExitStatus.table)
      """,
    version: Version.text,
    subcommands: [
      OpenCommand<FolderOptions>.self, StatusCommand<FolderOptions>.self,
      PlanCommand<FolderOptions>.self, ShowCommand<FolderOptions>.self,
      SchemaCommand<FolderOptions>.self,
      ViolationsCommand<ExtensionOptions>.self, DryRunCommand<FolderOptions>.self,
      CheckCommand<FolderOptions>.self, StepCommand<FolderOptions>.self,
      RepairCommand<FolderOptions>.self, RestoreCommand<FolderOptions>.self,
      HistoryCommand<ExtensionOptions>.self,
      NewCommand.self, GenerateCommand.self, KeysCommand.self, DemoCommand.self,
      CompletionsCommand<Self>.self, ManualCommand<Self>.self,
    ],
    defaultSubcommand: OpenCommand<FolderOptions>.self)
}
