import MigratorEngine
import MigratorSchema
import MigratorSession
import SQLSyntax

/// The migrations of a page: a list of all, then the details of each.
struct MigrationParts {
  private let page: ReportPage
  private let steps: [StepReport]
  private let scripts: [String: SQLScript]
  private let findings: [String: [CheckFinding]]
  private let digests: [String: AgreementDigest]
  private let agreements: [String: [Agreement]]
  /// The positions of the migrations that are shown with all details.
  private let shown: Set<Int>
  private let places: [String: Int]

  /// The reports by identifier.
  var byName: [String: StepReport] {
    Dictionary(steps.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  init(_ page: ReportPage) {
    self.page = page
    steps = page.dryRun?.report.steps ?? []
    scripts = (page.dryRun?.registered ?? []).reduce(into: [:]) { $0[$1.identifier] = $1.script }
    findings = Dictionary(grouping: page.findings.filter { $0.migration != nil }) {
      $0.migration ?? ""
    }
    digests = (page.dryRun?.digests ?? []).reduce(into: [:]) { $0[$1.migration] = $1 }
    agreements = Dictionary(grouping: page.dryRun?.agreements ?? [], by: \.migration)
    places = steps.enumerated().reduce(into: [:]) { $0[$1.element.identifier] = $1.offset }
    let (all, found) = (steps, findings)
    let order =
      all.indices.filter { found[all[$0].identifier] != nil }
      + all.indices.filter { found[all[$0].identifier] == nil }
    shown = Set(order.prefix(PageLimits.migrations))
  }

  /// The fragment of a finding's line, or of its migration; `nil` if the page shows neither.
  func target(of finding: CheckFinding) -> HTML? {
    guard let migration = finding.migration, let place = places[migration], shown.contains(place)
    else { return nil }
    guard let line = finding.line, let script = scripts[migration], script.file == finding.file
    else { return "m\(place)" }
    return "m\(place)-\(line)"
  }

  var sections: HTML {
    guard !steps.isEmpty || !page.untried.isEmpty || !page.notes.isEmpty else { return HTML() }
    let details = steps.indices.filter { shown.contains($0) }
    let rest = steps.count - details.count
    return """
      <section id="migrations" aria-labelledby="migrations-title">
      <h2 id="migrations-title">Migrations (\(Format.number(Int64(steps.count))))</h2>
      \(contents)\(details.map(section))\(HTML.omitted(rest, "The details of \(Format.count(rest, "more migration")) are not shown here."))\(untried)\(notes)</section>

      """
  }

  private var contents: HTML {
    guard steps.count > 1 else { return HTML() }
    let entries = steps.indices.prefix(PageLimits.contents).map { place -> HTML in
      let step = steps[place]
      let name: HTML =
        shown.contains(place)
        ? "<a href=\"#m\(place)\">\(step.identifier)</a>" : "\(step.identifier)"
      return "<li>\(status(of: step)) \(name)</li>"
    }
    let rest = steps.count - entries.count
    return """
      <nav aria-label="Migrations"><ul class="contents">
      \(entries)</ul></nav>
      \(HTML.omitted(rest, "\(Format.count(rest, "more migration"))."))
      """
  }

  /// The worst result of a migration, as a sign with a word.
  private func status(of step: StepReport) -> HTML {
    if step.failure != nil { return "<span class=\"tag error\">✖ failed</span>" }
    guard let worst = findings[step.identifier]?.map(\.severity).max(), worst > .note else {
      return "<span class=\"tag ok\">✔ ok</span>"
    }
    return worst.tag
  }

  private func section(_ place: Int) -> HTML {
    let step = steps[place]
    let found = findings[step.identifier] ?? []
    let script = scripts[step.identifier].map {
      ScriptPart(script: $0, findings: found, place: place).part
    }
    return """
      <section class="card migration" id="m\(place)" aria-labelledby="m\(place)-title">
      <h3 id="m\(place)-title">\(status(of: step)) \(step.identifier)</h3>
      \(facts(of: step))\(effects(of: step))\(consent(of: step))\(script ?? "<p>The migration is code in the app.</p>\n")\(SchemaPart(step: step, place: place).part)\(RowParts(step: step).part)</section>
      """
  }

  private func facts(of step: StepReport) -> HTML {
    let subject: HTML = step.failure == nil ? "Blocks writers for" : "Failed after"
    var facts: [HTML] = ["<li>\(subject) <b>\(Format.seconds(step.seconds))</b></li>"]
    if let count = step.statementCount {
      facts.append("<li><b>\(Format.count(count, "statement"))</b></li>")
    }
    if let space = step.space { facts.append("<li>File: <b>\(space.words)</b></li>") }
    if let digest = digests[step.identifier] {
      facts.append("<li>Digest <code>\(digest.words)</code></li>")
    }
    return "<ul class=\"facts\">\n\(facts)</ul>\n"
  }

  private func effects(of step: StepReport) -> HTML {
    // If its line is known, the failure is shown there.
    let failure: HTML =
      step.failure.flatMap {
        $0.fixLocation == nil ? "<p class=\"danger\">\($0.message)</p>\n" : nil
      } ?? HTML()
    let lines = step.lines()
    let shown = lines.prefix(PageLimits.effects)
    guard step.isKept || step.failure == nil, !lines.isEmpty else { return failure }
    let rest = lines.count - shown.count
    return """
      <h4>Effects</h4>
      \(failure)<ul class="effects">
      \(shown.map { "<li>\(HTML($0))</li>" as HTML })</ul>
      \(HTML.omitted(rest, "\(Format.count(rest, "more line"))."))
      """
  }

  private func consent(of step: StepReport) -> HTML {
    let needed = agreements[step.identifier] ?? []
    guard let digest = digests[step.identifier], !needed.isEmpty else { return HTML() }
    let isReported = findings[step.identifier]?.contains { $0.rule == .lostData } == true
    let state: HTML =
      isReported
      ? HTML()
      : "<p>No finding reports these losses, but a step on a database requires these options.</p>\n"
    return """
      <h4>Accept the losses</h4>
      \(state)\
      <p>To accept exactly this file with these losses:</p>
      \(Self.options([digest.words]))<p>To accept the same losses for any version of the file:</p>
      \(Self.options(needed.map(\.phrase)))
      """
  }

  /// The options, each of which is kept on one line in a narrow window.
  private static func options(_ words: [String]) -> HTML {
    let options = words.map { word -> HTML in
      "<span class=\"option\">\(Remedy.options(agreeing: [word]))</span>"
    }
    return "<code class=\"paste\">\(HTML(options, separator: " "))</code>\n"
  }

  private var untried: HTML {
    guard !page.untried.isEmpty else { return HTML() }
    let names = page.untried.prefix(PageLimits.contents).map { "<li>\($0)</li>" as HTML }
    let rest = page.untried.count - names.count
    let stop: HTML =
      page.stop.map { "<p>\($0.message)</p>\n<p>\($0.remedy.sentence)</p>\n" } ?? HTML()
    return """
      <h3>Not tried (\(page.untried.count))</h3>
      \(stop)<ul>
      \(names)</ul>
      \(HTML.omitted(rest, "\(Format.count(rest, "more migration"))."))
      """
  }

  private var notes: HTML {
    guard !page.notes.isEmpty else { return HTML() }
    let notes = page.notes.prefix(PageLimits.contents).map { "<li>\($0)</li>" as HTML }
    return "<h3>Notes</h3>\n<ul>\n\(notes)</ul>\n"
  }
}

extension HTML {
  /// Creates markup from a line, whose roles become classes.
  init(_ line: TextLine) {
    self = line.pieces.reduce(into: HTML()) { markup, piece in
      guard let look = piece.role.look else { return markup += HTML(piece.text) }
      markup += "<span class=\"\(look)\">\(piece.text)</span>"
    }
  }

  /// Joins markup with a separator.
  init(_ parts: [HTML], separator: HTML) {
    self = parts.enumerated().reduce(into: HTML()) { markup, part in
      if part.offset > 0 { markup += separator }
      markup += part.element
    }
  }

  static func + (first: HTML, second: HTML) -> HTML {
    var markup = first
    markup += second
    return markup
  }
}

extension TextLine.Role {
  /// The class in the style sheet; `nil` for normal text.
  fileprivate var look: HTML? {
    switch self {
    case .normal: nil
    case .heading: "heading"
    case .dim: "dim"
    case .ok, .added: "added"
    case .warning: "caution"
    case .danger: "danger"
    case .removed: "removed"
    case .changed: "changed"
    case .code: "code"
    }
  }
}
