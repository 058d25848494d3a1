internal import MigratorEngine
internal import MigratorSQLite
internal import SQLSyntax

/// Finds the rows on which a migration fails, by running it on subsets of the rows.
///
/// It keeps the largest set of rows found on which the migration succeeds. A row is rejected if the
/// migration fails on these rows together with it.
struct FailureSearch {
  /// A row on which the migration fails, with the failure.
  struct Rejection {
    let row: RowPlace
    let failure: MigrationFailure
  }

  let identifier: String
  let contents: DatabaseContents
  /// The database with ``contents``.
  let image: ScratchState.Image
  let migrations: ScratchMigrations
  let scratch: ScratchState
  let references: RowReferences
  let cancellation: Cancellation?

  /// The remaining number of runs.
  private(set) var budget: Int
  private(set) var kept: Set<RowPlace> = []
  private(set) var rejections: [Rejection] = []
  /// Rows that were not tried, because too many trials would have been needed.
  private(set) var untried: Set<RowPlace> = []

  init(
    _ identifier: String, _ contents: DatabaseContents, image: ScratchState.Image,
    _ migrations: ScratchMigrations, _ scratch: ScratchState, budget: Int,
    _ cancellation: Cancellation?
  ) {
    (self.identifier, self.contents, self.image) = (identifier, contents, image)
    (self.migrations, self.scratch, self.budget) = (migrations, scratch, budget)
    self.cancellation = cancellation
    references = RowReferences(contents)
  }

  /// Runs the search; returns false if the migration fails without any rows.
  mutating func run() throws -> Bool {
    let all = contents.rowPlaces
    let script = migrations.script(of: identifier)
    let search = WordSearch(Set(contents.tables.map(\.name)))
    let named = script.map { search.names(in: $0.text) } ?? []
    let suspects = references.withChildren(
      Set(all.filter { named.contains(contents.tables[$0.table].name) }))
    kept = Set(all).subtracting(suspects)
    var candidates = suspects
    if try failure(on: kept) != nil {
      candidates = Set(all)
      kept = []
      guard try failure(on: []) == nil else { return false }
    }
    // Try a whole table at a time: often only one table has such rows.
    let tables = Dictionary(grouping: candidates.sorted(), by: \.table)
    for table in order(of: tables.keys) { try grow(tables[table] ?? []) }
    try retryChildren()
    return true
  }

  /// Tries rows again whose parents had not been kept yet.
  ///
  /// The migration adds their foreign key, which no table declares yet.
  private mutating func retryChildren() throws {
    let early = rejections.filter { $0.failure.message.contains("FOREIGN KEY constraint failed") }
    guard !early.isEmpty else { return }
    let rows = Set(early.map(\.row))
    rejections.removeAll { rows.contains($0.row) }
    try grow(rows.sorted())
    let children = references.withChildren(rows).subtracting(rows)
    if !children.isEmpty { try grow(children.sorted()) }
  }

  /// The tables, parents first.
  private func order(of tables: some Sequence<Int>) -> [Int] {
    var done: [Int] = []
    var seen: Set<Int> = []
    func visit(_ table: Int) {
      guard seen.insert(table).inserted else { return }
      for key in contents.tables[table].layout.foreignKeys {
        if let parent = contents.index(of: SQLName(key.destinationTable)) { visit(parent) }
      }
      done.append(table)
    }
    for table in tables.sorted() { visit(table) }
    let wanted = Set(tables)
    return done.filter(wanted.contains)
  }

  private mutating func grow(_ candidates: [RowPlace]) throws {
    // A row whose parent is rejected cannot be kept.
    let candidates = candidates.filter { row in
      references.withParents([row]).subtracting(kept).isSubset(of: Set(candidates))
    }
    guard let first = candidates.first else { return }
    if budget <= 0 {
      untried.formUnion(candidates)
      return
    }
    guard let failure = try failure(on: kept.union(candidates)) else {
      kept.formUnion(candidates)
      return
    }
    if candidates.count == 1 {
      rejections.append(Rejection(row: first, failure: failure))
      return
    }
    let middle = candidates.count / 2
    try grow(Array(candidates[..<middle]))
    try grow(Array(candidates[middle...]))
  }

  /// Runs the migration on some of the rows.
  private mutating func failure(on rows: Set<RowPlace>) throws -> MigrationFailure? {
    try cancellation?.check()
    budget -= 1
    try scratch.restore(image)
    return try scratch.access(new: true) { db in
      try db.delete(contents.rowPlaces.filter { !rows.contains($0) }, of: contents)
      return try migrations.run(identifier, on: db, cancellation: cancellation).failure
    }
  }

  /// Finds a small set of rows, parents first, and determines whether the migration fails on it in
  /// the same way as on a rejected row.
  mutating func shrink(
    _ rejection: Rejection
  ) throws -> (rows: [RowPlace], isRepeatable: Bool) {
    let needed = references.withParents([rejection.row])
    func isSame(_ failure: MigrationFailure?) -> Bool {
      failure?.message == rejection.failure.message
        && failure?.location?.line == rejection.failure.location?.line
    }
    // Rows of the same table are the likely partners.
    let others = kept.subtracting(needed).sorted {
      ($0.table != rejection.row.table ? 1 : 0, $0) < ($1.table != rejection.row.table ? 1 : 0, $1)
    }
    let found = try PartnerSearch(references: references).fewRows(
      [rejection.row], others, while: { budget > 0 },
      { isSame(try failure(on: $0)) ? true : nil })
    return (references.parentsFirst(found?.rows ?? needed), found != nil)
  }
}
