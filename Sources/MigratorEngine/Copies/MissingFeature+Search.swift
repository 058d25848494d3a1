public import MigratorSQLite

extension MissingFeature {
  /// Looks for what pending migrations lack, on a scratch database with the same schema and no rows.
  ///
  /// What fails there for want of rows, or for any other reason, is not told: a dry run finds it.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - onlyNext: Whether only the next migration is looked at.
  ///   - configuration: How to open the scratch database; its purpose becomes `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: What is missing, each once for each migration, in the order of the migrations.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError``.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, onlyNext: Bool = false,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [MissingFeature] {
    let (reading, objects) = try inspection.read { db in
      (
        try migrator.list.state(db),
        try String.fetchAll(
          db,
          sql: """
            SELECT sql FROM main.sqlite_master
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
            ORDER BY type = 'trigger', type = 'view', type = 'index', rowid
            """)
      )
    }
    var steps = try migrator.list.plan(from: reading).filter(\.runs)
    if onlyNext { steps = Array(steps.prefix(1)) }
    let scripts = steps.compactMap { step in
      migrator.list[step.identifier]?.script.map { (step.identifier, $0) }
    }
    guard !scripts.isEmpty else { return [] }

    return try ScratchFolder(in: nil).access(configuration) { db in
      // Shadow tables come with their virtual tables; what cannot be made is found missing below.
      for sql in objects { try? db.execute(sql: sql) }
      return try scripts.flatMap { try search($0.0, $0.1, db, cancellation) }
    }
  }

  /// Ends a statement that works for long: `CREATE TABLE … AS` may make rows without end.
  private static func briefly(
    _ db: Database, _ cancellation: Cancellation?, _ body: () throws -> Void
  ) throws {
    let limit = Cancellation()
    let monitor = ProgressMonitor(cancellation: limit) { kiloSteps in
      if kiloSteps > 2_000 || cancellation?.isCancelled == true { limit.cancel() }
    }
    try db.monitored(by: monitor, body)
  }

  private static let leftOut: Set<String> = [
    "ATTACH", "DETACH", "VACUUM", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  private static func search(
    _ identifier: String, _ script: SQLScript, _ db: Database, _ cancellation: Cancellation?
  ) throws -> [MissingFeature] {
    var found: [MissingFeature] = []
    for statement in try script.statements() {
      try cancellation?.check()
      // Other files are nobody's business here, and where transactions end is no matter.
      let word = statement.sql.prefix { $0.isLetter }.uppercased()
      if Self.leftOut.contains(word) { continue }
      do {
        // What makes the schema is run, as what follows needs it; all else is only compiled.
        if ["CREATE", "ALTER", "DROP"].contains(word) {
          try briefly(db, cancellation) { try db.run(statement) }
        } else {
          try db.run(statement, isCompiledOnly: true)
        }
      } catch let error as ScriptError {
        guard let (kind, name) = error.underlying?.message.flatMap(parse) else { continue }
        if found.contains(where: { $0.kind == kind && $0.name == name }) { continue }
        found.append(
          MissingFeature(kind: kind, name: name, identifier: identifier, location: error.location))
      }
    }
    return found
  }
}
