#if GRDB
  import GRDB
  public import MigratorEngine
  import MigratorSchema
  import MigratorSession

  extension GRDBMigrations {
    /// Runs pending migrations in GRDB on a copy of the whole file.
    ///
    /// - Throws: An error if no copy can be made or the requested migrations cannot be run.
    public func dryRun(
      _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyKind?,
      tracing: StatementTracing?, configuration: MigratorEngine.Configuration,
      cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
    ) throws -> DryRunReport {
      let report = try status(inspection)
      if let obstacle = report.obstacle { throw MigrationError(.obstacle(obstacle)) }
      if case .upTo(let last) = scope, !migrator.migrations.contains(last) {
        throw MigrationError(.unknownTarget(last))
      }
      if form == .overlay { throw MigrationError(.needsFullCopy) }
      let fingerprint = try inspection.fingerprint()
      let planned = report.pending(in: scope).map(\.identifier)
      if let tracing, let first = tracing.identifier ?? planned.first {
        throw MigrationError(.cannotBeTraced(identifier: first))
      }
      onEvent(.planned(identifiers: planned))
      let scratch = try ScratchFolder(in: nil)
      defer { withExtendedLifetime(scratch) {} }
      let clock = ContinuousClock()
      let start = clock.now
      let copied = try inspection.copy(
        to: scratch.databasePath, cancellation: cancellation, onEvent: onEvent)
      let copySeconds = (clock.now - start) / .seconds(1)
      let trial = Trial(path: scratch.databasePath, configuration: configuration)
      try trial.look { try $0.checkForDamage(cancellation: cancellation) }
      let before = try trial.schema()
      var steps: [StepReport] = []
      for (index, identifier) in planned.enumerated() {
        onEvent(.began(identifier: identifier, index: index, count: planned.count, statements: 0))
        let step = try self.step(identifier, on: trial, cancellation)
        steps.append(step)
        onEvent(
          step.failure.map { MigrationEvent.failed($0) }
            ?? .committed(identifier: identifier, seconds: step.seconds))
        if step.failure != nil { break }
      }
      return DryRunReport(
        steps: steps, schemaBefore: before, schemaAfter: steps.last?.schemaAfter ?? before,
        fingerprint: fingerprint, form: .full,
        copiedBytes: copied.byteCount, isClone: copied.isClone, copySeconds: copySeconds)
    }

    /// Runs one migration on the copy, and compares the result with another copy made beforehand.
    private func step(
      _ identifier: String, on trial: Trial, _ cancellation: Cancellation?
    ) throws -> StepReport {
      let former = try ScratchFolder(in: nil)
      defer { withExtendedLifetime(former) {} }
      try DatabaseCopy.copy(from: trial.path, to: former.databasePath, cancellation: cancellation)
      let target = try trial.look { try self.target(of: identifier, status($0)) }
      let schema = try trial.schema()
      let (seconds, failure) = try run(identifier, target: target, on: trial.path, cancellation)
      if let failure {
        return StepReport(
          identifier: identifier, seconds: seconds, schemaBefore: schema, schemaAfter: schema,
          failure: failure, counting: .none)
      }
      let changes = try Trial(path: former.databasePath, configuration: trial.configuration).look {
        old in
        try trial.look {
          try DatabaseComparison(
            of: old, with: $0, besides: Self.ledgerTables, cancellation: cancellation)
        }
      }
      return StepReport(
        identifier: identifier, seconds: seconds, schemaBefore: changes.schemaBefore,
        schemaAfter: changes.schemaAfter, schemaEvents: changes.events, rows: changes.rows,
        changedRows: changes.changedRows, newViolations: changes.newViolations,
        violations: changes.violations, broken: changes.broken, warnings: changes.warnings)
    }

    /// Replays the applied migrations in GRDB on an empty database, and compares the schemas.
    public func drift(
      _ inspection: DatabaseInspection, configuration: MigratorEngine.Configuration,
      cancellation: Cancellation?
    ) throws -> SchemaDrift.Result {
      let report = try status(inspection)
      let recorded = Set(report.recorded)
      let order = migrator.migrations
      guard let last = order.lastIndex(where: { recorded.contains($0) }) else {
        guard let first = report.recorded.first else {
          return .diff(
            SchemaDiff(
              before: .empty, after: try inspection.userSchema(besides: Self.ledgerTables)))
        }
        return .unknown(
          reason: "no registered migration is applied, only others such as \"\(first)\", so there "
            + "is nothing to replay")
      }
      let scratch = try ScratchFolder(in: nil)
      defer { withExtendedLifetime(scratch) {} }
      try scratch.makeDatabase()
      // GRDB skips recorded migrations, so recording the gaps keeps them out of the replay.
      let gaps = order[...last].filter { !recorded.contains($0) }
      if !gaps.isEmpty {
        let queue = try GRDB.DatabaseQueue(path: scratch.databasePath, configuration: connections)
        try queue.write { db in
          try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
          for gap in gaps {
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [gap])
          }
        }
        try queue.close()
      }
      let (_, failure) = try run(
        order[last], target: order[last], on: scratch.databasePath, cancellation)
      if let failure {
        if failure.isCancellation { throw CancellationError() }
        return .unknown(
          reason: "replayed from an empty database, the migrations fail: \(failure.message)")
      }
      let produced = try Trial(path: scratch.databasePath, configuration: configuration).schema()
      return .diff(
        SchemaDiff(
          before: produced, after: try inspection.userSchema(besides: Self.ledgerTables)))
    }
  }

  private struct Trial {
    let path: String
    let configuration: MigratorEngine.Configuration

    func look<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
      try DatabaseInspection.inspect(path: path, configuration: configuration, body)
    }

    func schema() throws -> SchemaSnapshot {
      try look { try $0.userSchema(besides: GRDBMigrations.ledgerTables) }
    }
  }
#endif
