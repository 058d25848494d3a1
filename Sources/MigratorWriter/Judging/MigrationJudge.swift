package import MigratorEngine
internal import MigratorRows
package import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// Runs a written migration on generated rows, and compares every row and object afterwards.
///
/// It reads the files as their tool does, and does not rely on the planner's knowledge of
/// statements.
package struct MigrationJudge: Sendable {
  /// The result of a trial.
  package struct Verdict: Sendable, Hashable {
    /// The number of compared rows.
    package var rowCount = 0
    /// SQLite's messages if the migration fails on some rows that the former schema allows.
    package var failures: [String] = []
    /// Why the migration fails or loses rows when it follows the project's other migrations, as a
    /// sentence.
    ///
    /// It is `nil` if neither happens. Either can happen to a migration that starts from the schema
    /// of a database with drift.
    package var replayFailure: String?
    /// Why the migration cannot be undone with some rows, as sentences.
    package var downFailures: [String] = []
  }

  /// A difference that must not exist.
  package struct Fault: ExplainedError, Sendable, Hashable, CustomStringConvertible {
    /// The difference, as a sentence.
    package let description: String
    /// True if foreign keys were enforced.
    package let enforcesForeignKeys: Bool

    /// The difference, as an internal error.
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
    /// The schema before the migration.
    package var former: StoredSchema
    /// The wanted schema.
    package var wanted: StoredSchema
    /// True if the other migrations produce the schema before this one.
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

    /// The migrator, and another one whose first migration creates the whole former schema.
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
          file: "the current schema", text: objects.map { "\($0.definition);\n" }.joined()))
      short.registerMigration(
        identifier, foreignKeyChecks: .disabled, script: script, transaction: transaction)
      return hasHistory ? [migrator, short] : [short]
    }
  }

  private let subject: Subject
  private let configuration: Configuration
  /// The tables whose rows the migration can read or change; generating rows for all tables would
  /// take minutes.
  private let tables: Set<SQLName>
  /// The other tables of the schema before the migration.
  private let ignoredTables: Set<SQLName>

  /// Prepares a trial.
  ///
  /// - Parameters:
  ///   - subject: The migration to try.
  ///   - configuration: How to open scratch databases.
  package init(_ subject: Subject, configuration: Configuration) {
    (self.subject, self.configuration) = (subject, configuration)
    tables = RelevantTables.names(in: [subject.script], subject.former.snapshot)
    ignoredTables = Set(subject.former.all(.table).map { SQLName($0.name) }).subtracting(tables)
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
    // The rows that the other migrations leave are a state of a database in both modes.
    var beginnings: [Int: GeneratedCheck.Beginning] = [:]
    for enforces in modes {
      var options = GeneratedCheck.Options(seed: seed, enforcesForeignKeys: enforces)
      options.tables = tables
      options.ignoredTables = ignoredTables
      var reason: String?
      for (index, migrator) in subject.migrators().enumerated() {
        let check = GeneratedCheck(migrator, configuration: configuration, options: options)
        let beginning =
          try beginnings[index]
          ?? check.beginning(of: subject.identifier, cancellation: cancellation)
        beginnings[index] = beginning
        let (image, report) = try check.rows(before: subject.identifier, from: beginning)
        guard let image else {
          reason = report.findings.last?.kind.failureMessage ?? "no rows could be generated"
          continue
        }
        reason = nil
        let scratch = try ScratchState(configuration, seed: seed)
        try scratch.restore(image)
        for reason in report.findings.compactMap(\.failureReason)
        where !verdict.failures.contains(reason) {
          verdict.failures.append(reason)
        }
        try trial(
          ScratchMigrations(migrator, enforcesForeignKeys: enforces), scratch, enforces, &verdict)
        break
      }
      if let reason {
        throw Fault(description: "It fails on all rows: \(reason).", enforcesForeignKeys: enforces)
      }
    }
    return verdict
  }

  private func trial(
    _ migrations: ScratchMigrations, _ scratch: ScratchState, _ enforces: Bool,
    _ verdict: inout Verdict
  ) throws {
    func fault(_ text: String) -> Fault {
      Fault(description: text, enforcesForeignKeys: enforces)
    }
    let ledgers = migrations.ledgerTables
    let (before, differing) = try scratch.access { db in
      try VirtualRows.insert(into: tables, db, besides: ledgers)
      return (
        try DatabaseState(db, of: tables, besides: ledgers),
        Set(try db.differingIndexes(of: subject.former).map(\.index))
      )
    }
    let ran = try scratch.access(new: true) { try migrations.run(subject.identifier, on: $0) }
    if let failure = ran.failure { throw fault("It fails: \(failure.message).") }
    verdict.rowCount += try scratch.access(new: true) { db in
      let present = Set(tables.compactMap { subject.plan.tables[$0] })
      let after = try DatabaseState(db, of: present, besides: ledgers)
      try compare(after.schema, subject.wanted, fault)
      let comparison = StateComparison(before, after, subject.plan, db)
      if let difference = try comparison.difference() { throw fault(difference) }
      if let difference = try VirtualQueries(configuration).difference(after, db) {
        throw fault(difference)
      }
      try checkIntegrity(db, besides: differing, fault)
      return comparison.rowCount
    }
    guard let down = subject.down else { return }
    do {
      try scratch.access(new: true) { try goBack(down, $0, migrations, enforces) }
    } catch let failure as Fault {
      // The former schema may forbid the rows, for example if they refer to a dropped table.
      let empty = try ScratchState(configuration, seed: 1)
      try empty.access { db in
        try migrations.prepare(db)
        for identifier in migrations.identifiers {
          if let failure = try migrations.run(identifier, on: db).failure {
            throw fault("It fails without rows: \(failure.message).")
          }
        }
      }
      try empty.access(new: true) { try goBack(down, $0, migrations, enforces) }
      if !verdict.downFailures.contains(failure.description) {
        verdict.downFailures.append(failure.description)
      }
    }
  }

  /// Undoes the migration and runs it again.
  ///
  /// Undoing the migration loses its additions, so only the schema is compared.
  private func goBack(
    _ down: [String], _ db: Database, _ migrations: ScratchMigrations, _ enforces: Bool
  ) throws {
    func fault(_ text: String) -> Fault {
      Fault(description: text, enforcesForeignKeys: enforces)
    }
    let ledgers = migrations.ledgerTables
    try run(down, db, enforces) { fault("The down migration fails: \($0).") }
    try compare(StoredSchema(db, besides: ledgers), subject.former, keepsOrder: false, fault)
    try run(subject.plan.statements.map(\.sql), db, enforces) {
      fault("The second run fails: \($0).")
    }
    try compare(StoredSchema(db, besides: ledgers), subject.wanted, keepsOrder: false, fault)
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
      let isSame = ObjectText.areSame(
        other, object, keepingOrder: keepsOrder ?? subject.keepsOrder)
      if !isSame { throw fault("The \(object.kind) \(object.name) has a different definition.") }
    }
    for object in made.objects where wanted.object(object.kind, SQLName(object.name)) == nil {
      throw fault("The \(object.kind) \(object.name) is left over.")
    }
  }

  private func checkIntegrity(
    _ db: Database, besides differing: Set<SQLName>, _ fault: (String) -> Fault
  ) throws {
    // SQLite 3.40 reports NULL in the wrong columns of a table WITHOUT ROWID if its primary key
    // does not consist of its first columns. The comparison of rows finds a new NULL.
    let problem = try String.fetchAll(db, sql: "PRAGMA integrity_check").first {
      $0 != "ok" && !$0.hasPrefix("NULL value in ")
    }
    if let problem { throw fault("integrity_check: \(problem).") }
    let found = try db.differingIndexes(of: subject.wanted).first { !differing.contains($0.index) }
    if let found { throw fault(found.problem) }
  }
}

extension Database {
  /// The full-text indexes that do not match their tables, with the reason.
  fileprivate func differingIndexes(
    of schema: StoredSchema
  ) throws -> [(index: SQLName, problem: String)] {
    let tables = schema.all(.table).map { (SQLName($0.name), $0.sql) }
    let shadows = ShadowTables(tables: tables) { [] }
    return try shadows.contentIndexes.compactMap { index, table in
      try FullTextCheck.failure(of: index, table, in: shadows, self).map { (index, $0) }
    }
  }
}
