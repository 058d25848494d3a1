public import MigratorEngine

/// The migrations of a folder, read and checked by the rules of a tool.
public struct ToolFolder: Sendable {
  /// The tool.
  public let tool: any MigrationTool
  /// The folder; `nil` when there is none, and only the ledger can be shown.
  public let folder: FolderTree?
  /// The migrations in the order the tool runs them.
  public let migrations: [ToolMigration]
  /// The ledger of the tool, which knows their files.
  public let ledger: any Ledger

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - folder: The folder, or `nil` when there is none.
  ///   - table: The name of the ledger's table where it is not the tool's own.
  /// - Throws: `SourceFailure` with every problem found, where the folder itself cannot be used; for single
  ///   files there is ``failure``.
  public init(tool: any MigrationTool, folder: FolderTree?, table: String? = nil) throws {
    self.tool = tool
    self.folder = folder
    let (migrations, ledger) = try tool.read(folder, table: table)
    self.migrations = migrations
    let problems = migrations.flatMap(\.problems)
    // What is in a file that nobody can use, its tool would run into before it runs any.
    self.ledger =
      problems.isEmpty || !tool.readsAllFiles
      ? ledger
      : RevisedLedger(base: ledger) { state in
        if state.isReadable { state.obstacle = StepObstacle(problems: problems.map(\.ofFile)) }
      }
  }

  /// What keeps files of the folder from being used; `nil` where all of them can be.
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

  /// Returns a migrator with the migrations of the folder over the tool's ledger.
  ///
  /// Where the tool has no rule of its own, migrations run with foreign keys off, and only
  /// violations that were not there before make one fail, as Atlas does it.
  ///
  /// - Parameter foreignKeyChecks: Overrules how migrations treat foreign keys.
  /// - Returns: The migrator; running it changes the database, making it does not.
  /// - Throws: `MigrationError` for an identifier registered twice.
  public func migrator(
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil
  ) throws -> DatabaseMigrator {
    var migrator = DatabaseMigrator(ledger: ledger)
    // The program's own format has the stricter verdict of GRDB.
    if tool.format != .grdb {
      migrator.foreignKeyPolicy = .newViolationsOnly
      migrator.enforcingTool = tool.enforcesForeignKeys ? tool.title : nil
    }
    for migration in migrations {
      let asked = foreignKeyChecks ?? migration.foreignKeyChecks ?? tool.foreignKeyChecks
      switch migration.body {
      case .sql(let script, let transaction):
        // Foreign keys are off here, too, unless the file sets them: a table that is made anew must
        // not cost the rows that refer to it.
        let isFree = tool.format != .grdb && transaction != .whole
        let checks = asked ?? (isFree ? .disabled : .deferred)
        migrator.registerMigration(
          migration.identifier, foreignKeyChecks: checks, script: script, transaction: transaction)
      case .unavailable(let obstacle):
        migrator.registerUnavailable(
          migration.identifier, foreignKeyChecks: asked ?? .deferred, merging: migration.merged,
          place: migration.place, obstacle: obstacle)
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
