package import MigratorEngine
internal import MigratorPlatform
package import MigratorSession
package import MigratorWriter

extension MigrationDraft {
  /// The migration to write.
  package struct Request: Sendable {
    /// The description, or `nil` for one that names the changed tables.
    package var title: String?
    /// The tool.
    package var tool: any MigrationTool
    /// The folder.
    package var folder: FolderTree
    /// The path of the folder.
    package var path: String
    /// True if the folder has no migrations.
    package var isEmpty: Bool
    /// The schema to start from, or `nil` for the one that all migrations produce.
    package var present: StoredSchema?
    /// The wanted schema.
    package var wanted: WantedSchema
    /// The renames and values that the user chose.
    package var answers: WriterAnswers
    /// True to keep the exact column order of the wanted schema.
    package var keepsOrder: Bool

    /// Creates a request from its properties.
    package init(
      title: String? = nil, tool: any MigrationTool, folder: FolderTree, path: String,
      isEmpty: Bool,
      present: StoredSchema? = nil, wanted: WantedSchema, answers: WriterAnswers = WriterAnswers(),
      keepsOrder: Bool = false
    ) {
      (self.title, self.tool, self.folder, self.path) = (title, tool, folder, path)
      (self.isEmpty, self.present, self.wanted) = (isEmpty, present, wanted)
      (self.answers, self.keepsOrder) = (answers, keepsOrder)
    }
  }

  /// Returns the tables of the ledgers that migrations of a folder use.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - folder: The folder, or `nil` if there is none.
  /// - Returns: The names.
  /// - Throws: `SourceFailure`; `MigrationError`.
  package static func ledgerTables(
    of tool: any MigrationTool, in folder: FolderTree?
  ) throws -> Set<SQLName> {
    ScratchMigrations(try ToolFolder(tool: tool, folder: folder).migrator()).ledgerTables
  }

  /// Plans a migration and runs it on generated rows.
  ///
  /// - Parameters:
  ///   - request: The migration to write.
  ///   - database: A database from which the migration starts; it also runs on a copy of this
  ///     database.
  ///   - configuration: How to open scratch databases and copies.
  ///   - cancellation: Stops the trial.
  /// - Returns: The draft, or the reason why there is none.
  /// - Throws: `WriteRefusal`, `WriterRefusal`; `MigrationJudge.Fault` if the trial finds a
  ///   difference, which is an error in the planner; `RehearsalFailure` if the migration fails on
  ///   the copy; `SourceFailure`; `DatabaseError`.
  package static func make(
    _ request: Request, on database: DatabaseInspection? = nil, configuration: Configuration,
    cancellation: Cancellation? = nil
  ) throws -> Result {
    let (tool, folder) = (request.tool, request.folder)
    let present = try ToolFolder(tool: tool, folder: request.isEmpty ? nil : folder)
    if let failure = present.failure { throw failure }
    let migrator = try present.migrator()
    let migrations = ScratchMigrations(migrator)
    let former = try request.present ?? MigrationWriter.schema(of: migrations, configuration)
    var options = SchemaPlanner.Options()
    (options.answers, options.keepsOrder) = (request.answers, request.keepsOrder)
    options.ledgers = migrations.ledgerTables
    options.toleratesDrift = request.present != nil
    options.acceptsDoubleQuotedStringLiterals = migrator.acceptsDoubleQuotedStringLiterals
    let result = try MigrationWriter(configuration, options).plan(
      from: former, to: request.wanted, writesDown: true)
    guard case .plans(let plan, let down) = result else {
      if case .questions(let questions) = result { return .questions(questions) }
      return .same
    }
    if plan.statements.isEmpty { return .same }
    let new = try NewMigration(
      title: request.title ?? plan.title,
      statements: NewStatements(
        up: plan.commentedStatements(acceptingLosses: true),
        down: down?.commentedStatements(acceptingLosses: false),
        schema: request.wanted.schema.snapshot, schemaBefore: former.snapshot,
        turnsForeignKeysOff: true),
      for: tool, in: folder, isEmpty: request.isEmpty)
    let files = try new.files(for: tool)
    let subject = try subject(files, plan, down, former, request)
    let verdict = try judge(subject, request, configuration, cancellation)
    let rehearsal = try database.map { database in
      do {
        return try MigrationRehearsal(
          of: subject.identifier, in: subject.migrator, plan, on: database,
          configuration: configuration, cancellation: cancellation)
      } catch let failure as RehearsalFailure where failure.isOfConstraint {
        throw failure.showing(
          try? RejectedRows(
            from: former, to: request.wanted, options, on: database, configuration: configuration,
            cancellation: cancellation))
      }
    }
    return .draft(
      MigrationDraft(
        files: files.map { $0.placed(at: request.path) }, plan: plan, verdict: verdict,
        rehearsal: rehearsal))
  }

  /// The migration as its tool reads the files.
  private static func subject(
    _ files: [MigrationFile], _ plan: SchemaPlan, _ down: SchemaPlan?, _ former: StoredSchema,
    _ request: Request
  ) throws -> MigrationJudge.Subject {
    let tree = FolderTree(request.folder, adding: files)
    let folder = try ToolFolder(tool: request.tool, folder: tree)
    let path = tree.path(of: files[0].path)
    guard let migration = folder.migrations.first(where: { $0.path == path }),
      case .sql(let script, let transaction) = migration.body
    else {
      throw MigrationJudge.Fault(
        description: "\(request.tool.title) does not find the migration.",
        enforcesForeignKeys: false)
    }
    // Many tools have neither a section nor a second script to undo a migration.
    let isWritten = migration.down != nil || files.count { $0.path.hasSuffix(".sql") } > 1
    return MigrationJudge.Subject(
      migrator: try folder.migrator(), identifier: migration.identifier, script: script,
      transaction: transaction, plan: plan,
      down: isWritten ? down?.statements.map(\.sql) : nil, former: former,
      wanted: request.wanted.schema, hasHistory: request.present == nil,
      keepsOrder: request.keepsOrder)
  }

  private static func judge(
    _ subject: MigrationJudge.Subject, _ request: Request, _ configuration: Configuration,
    _ cancellation: Cancellation?
  ) throws -> MigrationJudge.Verdict {
    var verdict = try MigrationJudge(subject, configuration: configuration).judge(
      cancellation: cancellation)
    if request.present != nil, !request.isEmpty {
      verdict.replayFailure = try replayFailure(subject, request, configuration, cancellation)
    }
    return verdict
  }
}

extension MigrationDraft {
  /// Why a migration that was written for the schema of one database does not suit others, or
  /// `nil`.
  private static func replayFailure(
    _ subject: MigrationJudge.Subject, _ request: Request, _ configuration: Configuration,
    _ cancellation: Cancellation?
  ) throws -> String? {
    let folder = try ToolFolder(tool: request.tool, folder: request.folder)
    var subject = subject
    subject.former = try MigrationWriter.schema(
      of: ScratchMigrations(try folder.migrator()), configuration)
    (subject.down, subject.hasHistory) = (nil, true)
    var options = SchemaPlanner.Options()
    options.answers = request.answers
    let result = try MigrationWriter(configuration, options).plan(
      from: subject.former, to: request.wanted, writesDown: false)
    // The plan is not run; it only determines which columns remain.
    guard let plan = result.plan else {
      return "It was not tried, because the schemas differ too much."
    }
    subject.plan = plan
    do {
      _ = try MigrationJudge(subject, configuration: configuration).judge(
        cancellation: cancellation)
      return nil
    } catch let fault as MigrationJudge.Fault {
      return fault.description
    }
  }
}

extension Project {
  /// Plans a new migration for the folder and tries it.
  func draft(
    _ goal: MigrationDraft.Goal, _ answers: WriterAnswers, _ inspection: DatabaseInspection,
    configuration: Configuration, cancellation: Cancellation?
  ) throws -> MigrationDraft.Result {
    guard let place else { return .same }
    let migrations = ScratchMigrations(try folder.migrator())
    let ledgers = migrations.ledgerTables
    func database() throws -> StoredSchema {
      try inspection.read { try StoredSchema($0, besides: ledgers) }
    }
    var present: StoredSchema?
    let wanted: WantedSchema
    // A different column order is drift.
    var keepsOrder = true
    switch goal {
    case .databaseToMigrations:
      present = try database()
      wanted = WantedSchema(try MigrationWriter.schema(of: migrations, configuration))
    case .migrationsToDatabase: wanted = WantedSchema(try database())
    case .migrationsToScript(let text):
      keepsOrder = false
      wanted = try WantedSchema(
        SQLScript(file: "the edited schema", text: text), configuration, besides: ledgers)
    }
    let result = try MigrationDraft.make(
      MigrationDraft.Request(
        tool: folder.tool, folder: FolderTree(path: place.path, stem: place.stem),
        path: place.path, isEmpty: folder.migrations.isEmpty, present: present, wanted: wanted,
        answers: answers, keepsOrder: keepsOrder),
      on: goal == .migrationsToDatabase ? nil : inspection,
      configuration: configuration, cancellation: cancellation)
    if case .draft(let draft) = result, let failure = draft.verdict.replayFailure {
      throw MigrationWriteFailure(explanation: .unrepeatable(failure))
    }
    return result
  }
}

extension Explanation {
  /// Explains that a migration removes drift, but does not suit databases without drift.
  fileprivate static func unrepeatable(_ failure: String) -> Explanation {
    Explanation(
      .blocked,
      "In databases without this drift, the migration that removes it would fail or lose values. "
        + "\(failure) No file was written.",
      """
      Make the drift part of the schema, or change only this database: create one without drift \
      with `migtui step NEW.sqlite --all --yes`, and run the statements that \
      `migtui diff --sql --keep-order` prints for the two databases.
      """)
  }
}
