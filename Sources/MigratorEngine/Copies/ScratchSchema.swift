internal import MigratorSQLite

extension DatabaseInspection {
  /// Opens a scratch database with the same schema and no rows.
  ///
  /// - Parameters:
  ///   - configuration: How to open it; its purpose becomes `scratch`.
  ///   - body: Receives the connection.
  /// - Returns: What the closure returns.
  /// - Throws: `OpenFailure`, `DatabaseError`; ``MigrationError``; the error of the closure.
  func onScratchSchema<T>(_ configuration: Configuration, _ body: (Database) throws -> T) throws
    -> T
  {
    let objects = try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM main.sqlite_master
          WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
          ORDER BY type = 'trigger', type = 'view', type = 'index', rowid
          """)
    }
    return try ScratchFolder(in: nil).access(configuration) { db in
      // Shadow tables come with their virtual tables; what cannot be made is found missing later.
      for sql in objects { try? db.execute(sql: sql) }
      return try body(db)
    }
  }
}

extension Database {
  private static let leftOut: Set<String> = [
    "ATTACH", "DETACH", "VACUUM", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  /// Goes through the statements of a script on a database without rows: those that make the schema are
  /// run, all others only compiled.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - compilesRest: Whether the others are compiled.
  ///   - cancellation: Stops it.
  ///   - onError: Receives the error of each statement that fails; returns whether to go on.
  /// - Throws: `ScriptError` for a text that cannot be cut into statements; SQLITE_INTERRUPT when
  ///   cancelled.
  func rehearse(
    _ script: SQLScript, compilesRest: Bool = true, _ cancellation: Cancellation?,
    onError: (ScriptError) -> Bool
  ) throws {
    for statement in try script.statements() {
      try cancellation?.check()
      // Other files are nobody's business here, and where transactions end is no matter.
      let word = statement.sql.prefix { $0.isLetter }.uppercased()
      if Self.leftOut.contains(word) { continue }
      do {
        // What makes the schema is run, as what follows needs it.
        if ["CREATE", "ALTER", "DROP"].contains(word) {
          try briefly(cancellation) { try run(statement) }
        } else if compilesRest {
          try run(statement, isCompiledOnly: true)
        }
      } catch let error as ScriptError {
        if !onError(error) { return }
      }
    }
  }

  /// Ends a statement that works for long: `CREATE TABLE … AS` may make rows without end.
  private func briefly(_ cancellation: Cancellation?, _ body: () throws -> Void) throws {
    let limit = Cancellation()
    let monitor = ProgressMonitor(cancellation: limit) { kiloSteps in
      if kiloSteps > 2_000 || cancellation?.isCancelled == true { limit.cancel() }
    }
    try monitored(by: monitor, body)
  }
}
