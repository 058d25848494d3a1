internal import MigratorSQLite

/// The registered migrations in their order, what holds for all of them, and the ledger that remembers
/// which are applied.
struct MigrationList: Sendable {
  /// The migrations, each identifier once.
  private(set) var migrations: [Migration] = []
  private var places: [String: Int] = [:]
  /// The merged identifiers, and which registered migration merges them.
  private var mergers: [String: String] = [:]
  private var problems: [MigrationError.Kind] = []

  private(set) var ledger: any Ledger
  /// Which violations make a deferred migration fail.
  var foreignKeyPolicy = ForeignKeyPolicy.allViolations
  /// The tool whose connections enforce foreign keys while a migration runs; `nil` when there is
  /// nothing to warn of.
  var enforcingTool: String?

  /// Creates a list without migrations.
  init(ledger: any Ledger) {
    self.ledger = ledger
  }

  /// The identifiers of the migrations, in the order of registration.
  var identifiers: [String] { migrations.map(\.identifier) }

  /// The migration with an identifier, or `nil` when none is registered.
  subscript(identifier: String) -> Migration? {
    places[identifier].map { migrations[$0] }
  }

  /// The same migrations over a plain ledger, for scratch databases: what the tool of the ledger
  /// would refuse to do to a real one is no matter there.
  var replaying: MigrationList {
    var list = self
    list.ledger = GRDBLedger()
    return list
  }

  /// Adds a migration behind the others; ``validate()`` tells what is wrong with it.
  mutating func add(_ migration: Migration) {
    let identifier = migration.identifier
    // The first registration keeps the name, so that queries still have one answer.
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

  /// Throws when an identifier was registered twice, or is merged by another one.
  func validate() throws {
    if let problem = problems.first { throw MigrationError(problem) }
  }

  /// Reads the ledger, and looks whether it would take the record of the next migration.
  func state(_ db: Database) throws -> LedgerState {
    let rows = try ledger.rows(db)
    var state = ledger.state(rows)
    try ledger.look(whetherItTakes: next(state)?.identifier, holding: rows, into: &state, db)
    return state
  }
}

extension MigrationList {
  /// Returns the steps from what a ledger tells to a target, up to the first migration that only
  /// its own tool can run; where only the next is asked for, up to the first that runs a migration.
  ///
  /// Nearly always what is recorded are the first ones, in their order; how far that goes may be known.
  ///
  /// - Complexity: O(*n*) for *n* migrations; from a progress that is known, the next one is found at once
  ///   behind those.
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
        if migrations[index].obstacle != nil { break }
        steps.append(PlannedStep(identifier: identifier, action: .run(merged: merged)))
        if onlyNext { break }
      } else if !merged.isEmpty {
        steps.append(PlannedStep(identifier: identifier, action: .forget(merged: merged)))
      }
    }
    return steps
  }

  /// Reads the ledger and plans, for running; throws the ``MigrationError/Kind/obstacle(_:)`` when
  /// something is pending that cannot be run.
  func currentPlan(_ db: Database, upTo targetIdentifier: String? = nil) throws -> [PlannedStep] {
    try planToRun(upTo: targetIdentifier, from: state(db))
  }

  /// Plans for running, as ``currentPlan(_:upTo:)`` does.
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

  /// Why the next migration cannot be run, or `nil` when it can or none is pending.
  func obstacle(_ state: LedgerState) -> StepObstacle? {
    guard let next = next(state) else { return nil }
    return state.obstacle ?? next.obstacle
  }

  /// The first migration that is not applied and that its tool would apply.
  func next(_ state: LedgerState) -> Migration? {
    let applied = Set(state.appliedIdentifiers)
    return migrations.first {
      !applied.contains($0.identifier) && state.exceptions[$0.identifier] == nil
    }
  }

  /// The place of the last migration that is applied and stands in the order.
  func lastApplied(_ state: LedgerState) -> Int? {
    let ordered = state.orderedIdentifiers
    return migrations.lastIndex { ordered.contains($0.identifier) }
  }
}
