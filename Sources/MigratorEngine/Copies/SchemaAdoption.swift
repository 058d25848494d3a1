public import MigratorSQLite
public import MigratorSchema

/// Finds out which migrations a schema without ledger shows as done, by running them one after the
/// other on an empty scratch database and comparing after each.
public struct SchemaAdoption: Sendable, Hashable {
  /// The last migration after which the schema was nearest to the live one; `nil` when it was before
  /// the first.
  public let identifier: String?
  /// How the live schema (after) differs from what the migrations up to there make (before).
  public let differences: SchemaDiff
  /// Migrations after it that leave the schema as it is, so that nothing tells whether they were run.
  public let untold: [String]
  /// Why the search ended before the last migration, or `nil`.
  public let end: String?

  /// Whether the schema is exactly what the migrations make.
  public var isExact: Bool { differences.isTextOnly }

  /// Compares a database with each stage of its migrations.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open the scratch database; its purpose becomes `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: The answer.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  /// - Complexity: A run of all migrations without rows, and a comparison of schemas for each.
  public static func search(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator,
    configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil
  ) throws -> SchemaAdoption {
    try migrator.validate()
    let (_, live) = try inspection.appliedSchema(of: migrator)
    let encoding = try inspection.facts().encoding

    // Only the best is kept: with thousands of migrations, thousands of differences are too many.
    var best = Stage(identifier: nil, diff: SchemaDiff(before: .empty, after: live))
    var untold: [String] = []
    var isStill = true
    let replay = SchemaReplay(
      list: migrator.list, temporaryDirectory: nil, configuration: configuration,
      encoding: encoding, cancellation: cancellation)
    let failure = try replay.forEachStage(migrator.list.runnableIdentifiers) { identifier, schema in
      let stage = Stage(identifier: identifier, diff: SchemaDiff(before: schema, after: live))
      if stage.distance < best.distance {
        (best, untold, isStill) = (stage, [], true)
      } else if isStill, stage.diff == best.diff {
        untold.append(identifier)
      } else {
        isStill = false
      }
    }
    let end =
      failure.map { "\"\($0.identifier)\" fails on an empty database: \($0.message)" }
      ?? migrator.list.firstObstacle.map(\.message)
    return SchemaAdoption(
      identifier: best.identifier, differences: best.diff, untold: untold, end: end)
  }

  private struct Stage {
    let identifier: String?
    let diff: SchemaDiff

    /// How far it is from the live schema: an object that is another is nearer than none at all.
    var distance: Int {
      diff.changes.reduce(0) { sum, change in
        if change.isTextOnly { return sum }
        if case .changed = change { return sum + 1 }
        return sum + 2
      }
    }
  }
}

extension MigrationList {
  /// The migrations up to the first that only its own tool can run.
  fileprivate var runnableIdentifiers: [String] {
    migrations.prefix { $0.obstacle == nil }.map(\.identifier)
  }

  /// Why the first migration that only its own tool can run is such a one, or `nil`.
  fileprivate var firstObstacle: StepObstacle? {
    migrations.lazy.compactMap(\.obstacle).first
  }
}
