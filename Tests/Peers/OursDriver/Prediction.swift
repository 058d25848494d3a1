internal import MigratorEngine
internal import MigratorSchema
public import PeerModel

/// The effects that a dry run predicts for a database.
public struct Prediction: Sendable, Hashable {
  /// The migrations that will be applied, in order.
  public let applied: [String]
  /// The error that will stop the run.
  public let failure: PeerFailure?
  /// Type, name, table and SQL of the resulting objects, except those of SQLite and the ledger.
  public let schema: Set<[PlainValue]>
  /// The resulting number of rows for tables whose rows change.
  public let rows: [String: Int]
}

extension Ours {
  /// Dry-runs migrations on a copy of a database and returns the predicted effects.
  ///
  /// Throws if the dry run is not possible.
  public func predict(
    _ path: String, _ options: PeerOptions, _ list: MigrationList
  ) throws -> Prediction {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = options.foreignKeysEnabled
    configuration.prepareDatabase { db in
      for sql in options.preparation { try db.execute(sql: sql) }
    }
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(list, style: style), configuration: configuration)
    let done = report.steps.filter { $0.failure == nil }
    var rows: [String: Int?] = [:]
    for change in done.flatMap(\.rows) { rows[change.table] = change.after.map { Int($0) } }
    return Prediction(
      applied: done.map(\.identifier), failure: report.failure.map(PeerFailure.init),
      schema: Set(
        report.schemaAfter.objects.map { object in
          [
            .text(object.kind.rawValue), .text(object.name), .text(object.tableName),
            object.sql.map { .text($0) } ?? .null,
          ]
        }), rows: rows.compactMapValues(\.self))
  }
}

extension PeerFailure {
  init(_ failure: MigrationFailure) {
    guard let code = failure.extendedResultCode else {
      self.init(.thrown, failure.message)
      return
    }
    self.init(
      code: code & 0xFF, extendedCode: code, message: failure.message, description: nil)
  }
}
