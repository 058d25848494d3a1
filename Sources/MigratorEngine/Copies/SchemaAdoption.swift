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
  /// - Complexity: A run of all migrations without rows, and a comparison of what each of them changed.
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
    var untold: [String] = []
    var isStill = true
    let replay = SchemaReplay(
      list: migrator.list, temporaryDirectory: nil, configuration: configuration,
      encoding: encoding, cancellation: cancellation)
    let failure = try replay.forEachStage(migrator.list.runnableIdentifiers) { identifier, schema in
      let isSame = distance.move(to: schema)
      if distance.value < best.distance {
        best = (identifier, schema, distance.value)
        (untold, isStill) = ([], true)
      } else if isStill, isSame {
        untold.append(identifier)
      } else {
        isStill = false
      }
    }
    let end =
      failure.map { "\"\($0.identifier)\" fails on an empty database: \($0.message)" }
      ?? migrator.list.firstObstacle.map(\.message)
    return SchemaAdoption(
      identifier: best.identifier, differences: SchemaDiff(before: best.schema, after: live),
      untold: untold, end: end)
  }
}

/// How far a schema that changes step by step is from another: an object that is another is nearer than none at
/// all.
private struct SchemaDistance {
  private(set) var value: Int
  private var schema = SchemaSnapshot.empty
  private let target: [SchemaObject.Identity: SchemaObject]

  /// Creates the distance of a schema without objects.
  init(to target: SchemaSnapshot) {
    let objects = target.objects.filter { !$0.isImplied }
    self.target = Dictionary(
      objects.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    value = 2 * self.target.count
  }

  /// Takes another schema in the place of the last; says whether it is the same.
  mutating func move(to next: SchemaSnapshot) -> Bool {
    let (gone, new) = next.delta(since: schema)
    schema = next
    // What is gone leaves what is missing, or nothing; what is new takes its place.
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
  /// The migrations up to the first that cannot be run here.
  fileprivate var runnableIdentifiers: [String] {
    migrations.prefix { $0.obstacle == nil }.map(\.identifier)
  }

  /// Why the first migration that cannot be run here cannot, or `nil`.
  fileprivate var firstObstacle: StepObstacle? {
    migrations.lazy.compactMap(\.obstacle).first
  }
}
