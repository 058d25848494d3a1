internal import MigratorSQLite
internal import MigratorSchema

/// Finds the statements of a migration that caused its violations.
///
/// Runs the migration again on the copy on which it failed, checks after each statement, and rolls
/// back.
struct ViolationTracing {
  /// The time limit, which is short because a user is waiting.
  private static let limit = Duration.seconds(5)
  private static let largestCensus = 10_000

  private struct Moment {
    let census: ViolationCensus
    let eventCount: Int
  }

  private let db: Database
  private let statements: ScriptStatements

  /// Prepares for a migration; `nil` if it is code, runs outside a transaction, or attaches files.
  init?(_ migration: Migration, on db: Database) {
    guard !migration.runsOutsideTransaction, let statements = try? migration.script?.statements(),
      !statements.contains(where: { SQLName(String($0.sql.prefix(6))) == "ATTACH" })
    else { return nil }
    self.db = db
    self.statements = statements
  }

  /// Returns the violations, with the statements that caused them if these are found in time.
  func traced(
    _ violations: [ViolationDetail], cancellation: Cancellation?
  ) -> [ViolationDetail] {
    let monitor = ProgressMonitor(until: .now + Self.limit, or: cancellation)
    var violations = violations
    // On an error, the remaining violations have no statement.
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
    // Map each census to the final names of the tables.
    let events = trace.events
    let followed = moments.map { $0.census.followed(through: Array(events[$0.eventCount...])) }
    let wanted = Dictionary(
      violations.enumerated().map { ($1.violation, $0) }, uniquingKeysWith: { first, _ in first })
    try ViolationFinder(db, recordsReferences: true).forEach { finding in
      if let index = wanted[finding.violation] {
        // The cause is the statement after the last moment without the violation.
        let last = followed.lastIndex { $0.count(of: finding) == 0 }
        violations[index].causedBy = statements[last.map { $0 + 1 } ?? 0].location
      }
      return true
    }
  }
}
