import MigratorEngine
import MigratorPlatform
import MigratorSession
import MigratorSQLite

/// A report as one page of HTML that needs no network and no scripts.
///
/// Findings come first, then each migration with its SQL, the schema before and after, a diagram,
/// the changed rows, times and the digest that accepts its losses.
struct ReportPage {
  /// The name of the report: `Check of migrations`.
  let title: String
  /// The subject of the run: `a copy of app.sqlite`.
  let subject: String
  /// The findings, errors first.
  let findings: [CheckFinding]
  let dryRun: SessionDryRun?
  /// The pending migrations that were not reached.
  let untried: [String]
  /// Where the run ended before the last requested migration, if no finding reports it.
  let stop: PredictedStop?
  let notes: [String]
  /// Sentences about what the report does not cover.
  let limits: [String]

  /// The page, with the time at which it was written.
  func html(at time: String = Format.utc(Timestamp.now.text(digits: 0))) -> String {
    let parts = MigrationParts(self)
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <title>\(attribute: "\(title): \(verdict.words)")</title>
      <style>
      \(PageStyle.sheet)</style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>The migrations ran on \(subject).</p>
      <p class="verdict \(verdict.look)">\(verdict.sign) \(verdict.words)</p>
      \(facts(time))</header>
      <main>
      \(FindingParts(findings: findings, parts: parts, steps: parts.byName).section)\(parts.sections)</main>
      <footer>
      \(limits.map { "<p>\($0)</p>" as HTML })<p>Written by \(ProgramName.text) \(Version.text), SQLite \(SQLiteLibrary.version).</p>
      </footer>
      </body>
      </html>

      """
    return page.markup
  }

  private func facts(_ time: String) -> HTML {
    let steps = dryRun?.report.steps ?? []
    let failed = steps.count { $0.failure != nil }
    let blocked = steps.reduce(0) { $0 + $1.seconds }
    var facts: [HTML] = [
      "<li><b>\(steps.count - failed)</b> succeeded</li>", "<li><b>\(failed)</b> failed</li>",
      "<li><b>\(untried.count)</b> not tried</li>",
      "<li>Writers blocked for <b>\(Format.seconds(blocked))</b> in total</li>",
      "<li>Written <b>\(time)</b></li>",
    ]
    if let report = dryRun?.report, report.copiedBytes > 0 {
      facts.insert(
        "<li>Copied <b>\(Format.bytes(report.copiedBytes))</b> in \(Format.seconds(report.copySeconds))</li>",
        at: facts.count - 1)
    }
    return "<ul class=\"facts\">\n\(facts)</ul>\n"
  }

  /// The result in a few words, with a sign, so that color is not the only indication.
  var verdict: (look: HTML, sign: HTML, words: String) {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    let words = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { Format.count($0.0, $0.1) }.joined(separator: ", ")
    if errors > 0 { return ("error", "✖", words) }
    if let stop { return ("error", "✖", stop.message) }
    if warnings > 0 { return ("warning", "⚠", words) }
    if dryRun?.report.steps.isEmpty != false { return ("ok", "✔", "Nothing is pending") }
    return ("ok", "✔", "No errors and no warnings")
  }
}

extension ReportPage {
  /// Creates the page of a check.
  ///
  /// - Parameters:
  ///   - report: The findings, with the dry run.
  ///   - database: The path of the database that was copied, or `nil` for an empty one.
  init(_ report: CheckReport, of database: String?) {
    self.init(
      title: "Check of migrations",
      subject: database.map { "a copy of \($0)" } ?? "an empty database",
      findings: report.findings.filter { $0.severity != .off }.errorsFirst, dryRun: report.dryRun,
      untried: report.untried, stop: nil, notes: report.origin.notes,
      limits: database == nil
        ? [
          "Row changes were not checked: the database was empty. Digests depend on the rows, and are "
            + "not accepted on real data if the losses differ."
        ] : ["The database itself is unchanged."])
  }

  /// Creates the page of a dry run.
  init(_ text: DryRunText, of database: String, notes: [String]) {
    let report = text.dryRun.report
    self.init(
      title: "Dry run of migrations",
      subject: "\(report.form == .overlay ? "an overlay" : "a copy") of \(database)",
      findings: text.dryRun.findings.errorsFirst, dryRun: text.dryRun, untried: text.untried,
      stop: report.failure == nil ? text.stop : nil, notes: notes,
      limits: ["The database itself is unchanged."]
        + (report.isSearchedForDamage ? [] : ["The file was not checked for damage."]))
  }
}

extension [CheckFinding] {
  /// The findings by severity, errors first; those of equal severity keep their order.
  fileprivate var errorsFirst: [CheckFinding] {
    CheckFinding.Severity.allCases.sorted(by: >).flatMap { severity in
      filter { $0.severity == severity }
    }
  }
}
