internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorWriter
internal import SQLSyntax

extension RejectedRows {
  /// Finds the rows of a database that the constraints of the wanted schema reject.
  ///
  /// A rebuild first copies the rows to a table whose columns have other names and no types. To
  /// find the original rows, statements that copy them only once are run, with foreign keys off.
  ///
  /// - Parameters:
  ///   - former: The schema of the database.
  ///   - wanted: The wanted schema.
  ///   - options: How the migration was planned.
  ///   - inspection: The database, which is only read.
  ///   - configuration: How to open scratch databases and copies.
  ///   - cancellation: Stops the run.
  /// - Throws: ``DatabaseError``; `MigrationError`; `WriterRefusal`.
  init?(
    from former: StoredSchema, to wanted: WantedSchema, _ options: SchemaPlanner.Options,
    on inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws {
    var options = options
    options.form = .renaming
    let result = try MigrationWriter(configuration, options).plan(
      from: former, to: wanted, writesDown: false)
    guard let plan = result.plan else { return nil }
    var migrator = DatabaseMigrator()
    migrator.acceptsDoubleQuotedStringLiterals = true
    migrator.registerMigration(
      "the wanted schema", foreignKeyChecks: .disabled,
      script: SQLScript(
        file: "the wanted schema", text: plan.statements.map { "\($0.sql);\n" }.joined()))
    let run = try DryRun.runPastObstacles(
      on: inspection, migrator: migrator, from: nil, skipping: [], form: nil,
      configuration: configuration, cancellation: cancellation, onEvent: { _ in },
      passing: { _ in false })
    guard let failure = run.report.failure, let rows = failure.rejectedRows,
      let sql = failure.statement?.sql,
      case .rebuild(let table, _)? = plan.statements.first(where: { sql.hasPrefix($0.sql) })?.reason
    else { return nil }
    self.init(
      constraint: rows.constraint, table: table.text, entries: rows.entries, more: rows.more,
      isComplete: rows.isComplete,
      query: rows.query.replacing(rows.table.plainIdentifier, with: table.text.plainIdentifier))
  }
}
