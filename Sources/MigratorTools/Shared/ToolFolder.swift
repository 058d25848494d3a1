public import MigratorEngine
public import MigratorSession

/// The migrations of a folder, read and checked by the rules of a tool.
public struct ToolFolder: Sendable {
  /// The tool.
  public let tool: any MigrationTool
  /// The folder, or `nil` if there is none and only the ledger can be shown.
  public let folder: FolderTree?
  /// The migrations, in execution order.
  public let migrations: [ToolMigration]
  /// The ledger of the tool for these files.
  public let ledger: any Ledger

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - folder: The folder, or `nil` if there is none.
  ///   - table: The name of the ledger table, if it is not the tool's default.
  /// - Throws: `SourceFailure` with every problem found, if the folder itself is unusable. Problems
  ///   of single files are in ``failure``.
  public init(tool: any MigrationTool, folder: FolderTree?, table: String? = nil) throws {
    self.tool = tool
    self.folder = folder
    let (migrations, ledger) = try tool.read(folder, table: table)
    // A file with an undo section does not block the others, because the tool can read it.
    self.migrations = migrations.map { $0.refusingUndoSection(for: tool) }
    let problems = migrations.flatMap(\.problems).filter { !$0.isOnlyOfItsTurn }
    // The tool would encounter an unusable file before it runs any migration.
    self.ledger =
      problems.isEmpty || !tool.readsAllFiles
      ? ledger
      : RevisedLedger(base: ledger) { state in
        if state.isReadable { state.obstacle = StepObstacle(problems: problems.map(\.ofFile)) }
      }
  }

  /// The problems that make files of the folder unusable, or `nil` if there are none.
  public var failure: SourceFailure? {
    let problems = migrations.flatMap(\.problems)
    return problems.isEmpty ? nil : SourceFailure(problems: problems)
  }

  init(
    tool: any MigrationTool, folder: FolderTree?, migrations: [ToolMigration], ledger: any Ledger
  ) {
    self.tool = tool
    self.folder = folder
    self.migrations = migrations
    self.ledger = ledger
  }

  /// Returns a migrator with the folder's migrations and the tool's ledger.
  ///
  /// If the tool has no rule of its own, migrations run with foreign keys off, and only new
  /// violations make them fail, as in Atlas.
  ///
  /// - Parameters:
  ///   - foreignKeyChecks: Overrides the foreign-key mode of the migrations and of their tool.
  ///   - stated: Whether the project's connections enforce foreign keys; it overrides the default
  ///     of a tool that follows them.
  /// - Returns: The migrator; creating it does not change the database.
  /// - Throws: `MigrationError` if an identifier is registered twice.
  public func migrator(
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil,
    stated: ProjectSettings.ForeignKeys? = nil
  ) throws -> DatabaseMigrator {
    var migrator = DatabaseMigrator(ledger: ledger)
    migrator.acceptsDoubleQuotedStringLiterals = tool.acceptsDoubleQuotedStringLiterals(
      in: folder)
    migrator.transactionSwitch = tool.transactionSwitch
    // migtui's own format uses the stricter check of GRDB.
    if tool.format != .grdb {
      migrator.foreignKeyPolicy = .newViolationsOnly
      let runner = tool.runner(in: folder)
      let keys =
        stated.flatMap { tool.followsConnection ? WriterRunner.ForeignKeys($0) : nil }
        ?? runner.foreignKeys
      // An explicit mode also replaces that of the tool.
      if foreignKeyChecks == nil, case .on(let connection) = keys {
        migrator.enforcingTool = EnforcingTool(
          name: connection.map { "\(tool.title) with \($0)" } ?? tool.title,
          usesTransaction: !runner.canTurnForeignKeysOff)
      }
    }
    for migration in migrations {
      let asked = foreignKeyChecks ?? migration.foreignKeyChecks ?? tool.foreignKeyChecks
      switch migration.body {
      case .sql(let script, let transaction):
        // Foreign keys are off here, too, unless the file sets them: re-creating a table must not
        // delete the rows that refer to it.
        let isFree = tool.format != .grdb && transaction != .whole
        let checks = asked ?? (isFree ? .disabled : .deferred)
        migrator.registerMigration(
          migration.identifier, foreignKeyChecks: checks, script: script, transaction: transaction)
      case .unavailable(let obstacle):
        migrator.registerUnavailable(
          migration.identifier, foreignKeyChecks: asked ?? .deferred, merging: migration.merged,
          place: migration.place, obstacle: obstacle.placed(in: migration))
      case .unusable(let problems, _):
        migrator.registerUnavailable(
          migration.identifier, foreignKeyChecks: asked ?? .deferred,
          obstacle: StepObstacle(problems: problems.map(\.ofFile)))
      }
    }
    try migrator.validate()
    return migrator
  }
}

extension StepObstacle {
  /// The obstacle at the beginning of the migration's file, or where it is registered.
  fileprivate func placed(in migration: ToolMigration) -> StepObstacle {
    let line = migration.place?.split(separator: ":").last.flatMap { Int($0) }
    return StepObstacle(
      message, remedy: remedy, migration: migration.identifier,
      location: ScriptLocation(file: migration.path, line: line ?? 1, column: 1, offset: 0))
  }
}
