import MigratorEngine
import MigratorRows
import MigratorSQLite
import MigratorTestSupport
import Testing

/// Confirms findings about random migrations with SQLite, the printed rows and the scripts only.
struct CertainFindingPropertyTests {
  @Test func `the printed rows reproduce each reported finding`() throws {
    var tally = Tally()
    for seed in RandomCases(14) { try confirm(seed, &tally) }
    #expect(tally.problems.isEmpty, "\(tally.problems.prefix(3).joined(separator: "\n\n"))")
    // Proves that every kind of finding was confirmed, and that few were left out.
    #expect(
      tally.failures > 0 && tally.lostRows > 0 && tally.lostValues > 0 && tally.violations > 0,
      "\(tally)")
    #expect(
      tally.unrepeatable * 10 <= tally.failures + tally.lostRows + tally.lostValues
        + tally.violations, "\(tally)")
  }

  private struct Tally {
    var failures = 0
    var lostRows = 0
    var lostValues = 0
    var violations = 0
    var unrepeatable = 0
    var problems: [String] = []

    mutating func count(_ result: PlainRun.Result) {
      switch result {
      case .failed: failures += 1
      case .lostRows: lostRows += 1
      case .lostValue: lostValues += 1
      case .violated: violations += 1
      case .problem(let problem): problems.append(problem)
      }
    }
  }

  private func confirm(_ seed: UInt64, _ tally: inout Tally) throws {
    let scripts = RandomHistory(seed: seed).scripts
    var migrator = DatabaseMigrator()
    for (index, sql) in scripts.enumerated() {
      migrator.registerMigration("\(index)", script: SQLScript(file: "\(index).sql", text: sql))
    }
    for enforces in [false, true] {
      let report = try GeneratedCheck(
        migrator, configuration: Configuration(),
        options: GeneratedCheck.Options(seed: seed + 1, enforcesForeignKeys: enforces)
      ).run(reporting: Set(scripts.indices.map { "\($0)" }))
      for finding in report.findings {
        guard finding.isRepeatable == true else {
          if finding.isRepeatable == false { tally.unrepeatable += 1 }
          continue
        }
        guard let result = try PlainRun(scripts, finding, enforces: enforces).result() else {
          continue
        }
        guard case .problem(let problem) = result else {
          tally.count(result)
          continue
        }
        let rows = finding.before.map(\.insertStatement).joined(separator: "\n")
        tally.problems.append(
          "seed \(seed), keys \(enforces): \(problem)\n\(finding.kind)\n\(rows)\n"
            + scripts.joined(separator: "\n-- \n"))
      }
    }
  }
}

/// One run of the scripts on the rows of a finding.
private struct PlainRun {
  enum Result {
    case failed
    case lostRows
    case lostValue
    case violated
    case problem(String)
  }

  private let scripts: [String]
  private let finding: GeneratedFinding
  private let enforces: Bool

  init(_ scripts: [String], _ finding: GeneratedFinding, enforces: Bool) {
    (self.scripts, self.finding, self.enforces) = (scripts, finding, enforces)
  }

  /// The result, or `nil` for findings that are not certain.
  func result() throws -> Result? {
    guard let index = Int(finding.migration) else { return nil }
    let folder = try TemporaryFolder()
    return try DatabaseQueue(path: folder.path("app.sqlite")).writeWithoutTransaction { db in
      for script in scripts[..<index] { try run(script, enforces: false, db) }
      do {
        let rows = finding.before.map(\.insertStatement).joined(separator: "\n")
        try run("PRAGMA defer_foreign_keys = ON;\n\(rows)", enforces: true, db)
      } catch { return .problem("the rows are rejected: \(error)") }
      switch finding.kind {
      case .mayFail(let failure, _, _):
        do {
          try run(scripts[index], enforces: enforces, db)
          return .problem("it does not fail")
        } catch let error as DatabaseError {
          return error.message == failure.message ? .failed : .problem("it fails with \(error)")
        }
      case .loss(.rows, let table, _, _):
        let count = "SELECT count(*) FROM \(table)"
        let before = try Int.fetchOne(db, sql: count) ?? 0
        try run(scripts[index], enforces: enforces, db)
        let after = try Int.fetchOne(db, sql: count) ?? 0
        return after < before ? .lostRows : .problem("\(before) rows become \(after)")
      case .loss(_, let table, let column?, _):
        guard let row = finding.before.last, row.table == table,
          let place = row.columns.firstIndex(of: column)
        else { return .problem("the last row is not the one that loses the value") }
        let value = row.values[place]
        try run(scripts[index], enforces: enforces, db)
        let isFound = try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) IS ?)",
          arguments: [value])
        return isFound == false ? .lostValue : .problem("\(table).\(column) still has \(value)")
      case .violations(let table, _, _, _):
        try run(scripts[index], enforces: enforces, db)
        return try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\(table))") == nil
          ? .problem("no key is violated") : .violated
      default: return nil
      }
    }
  }

  private func run(_ script: String, enforces: Bool, _ db: Database) throws {
    try db.execute(sql: "PRAGMA foreign_keys = \(enforces ? "ON" : "OFF")")
    do {
      try db.execute(sql: "BEGIN IMMEDIATE;\n\(script)\nCOMMIT;")
    } catch {
      try? db.execute(sql: "ROLLBACK")
      throw error
    }
  }
}
