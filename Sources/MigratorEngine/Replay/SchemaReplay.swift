internal import MigratorSQLite
internal import MigratorSchema

struct SchemaReplay {
  enum Outcome {
    case schema(SchemaSnapshot)
    case failed(any Error, MigrationFailure)
  }

  let list: MigrationList
  let temporaryDirectory: String?
  /// How to open the scratch database: with the functions and collations of the real one.
  let configuration: Configuration
  let encoding: String
  let cancellation: Cancellation?

  /// Runs registered migrations in recorded order, or if that fails, in registration order.
  func run(ledgerOrder: [String]) throws -> Outcome {
    let outcome = try run(ledgerOrder)
    let applied = Set(ledgerOrder)
    let registrationOrder = list.identifiers.filter(applied.contains)
    guard case .failed = outcome, registrationOrder != ledgerOrder else { return outcome }
    return try run(registrationOrder)
  }

  /// Runs migrations one by one and passes the schema after each to a closure.
  ///
  /// - Returns: The failure that ended the run, or `nil`.
  func forEachStage(
    _ identifiers: [String], _ body: (String, SchemaSnapshot) -> Void
  ) throws -> MigrationFailure? {
    var known: KnownSchema?
    let outcome = try onScratch { db in
      try run(identifiers, on: db) { identifier, checks in
        let rows = try checks.rows(db, since: known?.rows)
        let next = try KnownSchema(db, rows, besides: ledgers, since: known)
        known = next
        body(identifier, next.objects)
      }
    }
    if case .failed(_, let failure) = outcome { return failure }
    return nil
  }

  private var ledgers: [String] { list.ledger.tableNames + [GRDBLedger.tableName] }

  private func run(_ identifiers: [String]) throws -> Outcome {
    try onScratch { try run(identifiers, on: $0) }
  }

  private func onScratch<T>(_ body: (Database) throws -> T) throws -> T {
    var configuration = configuration
    configuration.readonly = false
    return try ScratchFolder(in: temporaryDirectory).access(configuration, body)
  }

  private func run(
    _ identifiers: [String], on db: Database,
    afterEach: (String, ForeignKeyCheckSession) throws -> Void = { _, _ in }
  ) throws -> Outcome {
    try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
    // The statements of a migration may use the ledger, so it is created.
    try db.inTransaction(.immediate) {
      try list.ledger.make(.create, db)
      return .commit
    }
    let replaying = list.replaying
    let checks = ForeignKeyCheckSession()
    for identifier in identifiers {
      guard let migration = list[identifier] else { continue }
      // A step runs each migration on a new connection.
      try ConnectionChanges.restoreSettings(db)
      var request = StepRequest(emit: { _ in }, cancellation: cancellation)
      request.known.journal = .nothing
      switch MigrationRun.run(migration, of: replaying, on: db, request, checks) {
      case .committed, .alreadyApplied: try afterEach(identifier, checks)
      case .refused(let error): throw error
      case .failed(let error, let report):
        try cancellation?.check()
        guard let failure = report.failure else { throw error }
        // The migration is not at fault.
        if failure.isDiskError || failure.isOfFile {
          throw (error as? ScriptError)?.underlying ?? error
        }
        return .failed(error, failure)
      }
    }
    return .schema(try db.userSchema(besides: ledgers))
  }
}
