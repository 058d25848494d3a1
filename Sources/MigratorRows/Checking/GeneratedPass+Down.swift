internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

extension GeneratedPass {
  /// Undoes a migration and reports which rows and values from before it are then missing.
  ///
  /// Tables in which the migration itself loses data are left out. So are losses that a statement
  /// of the down script makes explicit, because its author expects them. Afterwards, the previous
  /// state of the database is restored.
  mutating func noteDown(
    of identifier: String, after up: ContentComparison, from schema: SchemaSnapshot,
    _ events: [SchemaEvent]
  ) throws {
    guard let down = downs(identifier), !up.before.rowPlaces.isEmpty else { return }
    let image = try scratch.image()
    defer { try? scratch.restore(image) }
    let ran = try scratch.access(new: true) {
      try migrations.runDown(down, of: identifier, on: $0, cancellation: cancellation)
    }
    // A down script that fails without rows is reported elsewhere.
    guard ran.failure == nil else { return }
    let undone = try scratch.access { db in
      var reader = ContentReader(besides: reader.excluded)
      return try reader.contents(db, migrations.schema(db))
    }
    let comparison = ContentComparison(
      up.before, undone,
      lineage: SchemaLineage(of: schema, events: events + (ran.report?.schemaEvents ?? [])),
      tokens: generator.ownValues)
    let lossy = Set(up.losses.map(\.table))
    let causes = try CausingStatements(
      identifier: identifier, script: down, migrations: migrations, scratch: scratch, image: image,
      reader: reader
    ).ofLosses(in: comparison, tokens: generator.ownValues)
    for (loss, cause) in zip(comparison.losses, causes) where !lossy.contains(loss.table) {
      if cause == nil, comparison.isReset(loss) { continue }
      let table = comparison.before.tables[loss.table]
      let column = loss.column.map { table.layout.columns[$0].name }
      let isExplicit = cause.map {
        LossStatement.isExplicit(
          $0.sql, way: loss.way, table: table.name, column: column.map(SQLName.init(_:)))
      }
      if isExplicit == true { continue }
      let (row, match) = loss.rows[0]
      report.findings.append(
        GeneratedFinding(
          .lossByDown(loss.way, table: table.layout.name, column: column, count: loss.rows.count),
          of: identifier, statement: cause, location: cause?.location ?? down.start,
          before: [table.example(row)],
          after: match.map { comparison.after.tables[$0.table].example($0.row) }))
    }
  }
}

extension SQLScript {
  fileprivate var start: ScriptLocation? { (try? statements())?.first?.location }
}
