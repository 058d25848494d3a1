public import MigratorSQLite
public import MigratorSchema

/// Determines from the schema which migrations were applied, if there is no ledger.
///
/// Runs the migrations one by one on an empty scratch database and compares the schema after each.
public struct SchemaAdoption: Sendable, Hashable {
  /// The first migration after which the schema was closest to the live schema.
  ///
  /// `nil` if the empty schema was closest.
  public let identifier: String?
  /// The differences from the schema after ``identifier`` (before) to the live schema (after).
  public let differences: SchemaDiff
  /// The migrations directly after ``identifier`` that do not change the schema.
  ///
  /// The schema does not show whether they ran.
  public let indistinguishable: [String]
  /// The reason why the search stopped before the last migration, or `nil`.
  public let end: String?

  /// `true` if the schemas differ at most in white space, quotes, comments and keyword case.
  public var isExact: Bool { differences.isTextOnly }

  /// Compares the schema of a database with the schema after each of its migrations.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open the scratch database; the purpose is always set to `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: The closest match.
  /// - Throws: `DatabaseError`; SQLITE_INTERRUPT when cancelled.
  /// - Complexity: Runs all migrations without rows and compares the changes of each.
  public static func search(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator,
    configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil
  ) throws -> SchemaAdoption {
    try migrator.validate()
    let (_, live) = try inspection.appliedSchema(of: migrator)
    let encoding = try inspection.facts().encoding

    var distance = SchemaDistance(to: live)
    var best = (identifier: String?.none, schema: SchemaSnapshot.empty, distance: distance.value)
    var indistinguishable: [String] = []
    var isStill = true
    let replay = SchemaReplay(
      list: migrator.list, temporaryDirectory: nil, configuration: configuration,
      encoding: encoding, cancellation: cancellation)
    let failure = try replay.forEachStage(migrator.list.runnableIdentifiers) { identifier, schema in
      let isSame = distance.move(to: schema)
      if distance.value < best.distance {
        best = (identifier, schema, distance.value)
        (indistinguishable, isStill) = ([], true)
      } else if isStill, isSame {
        indistinguishable.append(identifier)
      } else {
        isStill = false
      }
    }
    let end =
      failure.map { "\"\($0.identifier)\" fails on an empty database: \($0.message)" }
      ?? migrator.list.firstObstacle.map(\.message)
    return SchemaAdoption(
      identifier: best.identifier, differences: SchemaDiff(before: best.schema, after: live),
      indistinguishable: indistinguishable, end: end)
  }
}

/// The distance between a changing schema and a target schema.
///
/// A differing object counts less than a missing or extra one.
private struct SchemaDistance {
  private(set) var value: Int
  private var schema = SchemaSnapshot.empty
  private let target: [SchemaObject.Identity: SchemaObject]

  /// Starts with an empty schema.
  init(to target: SchemaSnapshot) {
    let objects = target.objects.filter { !$0.isImplied }
    self.target = Dictionary(
      objects.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    value = 2 * self.target.count
  }

  /// Moves to another schema; returns `true` if it equals the previous one.
  mutating func move(to next: SchemaSnapshot) -> Bool {
    let (gone, new) = next.delta(since: schema)
    schema = next
    // If the target contains a removed object, it now counts as missing. A new object no longer
    // does.
    for object in gone where !object.isImplied { value += missing(object) - distance(of: object) }
    for object in new where !object.isImplied { value += distance(of: object) - missing(object) }
    return gone.isEmpty && new.isEmpty
  }

  private func missing(_ object: SchemaObject) -> Int { target[object.identity] == nil ? 0 : 2 }

  private func distance(of object: SchemaObject) -> Int {
    guard let other = target[object.identity] else { return 2 }
    let diff = SchemaDiff(
      before: SchemaSnapshot(objects: [object]), after: SchemaSnapshot(objects: [other]))
    return diff.isTextOnly ? 0 : 1
  }
}

extension MigrationList {
  /// The migrations before the first one that this program cannot run.
  fileprivate var runnableIdentifiers: [String] {
    migrations.prefix { $0.obstacle == nil }.map(\.identifier)
  }

  fileprivate var firstObstacle: StepObstacle? {
    migrations.lazy.compactMap(\.obstacle).first
  }
}
