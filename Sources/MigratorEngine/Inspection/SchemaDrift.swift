public import MigratorSQLite
public import MigratorSchema

/// Compares the live schema with what the applied migrations produce.
public enum SchemaDrift {
  /// The answer.
  public enum Result: Sendable, Hashable {
    /// The differences from what the migrations produce (before) to the live schema (after).
    case diff(SchemaDiff)
    /// It cannot be told, and why.
    case unknown(reason: String)
  }

  /// Runs the applied migrations on a scratch database and compares the schemas.
  ///
  /// The file is only read. The migrations run in the order the ledger recorded them, or, where that
  /// fails, in the order of registration, on a database without rows. What migrations made that are
  /// applied but not registered cannot be replayed; it stands among the differences.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - migrator: The registered migrations.
  ///   - temporaryDirectory: Where to put the scratch database, or `nil` for TMPDIR.
  ///   - configuration: How to open the scratch database; its purpose becomes `scratch`.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The answer.
  /// - Throws: `OpenFailure`, `DatabaseError`, ``MigrationError``; SQLITE_INTERRUPT when cancelled.
  public static func diff(
    path: String, migrator: DatabaseMigrator, temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> Result {
    try migrator.validate()
    let inspection = try DatabaseInspection(path: path)
    let (applied, live) = try inspection.appliedSchema(of: migrator)
    let encoding = try inspection.facts().encoding
    try inspection.close()

    let unregistered = applied.filter { migrator.migration($0) == nil }
    let known = applied.filter { migrator.migration($0) != nil }
    if known.isEmpty, let first = unregistered.first {
      return .unknown(
        reason: "\"\(first)\" is applied, but no registered migration is, so that none can be "
          + "replayed")
    }
    let set = Set(applied)
    let registrationOrder = migrator.migrations.filter(set.contains)
    var configuration = configuration
    configuration.purpose = .scratch
    let replay = Replay(
      migrator: migrator, temporaryDirectory: temporaryDirectory, configuration: configuration,
      encoding: encoding, cancellation: cancellation)
    var outcome = try replay.run(known)
    if case .failed = outcome, registrationOrder != known {
      outcome = try replay.run(registrationOrder)
    }
    switch outcome {
    case .schema(let produced):
      return .diff(SchemaDiff(before: produced, after: live))
    case .failed(let failure):
      let place = failure.location.map { " at \($0.file):\($0.line)" } ?? ""
      return .unknown(
        reason: "on a database without rows, \"\(failure.identifier)\" fails\(place): "
          + failure.message
          + (unregistered.isEmpty
            ? "" : "; it may need what an applied, unregistered migration made"))
    }
  }
}

/// A run of migrations on an empty scratch database.
private struct Replay {
  enum Outcome {
    case schema(SchemaSnapshot)
    case failed(MigrationFailure)
  }

  let migrator: DatabaseMigrator
  let temporaryDirectory: String?
  let configuration: Configuration
  let encoding: String
  let cancellation: Cancellation?

  func run(_ identifiers: [String]) throws -> Outcome {
    let folder = try ScratchFolder(in: temporaryDirectory)
    return try withExtendedLifetime(folder) {
      let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
      defer {
        // The file is removed whether or not SQLite can close it in good order.
        try? queue.close()
      }
      return try queue.barrierWriteWithoutTransaction { try run(identifiers, on: $0) }
    }
  }

  private func run(_ identifiers: [String], on db: Database) throws -> Outcome {
    try db.execute(sql: "PRAGMA encoding = '\(encoding)'")
    for identifier in identifiers {
      guard let migration = migrator.migration(identifier) else { continue }
      var request = MigrationRun.Request(emit: { _ in })
      request.cancellation = cancellation
      request.wantsReport = false
      switch MigrationRun(migration, of: migrator, on: db, request).run() {
      case .committed, .alreadyApplied: continue
      case .refused(let error): throw error
      case .failed(let error, let report):
        try cancellation?.check()
        guard let failure = report.failure else { throw error }
        return .failed(failure)
      }
    }
    return .schema(try migrator.userSchema(db))
  }
}
