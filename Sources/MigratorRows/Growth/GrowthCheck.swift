public import MigratorEngine
public import MigratorSQLite

/// Estimates how long migrations block other writers if the tables have many rows.
///
/// It runs the migrations on scratch databases with 250, 1,000 and 4,000 generated rows in each table,
/// as time permits, and extrapolates the times.
public struct GrowthCheck: Sendable {
  /// The options.
  public struct Options: Sendable, Hashable {
    /// The number of rows in each table for which times are estimated.
    public var rows: Int
    /// Determines the values of the rows.
    public var seed: UInt64
    /// The time for all measurements, approximately.
    public var limit: Duration

    /// Creates options; the parameters are the properties.
    public init(rows: Int, seed: UInt64 = 1, limit: Duration = .seconds(20)) {
      (self.rows, self.seed, self.limit) = (rows, seed, limit)
    }
  }

  private let migrations: ScratchMigrations
  private let configuration: Configuration
  private let options: Options

  private static let sizes = [250, 1000, 4000]

  /// Prepares estimates for the migrations of a migrator.
  ///
  /// - Parameters:
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open scratch databases.
  ///   - options: The options.
  ///   - enforcesForeignKeys: True to enforce foreign keys while the migrations run, false not to,
  ///     and `nil` to follow the default of their tool.
  public init(
    _ migrator: DatabaseMigrator, configuration: Configuration, options: Options,
    enforcesForeignKeys: Bool? = nil
  ) {
    migrations = ScratchMigrations(migrator, enforcesForeignKeys: enforcesForeignKeys)
    (self.configuration, self.options) = (configuration, options)
  }

  /// Measures migrations.
  ///
  /// - Parameters:
  ///   - measured: The migrations to measure.
  ///   - cancellation: Stops the run.
  /// - Returns: An estimate or a problem for each of them, in registration order.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  /// - Complexity: Up to ``Options/limit``.
  public func run(
    measuring measured: Set<String>, cancellation: Cancellation? = nil
  ) throws -> [MigrationGrowth] {
    let deadline = ContinuousClock.now + options.limit
    func makeScratch() throws -> ScratchState {
      try ScratchState(configuration, seed: options.seed)
    }
    let history = try migrations.history(on: makeScratch(), cancellation)
    var passes: [GrowthPass] = []
    while let size = size(after: passes, until: deadline) {
      var pass = try GrowthPass(
        rows: size, migrations, seed: options.seed, history: history, until: deadline,
        cancellation, makeScratch: makeScratch)
      try pass.run(measuring: measured)
      passes.append(pass)
    }
    return migrations.identifiers.filter(measured.contains).map { growth(of: $0, passes) }
  }

  /// The number of rows of the next pass; `nil` if there is none, or not enough time for it.
  private func size(after passes: [GrowthPass], until deadline: ContinuousClock.Instant) -> Int? {
    let sizes = Self.sizes.filter { $0 < options.rows } + [options.rows]
    guard let last = passes.last else { return sizes.first }
    let left = (deadline - ContinuousClock.now) / .seconds(1)
    guard let next = sizes.prefix(Self.sizes.count).first(where: { $0 > last.rows }) else {
      return nil
    }
    return [next, 2 * last.rows].filter { $0 <= next }.first { rows in
      let factor = Double(rows) / Double(last.rows)
      let runs = last.costs.map { identifier, costs in
        let growth = passes.count > 1 ? series(of: identifier, passes).map(\.growth).max() : nil
        let factor = (growth ?? .linear).time(rows) / (growth ?? .linear).time(last.rows)
        return factor * costs.reduce(0) { $0 + $1.seconds }
      }
      return factor * last.fillSeconds + runs.reduce(0, +) < left
    }
  }

  private func growth(of identifier: String, _ passes: [GrowthPass]) -> MigrationGrowth {
    let measured = passes.filter { $0.costs[identifier] != nil }.map(\.rows)
    let isEnough = measured.count > 1 || measured.contains(options.rows)
    let problem: MigrationGrowth.Problem? =
      isEnough ? nil : passes.lazy.compactMap { $0.problems[identifier] }.first ?? .noTime
    let statements =
      isEnough
      ? series(of: identifier, passes).map { series in
        MigrationGrowth.Statement(
          statement: series.points.last?.cost.statement, growth: series.growth,
          seconds: series.seconds(at: options.rows))
      } : []
    return MigrationGrowth(
      migration: identifier, rows: options.rows, measured: measured, statements: statements,
      problem: problem)
  }

  /// The costs of each statement of a migration in all passes.
  private func series(of identifier: String, _ passes: [GrowthPass]) -> [CostSeries] {
    let runs = passes.compactMap { pass in pass.costs[identifier].map { (pass.rows, $0) } }
    let count = runs.map(\.1.count).min() ?? 0
    return (0..<count).map { index in
      CostSeries(points: runs.map { (rows: $0, cost: $1[index]) })
    }
  }
}
