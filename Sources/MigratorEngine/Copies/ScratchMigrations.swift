package import MigratorSQLite
package import MigratorSchema

/// Runs individual migrations on scratch databases that the caller fills with rows.
///
/// Unlike a dry run, it neither counts rows nor compares values, and ignores the order and
/// obstacles of the tool's ledger.
package struct ScratchMigrations: Sendable {
  let list: MigrationList
  private let tool: any Ledger
  private let ledgers: [String]

  private let enforcesForeignKeys: Bool?

  /// Prepares the migrations of a migrator.
  ///
  /// - Parameters:
  ///   - migrator: The registered migrations.
  ///   - enforcesForeignKeys: True to enforce foreign keys; `nil` to follow the default of their
  ///     tool.
  package init(_ migrator: DatabaseMigrator, enforcesForeignKeys: Bool? = nil) {
    self.enforcesForeignKeys = enforcesForeignKeys
    // A scratch database is migrated in registration order, whatever the tool's ledger accepts.
    list = migrator.list.replaying
    ledgers = migrator.list.ledger.tableNames + [GRDBLedger.tableName]
    tool = migrator.list.ledger
  }

  /// The identifiers, in registration order.
  package var identifiers: [String] { list.identifiers }

  /// The tables of the ledgers, which hold no rows of the user.
  package var ledgerTables: Set<SQLName> { Set(ledgers.map(SQLName.init(_:))) }

  /// Returns whether this program can run a migration: it is neither unusable nor another tool's
  /// code.
  package func canRun(_ identifier: String) -> Bool { list[identifier]?.obstacle == nil }

  /// Returns the SQL of a migration, or `nil` if it is code or this program cannot run it.
  package func script(of identifier: String) -> SQLScript? { list[identifier]?.script }

  /// Returns true if the foreign keys are enforced while a migration runs.
  ///
  /// They are enforced if the migration requests immediate checks, or if its tool enforces them.
  ///
  /// - Parameter identifier: The migration.
  /// - Returns: `true` if they are enforced.
  package func enforcesForeignKeys(_ identifier: String) -> Bool {
    if let enforcesForeignKeys { return enforcesForeignKeys }
    guard let migration = list[identifier] else { return false }
    return migration.foreignKeyChecks == .immediate || list.enforcingTool(of: migration) != nil
  }

  /// Creates the ledgers in an empty database, because a migration may refer to them.
  ///
  /// - Throws: ``DatabaseError``.
  package func prepare(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      try tool.make(.create, db)
      return .commit
    }
  }

  /// Reads the schema without the ledgers.
  ///
  /// - Throws: ``DatabaseError``.
  package func schema(_ db: Database) throws -> SchemaSnapshot {
    try db.userSchema(besides: ledgers)
  }

  /// An error for a migration that ran for too long.
  package struct TimeLimitExceeded: Error {
    /// The limit.
    package let limit: Duration
  }

  /// The time limit for one run, because a few rows can make a recursive query endless.
  private static let limit = Duration.seconds(20)

  /// The state after the last migration, for the next one on the same connection.
  ///
  /// Between the two migrations, the caller may write rows, but not to the ledgers.
  package final class Progress {
    fileprivate let checks = ForeignKeyCheckSession()
    /// True if the last migration left its connection in the state of a new one.
    fileprivate var keepsConnection = false

    /// Creates the state before the first migration.
    package init() {}
  }

  /// Returns whether a migration has the same effects on the connection of the previous migration
  /// as on a new connection.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - db: The connection of the last migration.
  ///   - progress: The state after it.
  /// - Returns: `false` if it may depend on what earlier migrations left on the connection.
  /// - Throws: ``DatabaseError``.
  package func canRun(
    _ identifier: String, on db: Database, after progress: Progress
  ) throws -> Bool {
    guard progress.keepsConnection, let script = script(of: identifier) else { return false }
    return try !StepConnection.isAsked(by: script.text) && !StepConnection.isAsked(in: db)
  }

  /// Runs a migration and commits it, or rolls it back.
  ///
  /// A migration that leaves foreign-key violations does not fail.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - db: The scratch database, outside a transaction.
  ///   - progress: The state after the last migration; without it, more has to be re-read.
  ///   - cancellation: Stops the migration.
  /// - Returns: The failure, or `nil` if it was committed, and the report.
  /// - Throws: An error that is not due to the migration, such as a full disk or a cancellation;
  ///   ``TimeLimitExceeded`` after 20 seconds.
  package func run(
    _ identifier: String, on db: Database, after progress: Progress = Progress(),
    cancellation: Cancellation? = nil
  ) throws -> (report: StepReport?, failure: MigrationFailure?) {
    guard let original = list[identifier] else { return (nil, nil) }
    return try run(
      Migration(
        identifier: identifier,
        foreignKeyChecks: enforcesForeignKeys(identifier) ? .immediate : .disabled,
        mergedIdentifiers: original.mergedIdentifiers, body: original.body,
        transaction: original.transaction), on: db, progress, cancellation)
  }

  /// Runs the script that undoes a migration, in the same way as ``run(_:on:cancellation:)``.
  package func runDown(
    _ script: SQLScript, of identifier: String, on db: Database, cancellation: Cancellation? = nil
  ) throws -> (report: StepReport?, failure: MigrationFailure?) {
    try run(
      Migration(
        identifier: identifier + " down",
        foreignKeyChecks: enforcesForeignKeys(identifier) ? .immediate : .disabled,
        mergedIdentifiers: [], body: .script(script), transaction: .whole), on: db, Progress(),
      cancellation)
  }

  private func run(
    _ migration: Migration, on db: Database, _ progress: Progress, _ cancellation: Cancellation?
  ) throws -> (report: StepReport?, failure: MigrationFailure?) {
    var request = StepRequest(emit: { _ in }, cancellation: cancellation)
    request.known.journal = .nothing
    let deadline = ContinuousClock.now + Self.limit
    request.deadline = deadline
    try db.execute(sql: "PRAGMA foreign_keys = ON")
    // A step runs each migration on a new connection.
    try ConnectionChanges.restoreSettings(db)
    progress.keepsConnection = false
    switch MigrationRun.run(migration, of: list, on: db, request, progress.checks) {
    case .committed(let report, let known):
      progress.keepsConnection = known.keepsConnection
      return (report, nil)
    case .alreadyApplied: return (nil, nil)
    case .refused(let error):
      guard case .obstacle(let obstacle) = error.kind else { throw error }
      let failure = MigrationFailure(
        identifier: migration.identifier, phase: .begin, message: obstacle.message)
      return (nil, failure)
    case .failed(let error, let report):
      try cancellation?.check()
      if ContinuousClock.now > deadline { throw TimeLimitExceeded(limit: Self.limit) }
      guard let failure = report.failure, !failure.isDiskError, !failure.isOfFile else {
        throw (error as? ScriptError)?.underlying ?? error
      }
      return (nil, failure)
    }
  }

  /// Runs the statements of a script one by one and rolls them back.
  ///
  /// - Parameters:
  ///   - script: The script of the migration, or the one that undoes it.
  ///   - identifier: The migration.
  ///   - db: The scratch database, outside a transaction.
  ///   - afterEach: Receives each statement after it ran; returns false to stop.
  /// - Throws: ``DatabaseError``, `ScriptError`, and errors of the closure.
  package func follow(
    _ script: SQLScript, of identifier: String, on db: Database,
    afterEach: (ScriptStatement) throws -> Bool
  ) throws {
    guard let migration = list[identifier] else { return }
    let statements = try script.statements()
    try replay(migration, on: db, ending: .rollback) {
      for statement in statements {
        try db.run(statement)
        guard try afterEach(statement) else { return }
      }
    }
  }

  /// Runs a closure in the transaction of a migration, with the settings of its tool.
  func replay(
    _ migration: Migration, on db: Database, ending completion: Database.TransactionCompletion,
    _ body: () throws -> Void
  ) throws {
    let isEnforced = enforcesForeignKeys(migration.identifier)
    try db.execute(sql: "PRAGMA foreign_keys = \(isEnforced ? "ON" : "OFF")")
    try list.withStringLiterals(on: db) {
      switch migration.transaction {
      case .none: try body()
      case .whole:
        try db.inTransaction(.immediate) {
          try body()
          return completion
        }
      case .open:
        try db.beginTransaction(.immediate)
        try body()
        if db.isInsideTransaction {
          try completion == .commit ? db.commit() : db.rollback()
        }
      }
    }
  }
}
