internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

/// One pass over the migrations with rows of one class.
struct GeneratedPass {
  var migrations: ScratchMigrations
  let scratch: ScratchState
  var generator: RowGenerator
  let downs: GeneratedCheck.Downs
  let cancellation: Cancellation?
  private let progress = ScratchMigrations.Progress()
  /// The number of trials that are left.
  var budget: Int

  var report = GeneratedCheck.Report()
  /// The database before the last migration, with the rows on which it succeeded.
  private(set) var start: ScratchState.Image?
  private(set) var reader: ContentReader
  private(set) var schema = SchemaSnapshot.empty
  private(set) var contents = DatabaseContents([])
  private var emptyTables: Set<SQLName> = []
  /// The tables whose rows changed since rows were added; `nil` if those of any table may have
  /// changed.
  private var written: Set<SQLName>? = []
  private static let budgetOfMigration = 400
  /// The number of remaining runs for finding the rows of findings.
  var proofBudget = 600
  /// True while a migration runs again on other rows.
  private var isRetry = false

  init(
    migrations: ScratchMigrations, scratch: ScratchState, generator: RowGenerator,
    besides excluded: Set<SQLName>, downs: @escaping GeneratedCheck.Downs,
    cancellation: Cancellation?,
    budget: Int
  ) {
    (self.migrations, self.scratch, self.generator) = (migrations, scratch, generator)
    reader = ContentReader(besides: excluded.union(generator.fedTables))
    self.downs = downs
    (self.cancellation, self.budget) = (cancellation, budget)
  }

  /// Runs one migration on the current rows, and then adds rows to new and changed tables.
  ///
  /// Returns why the next migration cannot be tried, or `nil` if it can. If this one fails without any
  /// rows, the database is unchanged.
  mutating func run(_ identifier: String, isReported: Bool) throws -> GeneratedFinding.Stop? {
    do {
      return try runToEnd(identifier, isReported: isReported)
    } catch let error as ScratchMigrations.TimeLimitExceeded {
      return .takesLonger(than: error.limit)
    } catch let error as DatabaseError
      where !error.isInterruption && error.resultCode != .SQLITE_IOERR
    {
      // Rows that cannot be read or inserted end the pass, not the whole check.
      return .rows(error.message ?? "\(error)")
    }
  }

  private mutating func runToEnd(
    _ identifier: String, isReported: Bool
  ) throws -> GeneratedFinding.Stop? {
    let original = try scratch.image()
    var image = original
    let counter = RowChangeCounter()
    func run() throws -> (report: StepReport?, failure: MigrationFailure?) {
      counter.reset()
      try scratch.renew { try migrations.canRun(identifier, on: $0, after: progress) }
      return try scratch.access { db in
        try db.counted(by: counter) {
          try migrations.run(identifier, on: db, after: progress, cancellation: cancellation)
        }
      }
    }
    var ran = try run()
    if let failure = ran.failure {
      guard migrations.script(of: identifier) != nil,
        let kept = try rowsWithoutFailure(identifier, image, isReported: isReported)
      else {
        try scratch.restore(original)
        return .fails(failure.message)
      }
      image = kept
      try scratch.restore(image)
      ran = try run()
      if let failure = ran.failure { return .fails(failure.message) }
    }
    start = image
    let beginning = self
    report.tried.append(identifier)
    report.enforcesForeignKeys = migrations.enforcesForeignKeys(identifier)
    let former = (schema, contents)
    let statements = CausingStatements(
      identifier: identifier, script: migrations.script(of: identifier), migrations: migrations,
      scratch: scratch, image: image, reader: reader)
    // Not all changes by foreign-key actions are counted.
    let written =
      migrations.enforcesForeignKeys(identifier)
      ? nil : counter.writtenTables(by: migrations.script(of: identifier)?.text)
    try scratch.access { db in
      schema = try migrations.schema(db)
      contents = try reader.contents(db, schema, written: written)
    }
    self.written = written.flatMap { self.written?.union($0) }
    let (gone, new) = schema.delta(since: former.0)
    let changed = Set((gone + new).map { SQLName($0.tableName) })
    var reduction = RowReduction(
      statements, former.1, reader: reader, schema: schema, changed: changed, budget: proofBudget,
      cancellation)
    defer { proofBudget = reduction.budget }
    var matching: RowMatching?
    if isReported {
      let events = ran.report?.schemaEvents ?? []
      let lineage = SchemaLineage(of: former.0, events: events)
      let comparison = ContentComparison(
        former.1, contents, lineage: lineage, tokens: generator.ownValues)
      report.kept[identifier] = comparison.kept
      report.moved[identifier] = comparison.moved
      matching = comparison.matching
      try note(comparison, lineage, statements, &reduction)
      try noteDown(of: identifier, after: comparison, from: former.0, events)
    }
    let children = written.map { contents.children(of: $0.union(changed)) }
    try removeViolations(
      in: children ?? contents.tables.map(\.layout.name), statements, matching, &reduction)
    if !changed.isEmpty, !isRetry {
      try fill(identifier, changed: Set(new.map { SQLName($0.tableName) }), isReported: isReported)
    }
    if !isRetry, let matching {
      let keys = try scratch.access { db in
        try AddedUniqueKey.all(in: new, since: former.0, matching, db)
      }
      try tryDuplicates(of: keys, identifier, beginning, image)
      try tryOrphans(of: AddedForeignKey.all(matching), identifier, beginning, image)
      try tryLimits(of: identifier, beginning, image)
      try trySeeds(of: identifier, beginning, image)
    }
    return nil
  }

  /// A pass over one migration, from the state before it, with other rows.
  ///
  /// `beginning` is this pass before the migration. `makeRows` returns false if the migration need
  /// not run; the result is then `nil`.
  mutating func retry(
    _ identifier: String, _ beginning: GeneratedPass,
    makeRows: (inout GeneratedPass, Database) throws -> Bool
  ) throws -> GeneratedPass? {
    var pass = beginning
    pass.isRetry = true
    (pass.report, pass.budget, pass.proofBudget) = (GeneratedCheck.Report(), budget, proofBudget)
    defer { (budget, proofBudget) = (pass.budget, pass.proofBudget) }
    let areMade = try scratch.access(new: true) { db in
      guard try makeRows(&pass, db) else { return false }
      pass.contents = try pass.reader.contents(db, pass.schema)
      pass.written = nil
      return true
    }
    guard areMade else { return nil }
    // The migration must not find the settings with which the rows were made.
    try scratch.renew { _ in false }
    _ = try pass.run(identifier, isReported: true)
    return pass
  }

  /// Adds rows to tables that are new, changed or nearly empty.
  private mutating func fill(
    _ identifier: String, changed: Set<SQLName>, isReported: Bool
  ) throws {
    try scratch.access { db in
      let counter = RowChangeCounter()
      let empty = try db.counted(by: counter) {
        try generator.fill(
          db, changed: changed, written: written, excluding: migrations.ledgerTables)
      }
      for table in empty where emptyTables.insert(SQLName(table.table)).inserted && isReported {
        report.findings.append(
          GeneratedFinding(
            .notGenerated(table: table.table, reason: table.reason), of: identifier))
      }
      let before = contents.tables.reduce(0) { $0 + $1.rows.count }
      written = counter.writtenTables(by: nil)
      contents = try reader.contents(db, schema, written: written)
      report.rowCount += max(0, contents.tables.reduce(0) { $0 + $1.rows.count } - before)
    }
  }

  /// Reports the rows on which a migration fails, and returns the database without them.
  ///
  /// Returns `nil` if it fails without any rows.
  private mutating func rowsWithoutFailure(
    _ identifier: String, _ image: ScratchState.Image, isReported: Bool
  ) throws -> ScratchState.Image? {
    var search = FailureSearch(
      identifier, contents, image: image, migrations, scratch,
      budget: min(budget, Self.budgetOfMigration), cancellation)
    let limit = search.budget
    guard try search.run() else { return nil }
    if isReported { try note(&search, of: identifier) }
    budget = max(50, budget - (limit - search.budget))
    try scratch.restore(image)
    let kept = search.kept
    try scratch.access(new: true) { db in
      try db.delete(contents.rowPlaces.filter { !kept.contains($0) }, of: contents)
      contents = try reader.contents(db, schema)
    }
    written = nil
    return try scratch.image()
  }

  private mutating func note(_ search: inout FailureSearch, of identifier: String) throws {
    struct Group: Hashable {
      let line: Int?
      let message: String
    }
    let groups = Dictionary(grouping: search.rejections) {
      Group(line: $0.failure.location?.line, message: $0.failure.message)
    }
    let certain = contents.tables.indices.filter { index in
      let rows = contents.tables[index].rows.count
      return rows > 0 && !search.kept.contains { $0.table == index }
        && search.rejections.contains { $0.row.table == index }
    }
    let ordered = groups.sorted {
      ($0.key.line ?? 0, $0.key.message) < ($1.key.line ?? 0, $1.key.message)
    }
    for (_, rejections) in ordered {
      let rejection = rejections[0]
      let (rows, isRepeatable) = try search.shrink(rejection)
      // Other rows or values might be accepted, unless no other row is needed for the failure.
      let isCertain =
        rejection.failure.isOfEveryRow
        && Set(rows).isSubset(of: search.references.withParents([rejection.row]))
      let tables = isCertain ? Set(rejections.map(\.row.table)) : []
      report.findings.append(
        GeneratedFinding(
          .mayFail(
            rejection.failure, rejected: rejections.count,
            certainIn: certain.filter(tables.contains).map { contents.tables[$0].layout.name }),
          of: identifier, statement: rejection.failure.statement,
          location: rejection.failure.location,
          before: rows.map {
            contents.tables[$0.table].example(
              $0.row, withRowID: migrations.namesRowIDs(identifier))
          },
          isRepeatable: isRepeatable))
    }
  }

  /// Removes the rows that violate keys in some tables, and reports the violations if a matching is
  /// given.
  ///
  /// If the parent table did not exist before the migration, the key was already violated then and
  /// is not reported.
  private mutating func removeViolations(
    in tables: [String], _ statements: CausingStatements, _ matching: RowMatching?,
    _ reduction: inout RowReduction
  ) throws {
    var tables = tables
    var causes: [String: ScriptStatement] = [:]
    for round in 0..<10 where !tables.isEmpty {
      let rows = try scratch.access { try $0.violatedKeys(in: tables) }
      if rows.isEmpty { return }
      // Rows that lose their parent by this removal are not reported separately.
      let matching = round == 0 ? matching : nil
      if let matching {
        causes = try statements.ofViolations(in: Set(rows.keys.map(\.table)), matching)
      }
      var doomed: Set<RowPlace> = []
      for (key, ids) in rows.sorted(by: { ($0.key.table, $0.key.id) < ($1.key.table, $1.key.id) }) {
        guard let index = contents.index(of: SQLName(key.table))
        else { continue }
        let table = contents.tables[index]
        let places = table.rows.indices.filter { row in
          table.rows[row].rowID.map { ids.contains($0) } ?? ids.contains(nil)
        }
        doomed.formUnion(places.map { RowPlace(table: index, row: $0) })
        guard let matching,
          let reference = table.layout.foreignKeys.first(where: { $0.id == key.id }),
          !matching.before.hasBrokenKey(like: reference, of: table.name)
        else { continue }
        // Plain rows fit a later key, so they are orphans only if their parents were removed after
        // a failure.
        let violating = places.filter {
          generator.valueClass == .odd || isRetry
            || !matching.wasOrphan(RowPlace(table: index, row: $0), of: reference)
        }
        guard let first = violating.first else { continue }
        let before = try self.rows(
          violating: key, RowPlace(table: index, row: first), matching, &reduction)
        report.findings.append(
          GeneratedFinding(
            .violations(
              table: key.table, columns: reference.originColumns,
              parent: reference.destinationTable, count: violating.count),
            of: statements.identifier, statement: causes[key.table],
            before: before ?? [table.example(first)], isRepeatable: before != nil))
      }
      guard !doomed.isEmpty else { return }
      let written = Set(doomed.map { contents.tables[$0.table].name })
      try scratch.access { db in
        try db.delete(doomed, of: contents)
        contents = try reader.contents(db, schema, written: written)
      }
      self.written?.formUnion(written)
      tables = contents.children(of: written)
    }
  }
}
