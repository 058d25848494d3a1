import MigratorTestSupport
import Testing

@testable import MigratorEngine

/// Compares the scoped check and the in-memory proof by keys with `PRAGMA foreign_key_check`.
///
/// The databases and migrations are random.
struct CheckPropertyTests {
  /// Fewer cases per part would not cover every kind of case.
  private static let caseCount = 200

  @Test(arguments: 0..<2)
  func `a scoped check gives the same result as a full check`(part: Int) throws {
    var tally = CheckComparison.AtomicCounter()
    for seed in RandomCases(Self.caseCount, part: part) {
      try CheckComparison(seed: seed).run(&tally) { $0 }
    }
    #expect(tally.problems.isEmpty, "\(tally.problems.prefix(3).joined(separator: "\n\n"))")
    // Proves that every kind of case was compared.
    #expect(tally.migrations >= Self.caseCount)
    #expect(
      tally.violated > 0 && tally.mismatched > 0 && tally.scoped > 0 && tally.proven > 0
        && tally.rows > 0 && tally.grown > 0 && tally.searched > 0)
  }

  @Test func `the comparison of checks fails if a check ignores a kind of change`() throws {
    // Each mutation starts with a seed that currently detects it, then tries the following ones.
    let mutations: [(String, UInt64, (AuthorizerEvent) -> AuthorizerEvent?)] = [
      ("deletes", 240, { if case .delete = $0 { nil } else { $0 } }),
      ("inserts", 3, { if case .insert = $0 { nil } else { $0 } }),
      ("updates", 467, { if case .update = $0 { nil } else { $0 } }),
    ]
    for (name, first, mutation) in mutations {
      var tally = CheckComparison.AtomicCounter()
      var seed = first
      while tally.problems.isEmpty && seed < first + 2000 {
        try CheckComparison(seed: seed).run(&tally, seeing: mutation)
        seed += 1
      }
      #expect(!tally.problems.isEmpty, "forgetting \(name) is not noticed")
    }
  }
}

struct CheckComparison {
  struct AtomicCounter {
    var migrations = 0
    var scoped = 0
    var proven = 0
    var rows = 0
    var grown = 0
    var searched = 0
    var violated = 0
    var mismatched = 0
    var problems: [String] = []
  }

  /// A row that SQLite reports: table, rowid, parent.
  private struct Report: Hashable {
    let table: SQLName
    let rowID: Int64?
    let parent: SQLName
  }

  private struct Place: Hashable {
    let table: SQLName
    let id: Int

    init(table: SQLName, id: Int) {
      self.table = table
      self.id = id
    }

    init(_ violation: ForeignKeyViolation) {
      self.init(table: SQLName(violation.originTable), id: violation.foreignKeyId)
    }
  }

  private enum Oracle {
    case rows([ForeignKeyViolation])
    case mismatch
  }

  let seed: UInt64

  func run(
    _ tally: inout AtomicCounter, seeing filter: @escaping (AuthorizerEvent) -> AuthorizerEvent?
  ) throws {
    var world = RandomDatabase(seed: seed)
    var tuning = CheckTuning()
    // Uses the algorithms for large tables even on the smallest ones.
    tuning.smallCount = world.chance(0.9) ? 0 : 3
    tuning.kiloStepsPerTable = world.chance(0.3) ? 1000 : 0
    tuning.parentsPerChild = 1_000_000
    if world.chance(0.05) { tuning.byteLimit = 64 }
    if world.chance(0.2) { tuning.rowLimit = 2 }
    try DatabaseQueue().writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      for sql in world.setUp() { try? db.execute(sql: sql) }
      try clean(db, &world)
      let session = ForeignKeyCheckSession(tuning: tuning)
      if world.chance(0.9) { _ = try session.takeCensus(db) }
      for _ in 0..<4 {
        let enforced = world.chance(0.25)
        try db.execute(sql: "PRAGMA foreign_keys = \(enforced ? "ON" : "OFF")")
        let statements = world.migration()
        try db.execute(sql: "BEGIN IMMEDIATE")
        try session.begin(db)
        // As in a reported step: tables that only grew are noted, unless a statement fails.
        let counter = RowChangeCounter()
        let trace = SchemaTrace(
          shadows: try db.schemaSnapshot().shadows, counter: counter, endsAtFailure: true,
          isInTransaction: { db.isInsideTransaction })
        let authorizer = Authorizer { event in
          if let event = filter(event) { session.note(event) }
          trace.note(event)
          return .allow
        }
        let touched = session.touchedTables
        let counts = world.chance(0.7)
        var isFailed = false
        session.watch(db, by: authorizer) {
          db.followed(from: SchemaTrace.openings, by: { trace.follow($0) }) {
            db.counted(by: counts ? counter : nil) {
              for sql in statements {
                do { try db.execute(sql: sql) } catch { isFailed = true }
              }
            }
          }
        }
        if counts, !isFailed {
          let grown = trace.insertOnlyTables.subtracting(touched)
          tally.grown += grown.count
          session.note(grown: grown)
        }
        guard db.isInsideTransaction else { return }
        tally.migrations += 1
        let scope = try session.scope(db)
        if let problem = try compare(scope, session, db, &tally) {
          tally.problems.append("seed \(seed): \(problem)\n\(statements.joined(separator: ";\n"))")
          return try db.rollback()
        }
        switch world.pick([0, 0, 0, 1, 2]) {
        case 0: try session.settle(ViolationCensus(db), scope, db)
        case 1: break  // Committed without a check.
        default:
          try db.execute(sql: "ROLLBACK")
          session.forget()
          _ = try session.takeCensus(db)
          continue
        }
        try db.execute(sql: "COMMIT")
      }
    }
  }

  /// Removes most violations, so that most databases start clean.
  private func clean(_ db: Database, _ world: inout RandomDatabase) throws {
    if world.chance(0.15) { return }
    for _ in 0..<6 {
      switch try oracle(db) {
      case .mismatch:
        // Drops each table that SQLite cannot check.
        let tables = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%REFERENCES%'"
        )
        for table in tables {
          let name = table.quotedDatabaseIdentifier
          do {
            _ = try db.makeStatement(sql: "PRAGMA main.foreign_key_check(\(name))")
          } catch {
            try? db.execute(sql: "DROP TABLE main.\(name)")
          }
        }
      case .rows(let rows):
        if rows.isEmpty { return }
        for row in rows {
          let name = row.originTable.quotedDatabaseIdentifier
          if let rowID = row.originRowID {
            try? db.execute(sql: "DELETE FROM \(name) WHERE rowid = \(rowID)")
          } else {
            try? db.execute(sql: "DELETE FROM \(name)")
          }
        }
      }
    }
  }

  private func oracle(_ db: Database) throws -> Oracle {
    do {
      return .rows(try Array(db.foreignKeyViolations()))
    } catch let error as DatabaseError
      where (error.message ?? "").hasPrefix("foreign key mismatch")
    {
      return .mismatch
    }
  }

  private func compare(
    _ scope: CheckScope, _ session: ForeignKeyCheckSession, _ db: Database,
    _ tally: inout AtomicCounter
  ) throws -> String? {
    if seed % 3 == 0, let problem = try compareFinders(session, db, &tally) { return problem }
    let isProven = try session.isProvenClean(scope, db)
    let others = scope.others ?? ViolationCensus()
    if scope.others != nil { tally.scoped += 1 }
    tally.rows += scope.rowSuspects.count { !$0.rows.isEmpty }
    if isProven && !scope.suspects.isEmpty { tally.proven += 1 }
    switch try oracle(db) {
    case .mismatch:
      tally.mismatched += 1
      return isProven && others.isEmpty ? "a mismatch is taken for clean" : nil
    case .rows(let rows):
      if !rows.isEmpty { tally.violated += 1 }
      if rows.isEmpty && !(isProven && others.isEmpty) { return "clean, but not proven" }
      let checked = scope.suspects + scope.rowSuspects.map(\.key)
      let suspects = Set(checked.map { Place(table: $0.tableKey, id: $0.id) })
      let found = rows.filter { suspects.contains(Place($0)) }
      if isProven && !found.isEmpty { return "proven, but violated: \(found)" }
      let rest = rows.filter { !suspects.contains(Place($0)) }
      return multiset(rest) == multiset(others) ? nil : "others: \(rest), known: \(others)"
    }
  }

  /// A finder that skips proven tables and looks up rows by their parents' keys finds the same rows
  /// in the same order.
  private func compareFinders(
    _ session: ForeignKeyCheckSession, _ db: Database, _ tally: inout AtomicCounter
  ) throws -> String? {
    func found(_ finder: ViolationFinder) throws -> [String] {
      var found: [String] = []
      try finder.forEach {
        found.append("\($0.violation) \($0.rowKey) \($0.problem)")
        return true
      }
      return found
    }
    let all = try found(ViolationFinder(db))
    let proof = try ForeignKeyCheckSession(tuning: session.tuning).proofByTable(db)
    var searched = 0
    let few = try found(
      ViolationFinder(db) { table in
        let known = try proof(table)
        if case .found = known { searched += 1 }
        return known
      })
    tally.searched += searched
    return all == few ? nil : "found \(few), where all are \(all)"
  }

  private func multiset(_ rows: [ForeignKeyViolation]) -> [Report: Int] {
    rows.reduce(into: [:]) { counts, row in
      let report = Report(
        table: SQLName(row.originTable), rowID: row.originRowID,
        parent: SQLName(row.destinationTable))
      counts[report, default: 0] += 1
    }
  }

  private func multiset(_ census: ViolationCensus) -> [Report: Int] {
    census.rows.reduce(into: [:]) { counts, entry in
      for (row, count) in entry.value.counted {
        var rowID: Int64?
        if case .rowID(let id) = row.key { rowID = id }
        let report = Report(
          table: entry.key.originKey, rowID: rowID, parent: entry.key.destinationKey)
        counts[report, default: 0] += count
      }
    }
  }
}
