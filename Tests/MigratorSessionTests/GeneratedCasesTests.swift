import MigratorEngine
import MigratorRows
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Good and bad migrations, each verified with rows in plain SQLite when it was written.
struct GeneratedCasesTests {
  /// Bad migrations that generated rows do not show yet, and why.
  private static let unseen: [String: String] = [:]

  /// Good migrations with a finding, and why.
  private static let accused: [String: String] = [:]

  private func check(
    _ sample: GeneratedCase, _ rowClass: GeneratedClass
  ) throws -> CheckReport {
    let folder = try TemporaryFolder()
    let migrations = try sample.write(to: folder)
    let database = try folder.makeDatabase("app.sqlite", sql: "")
    let source = ProjectSource(
      databasePath: database,
      request: ProjectDetection.Request(folder: migrations.map(folder.path)),
      currentFolder: folder.path("project"))
    return try MigrationSession(database: database, migrations: source).check(
      generating: GeneratedCheck.Options(rowClass: rowClass))
  }

  @Test(arguments: GeneratedCase.all.filter { $0.isBad && unseen[$0.name] == nil })
  func `a bad migration is reported for the right reason and fails on the printed rows`(
    sample: GeneratedCase
  ) throws {
    // Findings that need unlikely values are notes.
    let needsOdd = sample.expectations.contains { $0.severity == nil || $0.severity == "note" }
    let report = try check(sample, needsOdd ? .odd : .plain)
    let found = report.findings.map { finding in
      (finding.rule.rawValue, finding.file.map { String($0.split(separator: "/").last ?? "") })
    }
    #expect(!sample.expectations.isEmpty)
    for expected in sample.expectations {
      // A foreign key that SQLite cannot check stops the migration, if rows are checked.
      let rules = expected.rule == "broken" ? ["broken", "failed"] : [expected.rule]
      #expect(
        found.contains { rules.contains($0.0) && $0.1 == expected.file },
        "\(expected): \(report.findings.map { "\($0.rule) \($0.file ?? "") \($0.message)" })")
    }
    if sample.tool == nil { try expectFailures(of: sample, in: report) }
  }

  @Test(arguments: GeneratedCase.all.filter { !$0.isBad && accused[$0.name] == nil })
  func `a good migration causes neither errors nor warnings`(sample: GeneratedCase) throws {
    let report = try check(sample, .plain)
    let accusations = report.findings.filter { $0.severity > .note }
    #expect(
      accusations.isEmpty, "\(accusations.map { "\($0.rule) \($0.line ?? 0) \($0.message)" })")
    #expect(report.generated.map { $0.rowCount > 0 } == true)
  }

  /// Runs the printed rows and the migration in the sqlite3 shell.
  private func expectFailures(of sample: GeneratedCase, in report: CheckReport) throws {
    for finding in report.findings {
      guard case .generated(let generated) = finding.evidence,
        case .mayFail(let failure, _, _) = generated.kind,
        let index = sample.files.firstIndex(where: {
          $0.path.hasPrefix(generated.migration + ".")
        })
      else { continue }
      let folder = try TemporaryFolder()
      let earlier = sample.files[..<index].map(\.text).joined()
      // A migration may have inserted a row of the example itself.
      let rows = generated.before.map(\.insertStatement).joined(separator: "\n")
        .replacing("INSERT INTO", with: "INSERT OR IGNORE INTO")
      try folder.write("run.sql", "\(earlier)\n\(rows)\n")
      let setUp = try Program.run(
        ["sqlite3", "-bail", folder.path("a.db"), ".read \(folder.path("run.sql"))"])
      #expect(setUp.status == 0, "\(setUp.errors)\(rows)")
      let keys = sample.files[index].text.contains("foreign-keys immediate") ? "ON" : "OFF"
      try folder.write(
        "last.sql", "PRAGMA foreign_keys = \(keys);\n\(sample.files[index].text)")
      let outcome = try Program.run(
        ["sqlite3", "-bail", folder.path("a.db"), ".read \(folder.path("last.sql"))"])
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains(failure.message), "\(outcome.errors) \(failure.message)")
    }
  }
}
