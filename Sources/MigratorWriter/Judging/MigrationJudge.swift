package import MigratorEngine
internal import MigratorRows
package import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// Runs a written migration on generated rows, and compares every row and object afterwards.
///
/// It reads the files as their tool does, and does not use what the planner knows about statements.
package struct MigrationJudge: Sendable {
  /// The result of a trial.
  package struct Verdict: Sendable, Hashable {
    /// The number of compared rows.
    package var rowCount = 0
    /// Why the migration fails on some rows that the former schema allows, in SQLite's words.
    package var failures: [String] = []
  }

  /// A difference that must not exist.
  package struct Fault: ExplainedError, Sendable, Hashable, CustomStringConvertible {
    /// The difference, as a sentence.
    package let description: String
    /// True if foreign keys were enforced.
    package let enforcesForeignKeys: Bool

    /// The difference, as an error of the program.
    package var explanation: Explanation {
      Explanation(
        .internalError,
        "The planned migration does not pass its trial with foreign keys "
          + "\(enforcesForeignKeys ? "on" : "off"): \(description) No file was written.", .report)
    }

    package init(description: String, enforcesForeignKeys: Bool) {
      (self.description, self.enforcesForeignKeys) = (description, enforcesForeignKeys)
    }
  }

  /// The migration to try.
  package struct Subject: Sendable {
    /// All migrations, with the written one as the last.
    package var migrator: DatabaseMigrator
    /// The written migration.
    package var identifier: String
    /// Its script, as its tool reads it.
    package var script: SQLScript
    /// Its transaction.
    package var transaction: MigrationTransaction
    /// The plan, for the names of tables and columns.
    package var plan: SchemaPlan
    /// The statements that undo the migration, or `nil`.
    package var down: [String]?
    /// The schema before.
    package var former: StoredSchema
    /// The wanted schema.
    package var wanted: StoredSchema
    /// True if the other migrations lead to the schema before.
    package var hasHistory: Bool
    /// True if the order of columns matters.
    package var keepsOrder: Bool

    /// Creates a subject from its properties.
    package init(
      migrator: DatabaseMigrator, identifier: String, script: SQLScript,
      transaction: MigrationTransaction = .whole, plan: SchemaPlan, down: [String]?,
      former: StoredSchema, wanted: StoredSchema, hasHistory: Bool = true,
      keepsOrder: Bool = false
    ) {
      (self.migrator, self.identifier, self.script) = (migrator, identifier, script)
      (self.transaction, self.plan, self.down) = (transaction, plan, down)
      (self.former, self.wanted, self.hasHistory) = (former, wanted, hasHistory)
      self.keepsOrder = keepsOrder
    }

    /// The migrator, and another one whose first migration creates the schema before at once.
    ///
    /// The second one is used if rows cannot be carried through the history.
    fileprivate func migrators() -> [DatabaseMigrator] {
      var short = DatabaseMigrator()
      short.acceptsDoubleQuotedStringLiterals = true
      let kinds: [SchemaObjectKind] = [.table, .view, .index, .trigger]
      let objects = kinds.flatMap { former.all($0) }
      short.registerMigration(
        "\(identifier)\u{0}", foreignKeyChecks: .disabled,
        script: SQLScript(
          file: "the present schema", text: objects.map { "\($0.definition);\n" }.joined()))
      short.registerMigration(
        identifier, foreignKeyChecks: .disabled, script: script, transaction: transaction)
      return hasHistory ? [migrator, short] : [short]
    }
  }

  private let subject: Subject
  private let configuration: Configuration

  /// Prepares a trial.
  ///
  /// - Parameters:
  ///   - subject: The migration to try.
  ///   - configuration: How to open scratch databases.
  package init(_ subject: Subject, configuration: Configuration) {
    (self.subject, self.configuration) = (subject, configuration)
  }

  /// Runs the migration with foreign keys off and on.
  ///
  /// - Parameters:
  ///   - modes: One trial for each element: true to enforce foreign keys.
  ///   - seed: Determines the rows.
  ///   - cancellation: Stops the trial.
  /// - Returns: The number of compared rows, and the failures on single rows.
  /// - Throws: ``Fault`` for the first difference; an error of the scratch database.
  package func judge(
    enforcing modes: [Bool] = [false, true], seed: UInt64 = 1, cancellation: Cancellation? = nil
  ) throws -> Verdict {
    var verdict = Verdict()
    for enforces in modes {
      let options = GeneratedCheck.Options(seed: seed, enforcesForeignKeys: enforces)
      var reason: String?
      for migrator in subject.migrators() {
        let (image, report) = try GeneratedCheck(
          migrator, configuration: configuration, options: options
        ).rows(before: subject.identifier, cancellation: cancellation)
        guard let image else {
          reason = report.findings.last.map { "\($0.kind)" }
          continue
        }
        reason = nil
        let scratch = try ScratchState(configuration, seed: seed)
        try scratch.restore(image)
        for case .mayFail(let failure, _, _) in report.findings.map(\.kind)
        where !verdict.failures.contains(failure.message) {
          verdict.failures.append(failure.message)
        }
        verdict.rowCount += try trial(
          ScratchMigrations(migrator, enforcesForeignKeys: enforces), scratch, enforces)
        break
      }
      if let reason {
        throw Fault(description: "It fails on all rows: \(reason)", enforcesForeignKeys: enforces)
      }
    }
    return verdict
  }

  private func trial(
    _ migrations: ScratchMigrations, _ scratch: ScratchState, _ enforces: Bool
  ) throws -> Int {
    func fault(_ text: String) -> Fault {
      Fault(description: text, enforcesForeignKeys: enforces)
    }
    let ledgers = migrations.ledgerTables
    let (before, differing) = try scratch.access { db in
      (
        try DatabaseState(db, besides: ledgers),
        Set(try db.contentIndexes(of: subject.former).filter { try db.indexProblem($0) != nil })
      )
    }
    let ran = try scratch.access(new: true) { try migrations.run(subject.identifier, on: $0) }
    if let failure = ran.failure { throw fault("It fails: \(failure.message)") }
    return try scratch.access(new: true) { db in
      let after = try DatabaseState(db, besides: ledgers)
      try compare(after.schema, subject.wanted, fault)
      let comparison = StateComparison(before, after, subject.plan, db)
      if let difference = try comparison.difference() { throw fault(difference) }
      try checkIntegrity(db, besides: differing, fault)
      guard let down = subject.down else { return comparison.rowCount }
      // The way back loses what the migration added, so only the schema is compared.
      try run(down, db, enforces) { fault("The way back fails: \($0)") }
      try compare(StoredSchema(db, besides: ledgers), subject.former, keepsOrder: false, fault)
      try run(subject.plan.statements.map(\.sql), db, enforces) {
        fault("The second run fails: \($0)")
      }
      try compare(StoredSchema(db, besides: ledgers), subject.wanted, keepsOrder: false, fault)
      return comparison.rowCount
    }
  }

  private func run(
    _ statements: [String], _ db: Database, _ enforces: Bool, _ fault: (String) -> Fault
  ) throws {
    try db.execute(sql: "PRAGMA foreign_keys = \(enforces ? "ON" : "OFF")")
    do {
      try db.withDoubleQuotedStringLiterals(accepted: true) {
        try db.inTransaction(.immediate) {
          for statement in statements { try db.execute(sql: statement) }
          return .commit
        }
      }
    } catch let error as DatabaseError where error.resultCode != .SQLITE_IOERR {
      throw fault(error.message ?? error.description)
    }
  }

  private func compare(
    _ made: StoredSchema, _ wanted: StoredSchema, keepsOrder: Bool? = nil,
    _ fault: (String) -> Fault
  ) throws {
    for object in wanted.objects {
      guard let other = made.object(object.kind, SQLName(object.name)) else {
        throw fault("The \(object.kind) \(object.name) is missing.")
      }
      let isSame = ObjectText(other).isSame(
        as: ObjectText(object), keepingOrder: keepsOrder ?? subject.keepsOrder)
      if !isSame { throw fault("The \(object.kind) \(object.name) has another definition.") }
    }
    for object in made.objects where wanted.object(object.kind, SQLName(object.name)) == nil {
      throw fault("The \(object.kind) \(object.name) is left over.")
    }
  }

  private func checkIntegrity(
    _ db: Database, besides differing: Set<SQLName>, _ fault: (String) -> Fault
  ) throws {
    let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check")
    if problems != ["ok"] { throw fault("integrity_check: \(problems.first ?? "")") }
    for index in try db.contentIndexes(of: subject.wanted) where !differing.contains(index) {
      if let problem = try db.indexProblem(index) {
        throw fault("The full-text index \(index) differs from its table: \(problem)")
      }
    }
  }
}

extension Database {
  /// The full-text indexes of other tables.
  fileprivate func contentIndexes(of schema: StoredSchema) throws -> [SQLName] {
    let tables = schema.all(.table).map { (SQLName($0.name), $0.sql) }
    return ShadowTables(tables: tables) { [] }.contentIndexes.map(\.index)
  }

  /// The message of FTS if an index differs from its table, or `nil`.
  fileprivate func indexProblem(_ index: SQLName) throws -> String? {
    do {
      try execute(sql: "INSERT INTO \(index.plain) (\(index.plain)) VALUES ('integrity-check')")
      return nil
    } catch let error as DatabaseError {
      return error.message ?? error.description
    }
  }
}
