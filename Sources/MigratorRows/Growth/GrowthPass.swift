internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

/// One pass over the migrations, with the same number of rows in each relevant table.
struct GrowthPass {
  /// The number of rows.
  let rows: Int
  /// The costs of the measured migrations.
  private(set) var costs: [String: [ScratchMigrations.Cost]] = [:]
  private(set) var problems: [String: MigrationGrowth.Problem] = [:]
  /// The time spent generating rows, in seconds.
  private(set) var fillSeconds = 0.0

  private let migrations: ScratchMigrations
  private let scratch: ScratchState
  private var generator: RowGenerator
  private let deadline: ContinuousClock.Instant
  private let cancellation: Cancellation?
  /// Creates a scratch database.
  private let makeScratch: () throws -> ScratchState
  private var empty: EmptyRun?

  init(
    rows: Int, _ migrations: ScratchMigrations, seed: UInt64, history: SchemaHistory,
    until deadline: ContinuousClock.Instant, _ cancellation: Cancellation?,
    makeScratch: @escaping () throws -> ScratchState
  ) throws {
    (self.rows, self.migrations, self.deadline) = (rows, migrations, deadline)
    (self.cancellation, self.makeScratch) = (cancellation, makeScratch)
    scratch = try makeScratch()
    generator = RowGenerator(seed: seed, class: .plain, amount: .many(rows), history: history)
  }

  /// Runs the migrations up to the last one that is measured, or until the deadline.
  mutating func run(measuring measured: Set<String>) throws {
    let identifiers = migrations.identifiers
    guard let first = identifiers.firstIndex(where: measured.contains),
      let last = identifiers.lastIndex(where: measured.contains)
    else { return }
    try scratch.access { try migrations.prepare($0) }
    for index in 0...last {
      try cancellation?.check()
      let identifier = identifiers[index]
      if index >= first {
        let later = identifiers[index...last].filter(measured.contains)
        guard try fill(for: later) else { return }
      }
      let start = ContinuousClock.now
      do {
        let costs = try scratch.access(new: true) {
          try migrations.measure(identifier, on: $0, until: deadline, cancellation: cancellation)
        }
        guard let costs else {
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          if seconds > 1 {
            problems[identifier] = .takesLonger(seconds: seconds, rows: rows)
          }
          return
        }
        if measured.contains(identifier) { self.costs[identifier] = costs }
      } catch let error where error.isOfMigration {
        problems[identifier] = .fails((error as? DatabaseError)?.message ?? "\(error)")
        guard try continueWithoutRows(after: index) else { return }
      }
    }
  }

  /// Adds rows to the tables that later migrations use; returns false if the time limit has
  /// expired.
  private mutating func fill(for later: [String]) throws -> Bool {
    let start = ContinuousClock.now
    defer { fillSeconds += (ContinuousClock.now - start) / .seconds(1) }
    do {
      try scratch.access { db in
        let schema = try migrations.schema(db)
        let scripts = later.map(migrations.script)
        var excluded = migrations.ledgerTables
        // The tables that Swift code uses are not known.
        if scripts.allSatisfy({ $0 != nil }) {
          let relevant = RelevantTables.names(in: scripts.compactMap(\.self), schema)
          excluded.formUnion(
            schema.objects.filter { $0.kind == .table }.map { SQLName($0.name) }
              .filter { !relevant.contains($0) })
        }
        try db.monitored(by: ProgressMonitor(until: deadline, or: cancellation)) {
          _ = try generator.fill(db, changed: [], excluding: excluded)
        }
      }
      return ContinuousClock.now < deadline
    } catch let error as DatabaseError where error.isInterruption {
      try cancellation?.check()
      return false
    }
  }

  /// Continues as if the tables had been empty before a migration that fails on generated rows.
  ///
  /// Returns false if it also fails without them.
  private mutating func continueWithoutRows(after index: Int) throws -> Bool {
    var run = try empty ?? EmptyRun(migrations, makeScratch())
    defer { empty = run }
    guard let image = try run.image(after: index, cancellation) else { return false }
    try scratch.restore(image)
    return true
  }
}

/// A run of the migrations without generated rows, up to the last one that was needed.
private struct EmptyRun {
  private let migrations: ScratchMigrations
  private let scratch: ScratchState
  private var count = 0

  init(_ migrations: ScratchMigrations, _ scratch: ScratchState) throws {
    (self.migrations, self.scratch) = (migrations, scratch)
    try scratch.access { try migrations.prepare($0) }
  }

  /// The database after a migration; `nil` if one fails.
  mutating func image(
    after index: Int, _ cancellation: Cancellation?
  ) throws -> ScratchState.Image? {
    while count <= index {
      let identifier = migrations.identifiers[count]
      let failure = try scratch.access(new: true) {
        try migrations.run(identifier, on: $0, cancellation: cancellation).failure
      }
      if failure != nil { return nil }
      count += 1
    }
    return try scratch.image()
  }
}

extension Error {
  /// True for the error of a migration; false for errors of the scratch database.
  fileprivate var isOfMigration: Bool {
    switch self {
    case let error as DatabaseError: !error.isInterruption && error.resultCode != .SQLITE_IOERR
    case let error as MigrationError:
      if case .obstacle = error.kind { true } else { false }
    default: true
    }
  }
}
