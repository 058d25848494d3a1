internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

extension GeneratedPass {
  /// Reports the losses that a comparison found, each with a small set of rows that reproduces it.
  mutating func note(
    _ comparison: ContentComparison, _ lineage: SchemaLineage, _ statements: CausingStatements,
    _ reduction: inout RowReduction
  ) throws {
    let identifier = statements.identifier
    let tokens = generator.ownValues
    let causes = try statements.ofLosses(in: comparison, tokens: tokens)
    for (loss, cause) in zip(comparison.losses, causes) {
      // A statement that names the column of codes replaces them intentionally.
      if cause == nil, comparison.isReset(loss) { continue }
      let table = comparison.before.tables[loss.table]
      let column = loss.column.map { table.layout.columns[$0].name }
      let rows = loss.rows.map { RowPlace(table: loss.table, row: $0.before) }
      let found = try reduction.reduce(rows[0], partners: Array(rows.dropFirst())) {
        before, after, _ in
        let trial = ContentComparison(before, after, lineage: lineage, tokens: tokens)
        return trial.losses.first {
          $0.way == loss.way && $0.table == loss.table && $0.column == loss.column
        }.map { (trial, $0.rows[0]) }
      }
      let (source, example) = found?.proof ?? (comparison, loss.rows[0])
      let before = found.map {
        reduction.examples($0.rows, last: $0.place(table: loss.table, row: example.before))
      }
      let isLast = before?.isLast ?? true
      report.findings.append(
        GeneratedFinding(
          .loss(loss.way, table: table.layout.name, column: column, count: loss.rows.count),
          of: identifier, statement: cause,
          before: before?.rows ?? [table.example(example.before)],
          after: isLast
            ? example.after.map { source.after.tables[$0.table].example($0.row) } : nil,
          isExplicit: cause.map {
            LossStatement.isExplicit(
              $0.sql, way: loss.way, table: table.name, column: column.map(SQLName.init(_:)))
          } ?? false, isRepeatable: found != nil))
    }
    for renumbering in comparison.renumberings {
      let table = comparison.before.tables[renumbering.table]
      let key = table.layout.rowIDColumn.map { table.layout.columns[$0].name } ?? "rowid"
      let (row, match) = renumbering.rows[0]
      report.findings.append(
        GeneratedFinding(
          .renumbered(
            table: table.layout.name, column: key, count: renumbering.rows.count,
            references: renumbering.references),
          of: identifier,
          statement: statements.copy(
            of: table.name, into: comparison.after.tables[match.table].name),
          before: [table.example(row)],
          after: comparison.after.tables[match.table].example(match.row)))
    }
  }

  /// Finds a small set of rows that reproduces the violation of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - place: A row that violates it after the migration.
  ///   - matching: Finds the row before the migration.
  ///   - reduction: Runs the migration on some of the rows.
  /// - Returns: The rows before the migration, or `nil`.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  func rows(
    violating key: ViolatedKey, _ place: RowPlace, _ matching: RowMatching,
    _ reduction: inout RowReduction
  ) throws -> [GeneratedFinding.ExampleRow]? {
    let tables = matching.before.tables
    let former = tables.indices.lazy.filter {
      matching.name(of: tables[$0].name) == matching.after.tables[place.table].name
    }.flatMap { index in
      let columns = matching.columns(of: tables[index], in: matching.after.tables[place.table])
      return matching.matches(of: tables[index], in: place.table, columns)
        .filter { $0.value == place }.map { RowPlace(table: index, row: $0.key) }
    }.min()
    let found = try reduction.reduce(former, partners: []) { _, _, db in
      try db.violatedKeys(in: [key.table]).keys.contains(key) ? true : nil
    }
    return found.map { reduction.examples($0.rows, last: former).rows }
  }
}

extension ScratchMigrations {
  /// True if a migration may depend on rowids.
  func namesRowIDs(_ identifier: String) -> Bool {
    script(of: identifier).map { WordSearch(["rowid", "_rowid_", "oid"]).isFound(in: $0.text) }
      ?? false
  }
}

extension MigrationFailure {
  /// True if the failure does not depend on the values of a row.
  var isOfEveryRow: Bool {
    // SQLite refuses to add the column to a table with rows, whatever their values.
    message.hasPrefix("Cannot add a ")
  }
}
