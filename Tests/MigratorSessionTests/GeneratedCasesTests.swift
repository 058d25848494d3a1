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
  func `a bad migration is found for the right reason`(sample: GeneratedCase) throws {
    // Findings that need unlikely values are notes.
    let needsOdd = sample.expectations.contains { $0.severity == "note" }
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
  }

  @Test(arguments: GeneratedCase.all.filter { !$0.isBad && accused[$0.name] == nil })
  func `a good migration has neither errors nor warnings`(sample: GeneratedCase) throws {
    let report = try check(sample, .plain)
    let accusations = report.findings.filter { $0.severity > .note }
    #expect(
      accusations.isEmpty, "\(accusations.map { "\($0.rule) \($0.line ?? 0) \($0.message)" })")
    #expect(report.generated.map { $0.rowCount > 0 } == true)
  }
}
