import ArgumentParser
import MigratorEngine
import MigratorSession

struct ToolCommand<Tool: MigratorTool>: ProgramRoot {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Tool.commandName, abstract: Tool.abstract, version: Tool.version,
      groupedSubcommands: [
        CommandGroup(
          name: "Look",
          subcommands: [
            OpenCommand<ToolOptions<Tool>>.self, StatusCommand<ToolOptions<Tool>>.self,
            PlanCommand<ToolOptions<Tool>>.self, ShowCommand<ToolOptions<Tool>>.self,
            SchemaCommand<ToolOptions<Tool>>.self, ViolationsCommand<ToolOptions<Tool>>.self,
            HistoryCommand<ToolLookOptions<Tool>>.self,
          ]),
        CommandGroup(
          name: "Rehearse",
          subcommands: [
            DryRunCommand<ToolOptions<Tool>>.self, CheckCommand<ToolOptions<Tool>>.self,
          ]),
        CommandGroup(
          name: "Change",
          subcommands: [
            StepCommand<ToolOptions<Tool>>.self, RepairCommand<ToolOptions<Tool>>.self,
            RestoreCommand<ToolOptions<Tool>>.self,
          ]),
        CommandGroup(
          name: "More", subcommands: [KeysCommand.self, CompletionsCommand<Self>.self]),
      ],
      defaultSubcommand: OpenCommand<ToolOptions<Tool>>.self)
  }

  static var help: CommandHelp {
    CommandHelp(
      examples: [
        "app.sqlite": "Open the console; steps ask for confirmation.",
        "status app.sqlite": "List the migrations.",
        "dry-run app.sqlite --all": "Run everything on a copy.",
        "step app.sqlite --yes": "Apply the next migration.",
      ])
  }
}

/// The options of a tool's commands; there are few, because the app determines the rest.
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
