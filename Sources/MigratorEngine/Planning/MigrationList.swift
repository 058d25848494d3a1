internal import MigratorSQLite

struct MigrationList: Sendable {
  /// The migrations, with unique identifiers.
  private(set) var migrations: [Migration] = []
  private var places: [String: Int] = [:]
  /// The registered migration that merges each merged identifier.
  private var mergers: [String: String] = [:]
  private var problems: [MigrationError.Kind] = []

  private(set) var ledger: any Ledger
  var foreignKeyPolicy = ForeignKeyPolicy.allViolations
  /// The tool that enforces foreign keys while a migration runs, or `nil` if no warning is needed.
  var enforcingTool: EnforcingTool?
  /// True if the tool's connections accept double-quoted strings.
  var acceptsDoubleQuotedStringLiterals = false

  /// How to make the tool run a file outside a transaction; `nil` if the files do not belong to a
  /// tool.
  var transactionSwitch: TransactionSwitch?

  init(ledger: any Ledger) {
    self.ledger = ledger
  }

  var identifiers: [String] { migrations.map(\.identifier) }

  /// Runs a closure whose statements accept or refuse double-quoted strings, as in a migration.
  func withStringLiterals<T>(on db: Database, _ body: () throws -> T) throws -> T {
    try db.withDoubleQuotedStringLiterals(
      accepted: acceptsDoubleQuotedStringLiterals
        || db.configuration.acceptsDoubleQuotedStringLiterals, body)
  }

  subscript(identifier: String) -> Migration? {
    places[identifier].map { migrations[$0] }
  }

  /// The same migrations with a plain ledger, for scratch databases.
  ///
  /// The restrictions of the tool's ledger do not apply there.
  var replaying: MigrationList { recorded(in: GRDBLedger()) }

  /// The same migrations with another ledger.
  func recorded(in ledger: any Ledger) -> MigrationList {
    var list = self
    list.ledger = ledger
    return list
  }

  /// Appends a migration; ``validate()`` reports problems.
  mutating func add(_ migration: Migration) {
    let identifier = migration.identifier
    // The first registration keeps the identifier, so that lookups remain unique.
    guard places[identifier] == nil else {
      problems.append(.duplicateIdentifier(identifier))
      return
    }
    if let merger = mergers[identifier] {
      problems.append(.mergesRegistered(identifier: merger, merged: identifier))
    }
    if let known = migration.mergedIdentifiers.filter({ places[$0] != nil }).min() {
      problems.append(.mergesRegistered(identifier: identifier, merged: known))
    }
    for merged in migration.mergedIdentifiers { mergers[merged] = identifier }
    places[identifier] = migrations.count
    migrations.append(migration)
  }

  /// Throws if an identifier is registered twice or is merged by another migration.
  func validate() throws {
    if let problem = problems.first { throw MigrationError(problem) }
  }

  /// Reads the ledger and checks whether it would accept the record of the next migration.
  func state(_ db: Database) throws -> LedgerState {
    let rows = try ledger.rows(db)
    var state = ledger.state(rows)
    try ledger.look(whetherItTakes: next(state)?.identifier, holding: rows, into: &state, db)
    return state
  }
}

extension MigrationList {
  /// Returns the steps from the recorded state to a target.
  ///
  /// The plan ends before the first migration that this program cannot run. With `onlyNext`, it
  /// ends at the first step that runs a migration. Usually, the recorded migrations are the first
  /// ones in order; a known `progress` skips them.
  ///
  /// - Complexity: O(*n*) for *n* migrations; with `progress` and `onlyNext`, usually O(1).
  func plan(
    upTo targetIdentifier: String? = nil, from state: LedgerState,
    knowing progress: MigrationProgress? = nil, onlyNext: Bool = false
  ) throws -> [PlannedStep] {
    try validate()
    let progress = progress ?? MigrationProgress(state.appliedIdentifiers, of: self)
    let applied = progress.applied
    var end = migrations.count
    if let targetIdentifier {
      guard let target = places[targetIdentifier] else {
        throw MigrationError(.unknownTarget(targetIdentifier))
      }
      if let last = lastApplied(state), last > target {
        throw MigrationError(
          .targetBehindApplied(target: targetIdentifier, applied: migrations[last].identifier))
      }
      end = target + 1
    }
    var steps: [PlannedStep] = []
    for index in min(progress.doneCount, end)..<end {
      let identifier = migrations[index].identifier
      let isApplied = applied.contains(identifier)
      if isApplied, migrations[index].mergedIdentifiers.isEmpty { continue }
      guard state.exceptions[identifier] == nil else { continue }
      let merged = migrations[index].mergedIdentifiers.intersection(applied)
      if !isApplied {
        if state.obstacle(of: migrations[index]) != nil { break }
        steps.append(PlannedStep(identifier: identifier, action: .run(merged: merged)))
        if onlyNext { break }
      } else if !merged.isEmpty {
        steps.append(PlannedStep(identifier: identifier, action: .forget(merged: merged)))
      }
    }
    return steps
  }

  /// Reads the ledger and plans a run.
  ///
  /// - Throws: ``MigrationError/Kind/obstacle(_:)`` if a pending migration cannot run.
  func currentPlan(_ db: Database, upTo targetIdentifier: String? = nil) throws -> [PlannedStep] {
    try planToRun(upTo: targetIdentifier, from: state(db))
  }

  /// Plans a run as ``currentPlan(_:upTo:)`` does, from a known state.
  func planToRun(
    upTo targetIdentifier: String? = nil, from state: LedgerState,
    knowing progress: MigrationProgress? = nil, onlyNext: Bool = false
  ) throws -> [PlannedStep] {
    let steps = try plan(
      upTo: targetIdentifier, from: state, knowing: progress, onlyNext: onlyNext)
    if state.obstacle != nil || !steps.contains(where: \.runs), let obstacle = obstacle(state) {
      throw MigrationError(.obstacle(obstacle))
    }
    return steps
  }

  /// Why the next migration cannot run, or `nil` if it can or none is pending.
  func obstacle(_ state: LedgerState) -> StepObstacle? {
    guard let next = next(state) else { return nil }
    return state.obstacle ?? state.obstacle(of: next)
  }

  /// The first unapplied migration that the ledger's tool would apply.
  func next(_ state: LedgerState) -> Migration? {
    let applied = Set(state.appliedIdentifiers)
    return migrations.first {
      !applied.contains($0.identifier) && state.exceptions[$0.identifier] == nil
    }
  }

  /// The index of the last applied migration that has a place in the order.
  func lastApplied(_ state: LedgerState) -> Int? {
    let ordered = state.orderedIdentifiers
    return migrations.lastIndex { ordered.contains($0.identifier) }
  }
}
