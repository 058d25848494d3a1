public import MigratorEngine
public import MigratorSQLite

/// Runs migrations on generated rows and reports which of them fail or lose data.
///
/// The rows are inserted at each version of the schema, with all constraints and triggers active,
/// and carried through every later migration, on a scratch database. If a migration fails, it is run
/// on the largest subset of the rows on which it succeeds.
public struct GeneratedCheck: Sendable {
  /// The options.
  public struct Options: Sendable, Hashable {
    /// Determines the values.
    public var seed: UInt64
    /// The values to use; ``GeneratedClass/odd`` includes the plain ones.
    public var rowClass: GeneratedClass
    /// The approximate number of rows in each table.
    public var rowsPerTable: Int
    /// True to enforce foreign keys while the migrations run, false not to, and `nil` to follow the
    /// default of their tool.
    public var enforcesForeignKeys: Bool?
    /// The tables that get rows; `nil` for all.
    package var tables: Set<SQLName>?
    /// The tables whose rows do not matter, and are not read.
    package var ignoredTables: Set<SQLName> = []

    /// Creates options; the parameters are the properties.
    public init(
      seed: UInt64 = 1, rowClass: GeneratedClass = .plain, rowsPerTable: Int = 6,
      enforcesForeignKeys: Bool? = nil
    ) {
      (self.seed, self.rowClass, self.rowsPerTable) = (seed, rowClass, rowsPerTable)
      self.enforcesForeignKeys = enforcesForeignKeys
    }
  }

  /// The results.
  public struct Report: Sendable, Hashable {
    /// The findings, in the order of the migrations.
    public internal(set) var findings: [GeneratedFinding] = []
    /// The number of rows that were generated.
    public internal(set) var rowCount = 0
    /// The migrations that ran with rows.
    public internal(set) var tried: [String] = []
    /// The data that each migration drops or moves without losing values.
    public internal(set) var kept: [String: Set<KeptData>] = [:]
    /// The columns that each migration drops or moves and that had generated values, if none of these
    /// is known to be lost.
    public internal(set) var moved: [String: Set<KeptData>] = [:]
    /// True if foreign keys were enforced while the last migration ran.
    public internal(set) var enforcesForeignKeys = false
  }

  private let migrations: ScratchMigrations
  private let configuration: Configuration
  private let options: Options
  private let downs: Downs

  /// Reads the script that undoes a migration; returns `nil` if there is none.
  public typealias Downs = @Sendable (_ identifier: String) -> SQLScript?

  /// The number of trials for all migrations.
  private static let budget = 3000

  /// Prepares a check of the migrations of a migrator.
  ///
  /// - Parameters:
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open scratch databases.
  ///   - options: The options.
  ///   - downs: Reads the scripts that undo migrations; each runs after its migration, on a copy.
  public init(
    _ migrator: DatabaseMigrator, configuration: Configuration, options: Options,
    downs: @escaping Downs = { _ in nil }
  ) {
    self.downs = downs
    migrations = ScratchMigrations(migrator, enforcesForeignKeys: options.enforcesForeignKeys)
    (self.configuration, self.options) = (configuration, options)
  }

  /// Runs all migrations and reports on some of them.
  ///
  /// - Parameters:
  ///   - reported: The migrations to report on; the others only produce their schemas.
  ///   - cancellation: Stops the run.
  /// - Returns: The findings. Migrations that cannot run here are left out, and so are later ones that
  ///   fail without them. If ``Options/rowClass`` is odd, the findings include those for plain
  ///   values.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  /// - Complexity: O(*n*) runs for *n* migrations that succeed, and at most 400 for each that fails, 3,000
  ///   in total.
  public func run(
    reporting reported: Set<String>, cancellation: Cancellation? = nil
  ) throws -> Report {
    let history = try history(cancellation: cancellation)
    func findings(_ rowClass: GeneratedClass) throws -> Report {
      var pass = try pass(rowClass, history, cancellation)
      _ = try run(migrations.identifiers[...], in: &pass, reported)
      return pass.report
    }
    var report = try findings(.plain)
    guard options.rowClass == .odd else { return report }
    // Only the findings that plain rows do not show are due to odd rows.
    let odd = try findings(.odd)
    let known = Set(report.findings.map(\.subject))
    for var finding in odd.findings where !known.contains(finding.subject) {
      finding.rowClass = .odd
      report.findings.append(finding)
    }
    let order = Dictionary(
      migrations.identifiers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    report.findings.sort { order[$0.migration] ?? 0 < order[$1.migration] ?? 0 }
    report.rowCount += odd.rowCount
    return report
  }

  private func pass(
    _ rowClass: GeneratedClass, _ history: SchemaHistory, _ cancellation: Cancellation?
  ) throws -> GeneratedPass {
    let scratch = try ScratchState(configuration, seed: options.seed)
    try scratch.access { try migrations.prepare($0) }
    return GeneratedPass(
      migrations: migrations, scratch: scratch,
      generator: RowGenerator(
        seed: options.seed, class: rowClass, amount: .batch(options.rowsPerTable),
        history: history, tables: options.tables),
      besides: options.ignoredTables, downs: downs,
      cancellation: cancellation, budget: Self.budget)
  }

  /// Runs some migrations; returns false if the next one cannot be tried.
  private func run(
    _ identifiers: ArraySlice<String>, in pass: inout GeneratedPass, _ reported: Set<String>
  ) throws -> Bool {
    for identifier in identifiers {
      try pass.cancellation?.check()
      guard migrations.canRun(identifier) else { continue }
      guard let stop = try pass.run(identifier, isReported: reported.contains(identifier)) else {
        continue
      }
      // The migration may require one that cannot run here.
      let isIncomplete = migrations.identifiers.prefix { $0 != identifier }.contains {
        !migrations.canRun($0)
      }
      if isIncomplete, case .fails = stop { continue }
      if !reported.isSubset(of: pass.report.tried) {
        pass.report.findings.append(GeneratedFinding(.stopped(stop), of: identifier))
      }
      return false
    }
    return true
  }

  /// The state before the last migration.
  package struct Beginning {
    fileprivate let pass: GeneratedPass
    /// `nil` if rows cannot be carried that far.
    fileprivate let image: ScratchState.Image?
  }

  /// Runs the migrations before the last one.
  ///
  /// - Parameters:
  ///   - identifier: The last migration.
  ///   - cancellation: Stops the run.
  /// - Returns: The state, from which ``rows(before:from:)`` starts.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  package func beginning(
    of identifier: String, cancellation: Cancellation? = nil
  ) throws -> Beginning {
    var pass = try pass(options.rowClass, history(cancellation: cancellation), cancellation)
    let isReached = try run(
      migrations.identifiers.prefix { $0 != identifier }, in: &pass, [identifier])
    return Beginning(pass: pass, image: isReached ? try pass.scratch.image() : nil)
  }

  /// Returns a database with rows of all versions, on which a migration succeeds.
  ///
  /// - Parameters:
  ///   - identifier: The migration, which is the last one.
  ///   - beginning: The state before it, possibly from a check with other options.
  /// - Returns: The database before the migration, and the findings about it. If rows
  ///   cannot be carried that far, the database is `nil`, and the last finding is the reason.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  package func rows(
    before identifier: String, from beginning: Beginning
  ) throws -> (image: ScratchState.Image?, report: Report) {
    var pass = beginning.pass
    guard let image = beginning.image else { return (nil, pass.report) }
    try pass.scratch.restore(image)
    pass.migrations = migrations
    _ = try run([identifier], in: &pass, [identifier])
    return (pass.report.tried.contains(identifier) ? pass.start : nil, pass.report)
  }

  /// Runs all migrations on an empty database, to find the schemas that rows must fit later.
  ///
  /// - Parameter cancellation: Stops the run.
  /// - Returns: The versions of the schema.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  private func history(cancellation: Cancellation?) throws -> SchemaHistory {
    try migrations.history(on: ScratchState(configuration, seed: options.seed), cancellation)
  }
}

extension GeneratedFinding {
  /// The properties that identify a fault.
  struct Subject: Hashable {
    let migration: String
    let line: Int?
    let words: [String?]
  }

  var subject: Subject {
    let words: [String?] =
      switch kind {
      case .mayFail(let failure, _, _): [failure.message]
      case .loss(_, let table, let column, _): ["loss", table, column]
      case .lossByDown(_, let table, let column, _): ["down", table, column]
      case .violations(let table, let columns, _, _): ["violations", table] + columns
      case .renumbered(let table, let column, _, _): ["renumbered", table, column]
      case .notGenerated(let table, _): ["rows", table]
      case .stopped: ["stopped"]
      }
    return Subject(migration: migration, line: location?.line, words: words)
  }
}
