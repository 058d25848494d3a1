import ArgumentParser
import MigratorEngine
import MigratorSession

struct ToolCommand<Tool: MigratorTool>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Tool.commandName, abstract: Tool.abstract,
      discussion: """
        With a database alone it opens the console: registered and applied migrations side by side, \
        what each would change, dry runs on a copy, rows that break foreign keys, schema drift. \
        Looking never writes; a step asks first.

        EXIT STATUS:
        \(ExitStatus.table)
        """,
      version: Tool.version,
      subcommands: [
        OpenCommand<ToolOptions<Tool>>.self, StatusCommand<ToolOptions<Tool>>.self,
        PlanCommand<ToolOptions<Tool>>.self, SchemaCommand<ToolOptions<Tool>>.self,
        ViolationsCommand<ToolLookOptions<Tool>>.self, DryRunCommand<ToolOptions<Tool>>.self,
        CheckCommand<ToolOptions<Tool>>.self, StepCommand<ToolOptions<Tool>>.self,
        RepairCommand<ToolOptions<Tool>>.self, RestoreCommand<ToolOptions<Tool>>.self,
        HistoryCommand<ToolLookOptions<Tool>>.self, ShowCommand<ToolOptions<Tool>>.self,
        KeysCommand.self, CompletionsCommand<Self>.self,
      ],
      defaultSubcommand: OpenCommand<ToolOptions<Tool>>.self)
  }
}

/// The options of a tool's commands; few, because the app knows the rest.
struct ToolOptions<Tool: MigratorTool>: SessionOptions {
  @Option(help: .copyForm) var copy: CopyKind?

  @Option(help: .keyFile, completion: .file()) var keyFile: String?

  func unlimitedSession(of database: String, backups: BackupPolicy) async throws -> MigrationSession
  {
    let configuration = try await Tool.openingConfiguration
    return MigrationSession(
      database: database, migrations: try await Tool.migrator,
      configuration: try KeySource.adding(keyFile, of: database, to: configuration),
      copyForm: copy, backups: backups)
  }
}

/// The options of commands that do not use the migrations.
struct ToolLookOptions<Tool: MigratorTool>: SessionOptions {
  @Option(help: .keyFile, completion: .file()) var keyFile: String?

  func unlimitedSession(of database: String, backups: BackupPolicy) async throws -> MigrationSession
  {
    let configuration = try await Tool.openingConfiguration
    return MigrationSession(
      database: database, migrations: DatabaseMigrator(),
      configuration: try KeySource.adding(keyFile, of: database, to: configuration),
      backups: backups)
  }
}

extension MigratorTool {
  /// The app's configuration, with a busy timeout and the wait notice.
  fileprivate static var openingConfiguration: Configuration {
    get async throws {
      var configuration = try await configuration
      if !configuration.isBusyModeChosen {
        configuration.busyMode = MigrationSession.waitingConfiguration.busyMode
      }
      return WaitNotice.announcing(configuration)
    }
  }
}
