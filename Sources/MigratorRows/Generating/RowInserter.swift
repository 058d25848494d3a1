internal import MigratorSQLite

/// Inserts single rows, and repairs those that SQLite rejects.
final class RowInserter {
  private let db: Database
  /// True if a constraint or a trigger may roll back the transaction.
  private let commitsEachRow: Bool
  private let ownsTransaction: Bool
  private var statement: (table: SQLName, statement: Statement)?
  private var sources: [SourceKey: CheckSource] = [:]
  private var random: SeededNumbers
  let cells: CellMaker

  /// The number of rows of each table.
  private(set) var counts: [SQLName: Int]
  private(set) var reasons: [SQLName: String] = [:]
  private var rejections: [SQLName: Rejection] = [:]
  private(set) var ownValues: Set<DatabaseValue>
  private var otherValues: Set<DatabaseValue> = []

  private struct SourceKey: Hashable {
    let table: SQLName
    let reason: String
  }

  private enum SearchResult {
    case inserted([GeneratedCell])
    case changed([GeneratedCell])
    case failed
  }

  /// The number of tries for a row, and for a row of a table that has rejected others.
  private static let tryLimits = (first: 400, later: 60)
  private var failedSearches: Set<SQLName> = []

  init(
    _ db: Database, cells: CellMaker, ownValues: Set<DatabaseValue>, counts: [SQLName: Int],
    commitsEachRow: Bool, ownsTransaction: Bool, seed: UInt64
  ) {
    (self.db, self.cells, self.ownValues, self.counts) = (db, cells, ownValues, counts)
    (self.commitsEachRow, self.ownsTransaction) = (commitsEachRow, ownsTransaction)
    random = SeededNumbers(seed: seed)
  }

  // MARK: Transaction

  func begin() throws {
    if ownsTransaction { try db.execute(sql: "BEGIN IMMEDIATE") }
    // Rows in a cycle refer to rows that are inserted later.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
  }

  // MARK: Insertion

  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - row: The values of its columns.
  ///   - fixed: The columns whose values must not change.
  ///   - searches: True to search for values that constraints accept.
  /// - Returns: The inserted values; `nil` if no row was inserted.
  /// - Throws: ``DatabaseError`` for an error that is not about the row.
  func insert(
    _ table: GeneratedTable, _ row: [GeneratedCell], fixed: Set<Int> = [], searches: Bool = true
  ) throws -> [GeneratedCell]? {
    var row = row
    var tries = 0
    var renewals = 0
    let limit =
      failedSearches.contains(table.name) && counts[table.name] ?? 0 > 0
      ? Self.tryLimits.later : Self.tryLimits.first
    while tries < limit {
      tries += 1
      guard let rejection = try attempt(table, row) else { return row }
      reasons[table.name] = rejection.text
      rejections[table.name] = rejection
      switch rejection {
      case .notNull(let name):
        if let position = table.position(of: name), row[position].value.isNull,
          !fixed.contains(position)
        {
          cells.fill(position, of: table, in: &row, choice: tries)
          if !row[position].value.isNull { continue }
        }
      case .unique(let names):
        renewals += 1
        if renewals <= 45, cells.renew(names, of: table, in: &row, fixed: fixed, attempt: renewals)
        {
          continue
        }
        return nil
      case .hopeless: return nil
      case .other("datatype mismatch"):
        if let position = table.rowIDColumn, !row[position].value.isNull, !fixed.contains(position)
        {
          row[position] = .null
          continue
        }
      case .check, .type, .other: break
      }
      guard searches else { return nil }
      switch try search(table, row, rejection, fixed: fixed, tries: &tries, limit: limit)
      {
      case .inserted(let row): return row
      case .changed(let changed): row = changed
      case .failed:
        failedSearches.insert(table.name)
        return nil
      }
    }
    failedSearches.insert(table.name)
    return nil
  }

  /// The reason why SQLite rejects a row; `nil` if the row was inserted.
  private func attempt(_ table: GeneratedTable, _ row: [GeneratedCell]) throws -> Rejection? {
    do {
      if statement?.table != table.name {
        statement = nil
        statement = (table.name, try db.makeStatement(sql: table.insertion))
      }
      try statement?.statement.execute(arguments: StatementArguments(row.map(\.value)))
    } catch let error as DatabaseError {
      guard let rejection = Rejection(error, table: table.name) else { throw error }
      if ownsTransaction, !db.isInsideTransaction { try begin() }
      return rejection
    }
    // A trigger with RAISE(IGNORE), or a constraint with ON CONFLICT IGNORE.
    if db.changesCount == 0 { return .other("the row is ignored") }
    counts[table.name, default: 0] += 1
    note(row)
    if commitsEachRow, ownsTransaction, !db.hasUnresolvedForeignKeys {
      try db.commit()
      try begin()
    }
    return nil
  }

  private func note(_ row: [GeneratedCell]) {
    for cell in row where !cell.isOwn && !cell.value.isNull {
      ownValues.remove(cell.value)
      otherValues.insert(cell.value)
    }
    for cell in row where cell.isOwn && !otherValues.contains(cell.value) {
      if !ownValues.insert(cell.value).inserted { ownValues.remove(cell.value) }
    }
  }

  // MARK: Search

  private func search(
    _ table: GeneratedTable, _ row: [GeneratedCell], _ rejection: Rejection, fixed: Set<Int>,
    tries: inout Int, limit: Int
  ) throws -> SearchResult {
    let source = source(rejection, table)
    var positions = source.columns.filter { !fixed.contains($0) }
    if case .type(let name) = rejection { positions = [table.position(of: name)].compactMap { $0 } }
    // A trigger may look up a value in another table.
    var found: [Candidate] = []
    if case .other = rejection { found = cells.values(namedIn: source.tokens, besides: table.name) }
    let candidates = positions.map { position in
      found
        + Candidate.all(
          for: position, of: table, in: source.tokens, facts: source.facts,
          columns: source.columns)
    }
    var fallback: [GeneratedCell]?
    func attemptChanges(_ changes: [(Int, Candidate)]) throws -> SearchResult? {
      var changed = row
      for (position, candidate) in changes {
        cells.apply(candidate, to: position, of: table, in: &changed)
      }
      tries += 1
      guard let result = try attempt(table, changed) else {
        for (position, candidate) in changes { cells.learn(candidate, for: position, of: table) }
        return .inserted(changed)
      }
      if result == rejection { return nil }
      reasons[table.name] = result.text
      // A rejection by another constraint is progress. A repeated value is only a last resort.
      if case .unique = result {
        fallback = fallback ?? changed
        return nil
      }
      if case .hopeless = result { return .failed }
      for (position, candidate) in changes { cells.learn(candidate, for: position, of: table) }
      return .changed(changed)
    }

    for branch in CheckBranches.all(source.tokens, of: table) where tries < limit {
      let changes = branch.filter { !fixed.contains($0.0) }
      if !changes.isEmpty, let result = try attemptChanges(changes) { return result }
    }
    for (position, all) in zip(positions, candidates) {
      for candidate in all where tries < limit {
        if let result = try attemptChanges([(position, candidate)]) { return result }
      }
    }
    if let fallback { return .changed(fallback) }
    for (first, second) in Self.pairs(positions.count) where tries < limit {
      for one in candidates[first].prefix(8) {
        for other in candidates[second].prefix(8) where tries < limit {
          let changes = [(positions[first], one), (positions[second], other)]
          if let result = try attemptChanges(changes) { return result }
        }
      }
    }
    if let fallback { return .changed(fallback) }
    while positions.count > 2, tries < limit {
      let changes = zip(positions, candidates).compactMap { position, all in
        all.prefix(6).randomElement(using: &random).map { (position, $0) }
      }
      if let result = try attemptChanges(changes) { return result }
    }
    return fallback.map { .changed($0) } ?? .failed
  }

  private static func pairs(_ count: Int) -> [(Int, Int)] {
    // Only a few columns are checked together; all pairs of many would exceed the limit.
    let count = min(count, 8)
    return (0..<count).flatMap { first in ((first + 1)..<max(count, first + 1)).map { (first, $0) }
    }
  }

  /// The columns of the constraint that rejected a row.
  func source(_ rejection: Rejection, _ table: GeneratedTable) -> CheckSource {
    let key = SourceKey(table: table.name, reason: rejection.text)
    if let source = sources[key] { return source }
    let source = CheckSource(rejection, of: table)
    sources[key] = source
    return source
  }

  /// The columns to which the last rejection of a row of a table refers.
  func suspects(in table: GeneratedTable) -> [Int] {
    rejections[table.name].map { source($0, table).columns } ?? []
  }

  /// True if a table is empty because no statement that writes to it can be compiled.
  func isBlocked(_ table: SQLName) -> Bool {
    guard case .hopeless? = rejections[table] else { return false }
    return counts[table] ?? 0 <= 0
  }

  func setReason(_ reason: String, for table: SQLName) { reasons[table] = reason }
  func removed(_ count: Int, from table: SQLName) { counts[table, default: 0] -= count }
}
