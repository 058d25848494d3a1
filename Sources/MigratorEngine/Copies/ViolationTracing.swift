internal import MigratorSQLite
internal import MigratorSchema

/// Finds out which statements of a migration made its violations: runs it again on the copy that it
/// failed on, looks after each statement, and takes all of it back.
struct ViolationTracing {
  /// How long it may take: a person waits for it.
  private static let limit = Duration.seconds(5)
  /// How many violations of one moment are kept.
  private static let largestCensus = 10_000

  private struct Moment {
    let census: ViolationCensus
    /// How much was done to the schema so far.
    let eventCount: Int
  }

  private let db: Database
  private let statements: [ScriptStatement]

  /// Prepares for a migration; `nil` where nothing can be told: it is code, or would reach beyond the
  /// copy.
  init?(_ migration: Migration, on db: Database) {
    guard !migration.runsOutsideTransaction, let statements = try? migration.script?.statements(),
      !statements.contains(where: { SQLName(String($0.sql.prefix(6))) == "ATTACH" })
    else { return nil }
    self.db = db
    self.statements = statements
  }

  /// Returns the violations with the statements that made them, as far as that is found out in time.
  func traced(
    _ violations: [ViolationDetail], cancellation: Cancellation?
  ) -> [ViolationDetail] {
    let monitor = ProgressMonitor(until: .now + Self.limit, or: cancellation)
    var violations = violations
    // What cannot be found out is not told.
    try? db.monitored(by: monitor) {
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.inTransaction(.immediate) {
        try trace(&violations)
        return .rollback
      }
    }
    return violations
  }

  private func trace(_ violations: inout [ViolationDetail]) throws {
    let none = try ShadowTables(tables: [])
    let trace = SchemaTrace(shadows: none, counter: nil) { true }
    var moments: [Moment] = []
    try db.followed(from: SchemaStatement.openings, by: { trace.follow($0) }) {
      for statement in statements {
        try db.run(statement)
        let census = try ViolationCensus(db)
        guard census.count <= Self.largestCensus else {
          throw DatabaseError(resultCode: .SQLITE_TOOBIG)
        }
        moments.append(Moment(census: census, eventCount: trace.events.count))
      }
    }
    // Under the names that their tables have in the end.
    let events = trace.events
    let followed = moments.map { $0.census.followed(through: Array(events[$0.eventCount...])) }
    let wanted = Dictionary(
      violations.enumerated().map { ($1.violation, $0) }, uniquingKeysWith: { first, _ in first })
    try ViolationFinder(db, tellsReferences: true).forEach { finding in
      if let index = wanted[finding.violation] {
        // It was not there before the first of the statements after which it always was.
        let last = followed.lastIndex { $0.count(of: finding) == 0 }
        violations[index].madeBy = statements[last.map { $0 + 1 } ?? 0].location
      }
      return true
    }
  }
}
