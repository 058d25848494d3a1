internal import MigratorSQLite
internal import MigratorSchema

struct SchemaComparison {
  let list: MigrationList
  var cancellation: Cancellation?

  func report(_ db: Database) throws -> SchemaChangeReport {
    try list.validate()
    let applied = try list.state(db).appliedIdentifiers
    let known = applied.filter { list[$0] != nil }
    let unknown = applied.filter { list[$0] == nil }
    let merged = Set(list.migrations.flatMap(\.mergedIdentifiers))
    let unregistered = unknown.filter { !merged.contains($0) }
    if !unregistered.isEmpty { return SchemaChangeReport(reason: .unregistered(unregistered)) }
    // A merging migration also creates the objects of merged ones, so once it is applied, all can
    // be replayed.
    let replaced = Set(known.compactMap { list[$0] }.flatMap(\.mergedIdentifiers))
    let replacedByMerge = unknown.filter { !replaced.contains($0) }
    guard replacedByMerge.isEmpty, !known.isEmpty else {
      return SchemaChangeReport(replacedByMerge: replacedByMerge)
    }
    let replay = SchemaReplay(
      list: list, temporaryDirectory: nil, configuration: db.configuration,
      encoding: try String.fetchOne(db, sql: "PRAGMA encoding") ?? "UTF-8",
      cancellation: cancellation)
    switch try replay.run(ledgerOrder: known) {
    case .failed(let error, _): throw error
    case .schema(let produced):
      let diff = SchemaDiff(
        before: produced.filtered(.comparable),
        after: try db.userSchema(besides: list.ledger).filtered(.comparable))
      return SchemaChangeReport(reason: diff.isEmpty ? nil : .schema, diff: diff)
    }
  }

  /// Erases the database if its schema is not the one that the migrations create.
  ///
  /// Repeats the comparison if the state changes before the write lock is held: another process may
  /// have erased and migrated the database meanwhile.
  func eraseIfChanged(_ db: Database, emit: (MigrationEvent) -> Void) throws {
    guard !db.isInsideTransaction else { throw MigrationError(.insideTransaction) }
    try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
      while true {
        var judged: ([String], SchemaSnapshot)?
        var report = SchemaChangeReport()
        try db.inTransaction(.deferred) {
          judged = try judgedState(db)
          report = try self.report(db)
          return .commit
        }
        guard report.hasChanges, let judged else { return }
        let hasErased = try db.erase(if: { try judgedState(db) == judged })
        if hasErased { return emit(.erased(report)) }
      }
    }
  }

  private func judgedState(_ db: Database) throws -> ([String], SchemaSnapshot) {
    (try list.state(db).appliedIdentifiers, try db.schemaSnapshot())
  }
}

extension SchemaFilter {
  /// The objects to compare, as in GRDB.
  fileprivate static let comparable = SchemaFilter { object in
    !Database.isSQLiteInternalTable(object.name) && !Database.isGRDBInternalTable(object.name)
  }
}
