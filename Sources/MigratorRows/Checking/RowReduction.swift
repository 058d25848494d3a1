internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

/// Finds a small set of rows that reproduces a finding about a migration.
///
/// Each trial runs the migration on some of the rows, so that the result is certain.
struct RowReduction {
  /// The rows, and the proof that was found with them.
  struct Result<Proof> {
    let rows: Set<RowPlace>
    let proof: Proof

    /// The place of a row, given its position among the result's rows of its table.
    func place(table: Int, row: Int) -> RowPlace {
      rows.filter { $0.table == table }.sorted()[row]
    }
  }

  let identifier: String
  let migrations: ScratchMigrations
  let scratch: ScratchState
  /// The database before the migration.
  let image: ScratchState.Image
  /// The rows of ``image``.
  let contents: DatabaseContents
  /// A reader that has read the tables after the migration.
  private let reader: ContentReader
  private lazy var emptyReader = reader.emptied
  /// The schema after the migration.
  let schema: SchemaSnapshot
  /// The tables whose definition the migration changes.
  private let changed: Set<SQLName>
  let cancellation: Cancellation?
  /// The remaining number of runs.
  private(set) var budget: Int
  private lazy var references = RowReferences(contents)

  /// The number of runs for one finding.
  private static let limit = 32

  init(
    _ statements: CausingStatements, _ contents: DatabaseContents, reader: ContentReader,
    schema: SchemaSnapshot, changed: Set<SQLName>, budget: Int, _ cancellation: Cancellation?
  ) {
    (identifier, migrations) = (statements.identifier, statements.migrations)
    (scratch, image) = (statements.scratch, statements.image)
    (self.contents, self.reader, self.schema) = (contents, reader, schema)
    self.changed = changed
    (self.budget, self.cancellation) = (budget, cancellation)
  }

  /// Finds a small set of rows, with their parents, that reproduces an effect.
  ///
  /// - Parameters:
  ///   - row: The affected row, or `nil` if it is not known.
  ///   - partners: Rows that may be needed with it; other rows of its table are tried next.
  ///   - proof: Returns the effect, or `nil`. Its arguments are the rows before and after the
  ///     migration, and the database.
  /// - Returns: The rows, or `nil` if no small set was found.
  /// - Throws: An error of the scratch database; SQLITE_INTERRUPT when canceled.
  mutating func reduce<Proof>(
    _ row: RowPlace?, partners: [RowPlace],
    _ proof: (DatabaseContents, DatabaseContents, Database) throws -> Proof?
  ) throws -> Result<Proof>? {
    guard budget > 0 else { return nil }
    let present = try scratch.image()
    defer { try? scratch.restore(present) }
    let end = max(0, budget - Self.limit)
    let first = Set([row].compactMap(\.self))
    let others = order(besides: references.withParents(first), row?.table, partners)
    let found = try PartnerSearch(references: references).fewRows(
      first, others, while: { budget > end }, { try run($0, proof) })
    return found.map { Result(rows: $0.rows, proof: $0.proof) }
  }

  /// The other rows: the likely partners, the rows of the table, those of tables that the migration
  /// names, and then the rest.
  private func order(
    besides needed: Set<RowPlace>, _ table: Int?, _ partners: [RowPlace]
  ) -> [RowPlace] {
    let first = partners.filter { !needed.contains($0) }
    let taken = needed.union(first)
    let search = WordSearch(Set(contents.tables.map(\.name)))
    let named = migrations.script(of: identifier).map { search.names(in: $0.text) } ?? []
    func rank(_ row: RowPlace) -> Int {
      row.table == table ? 0 : named.contains(contents.tables[row.table].name) ? 1 : 2
    }
    let rest = contents.rowPlaces.filter { !taken.contains($0) }
    return first + rest.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The rows as examples in an order in which they can be inserted, with `last` at the end unless
  /// others refer to it.
  mutating func examples(
    _ rows: Set<RowPlace>, last: RowPlace?
  ) -> (rows: [GeneratedFinding.ExampleRow], isLast: Bool) {
    let sorted = references.parentsFirst(rows, last: last)
    let withRowID = migrations.namesRowIDs(identifier)
    return (
      sorted.map { contents.tables[$0.table].example($0.row, withRowID: withRowID) },
      sorted.last == last
    )
  }

  private mutating func run<Proof>(
    _ rows: Set<RowPlace>,
    _ proof: (DatabaseContents, DatabaseContents, Database) throws -> Proof?
  ) throws -> Proof? {
    try cancellation?.check()
    guard budget > 0 else { return nil }
    budget -= 1
    try scratch.restore(image)
    return try scratch.access(new: true) { db in
      try db.delete(contents.rowPlaces.filter { !rows.contains($0) }, of: contents)
      let counter = RowChangeCounter()
      let ran = try db.counted(by: counter) {
        try migrations.run(identifier, on: db, cancellation: cancellation)
      }
      if ran.failure != nil { return nil }
      var reader = emptyReader
      let after = try reader.contents(
        db, schema, written: written(counter).map { $0.union(changed).union(tables(of: rows)) })
      return try proof(contents.keeping(rows), after, db)
    }
  }

  /// The tables whose rows the migration changed; `nil` if it may have changed others.
  private func written(_ counter: RowChangeCounter) -> Set<SQLName>? {
    migrations.enforcesForeignKeys(identifier)
      ? nil : counter.writtenTables(by: migrations.script(of: identifier)?.text)
  }

  private func tables(of rows: Set<RowPlace>) -> Set<SQLName> {
    Set(rows.map { contents.tables[$0.table].name })
  }
}
