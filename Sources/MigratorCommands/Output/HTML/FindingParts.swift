import MigratorEngine
import MigratorSession

/// The findings of a page, each with its place, remedy and example rows.
struct FindingParts {
  let findings: [CheckFinding]
  let parts: MigrationParts
  let steps: [String: StepReport]

  var section: HTML {
    let shown = findings.prefix(PageLimits.findings)
    let rest = findings.count - shown.count
    let none: HTML = findings.isEmpty ? "<p>There are none.</p>\n" : HTML()
    return """
      <section id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Findings (\(Format.number(Int64(findings.count))))</h2>
      \(none)\(shown.map(card))\(HTML.omitted(rest, "\(Format.count(rest, "more finding")) not shown here; --json lists all."))</section>

      """
  }

  private func card(_ finding: CheckFinding) -> HTML {
    let remedy: HTML =
      finding.consent.map {
        "<p>Accepted in <code>\($0.file):\($0.line)</code>: \($0.reason)</p>\n"
      }
      ?? finding.remedy.map { "<p>\($0)</p>\n" } ?? HTML()
    return """
      <article class="card finding \(finding.severity.look)">
      <h3>\(finding.severity.tag) <b>\(finding.rule.rawValue)</b> \(place(of: finding))</h3>
      <p class="message">\(finding.message)</p>
      \(examples(of: finding))\(remedy)<p class="quiet">\(finding.rule.meaning)</p>
      </article>
      """
  }

  /// The file and line, as a link to the line if the page shows it.
  private func place(of finding: CheckFinding) -> HTML {
    var place = finding.file ?? finding.migration ?? ""
    if finding.file != nil, let line = finding.line {
      place += ":\(line)" + (finding.column.map { ":\($0)" } ?? "")
    }
    guard let target = parts.target(of: finding) else { return "<code>\(place)</code>" }
    return "<a href=\"#\(target)\"><code>\(place)</code></a>"
  }

  private func examples(of finding: CheckFinding) -> HTML {
    switch finding.evidence {
    case .failure(let failure):
      let rejected = failure.rejectedRows.map { list($0.lines) } ?? HTML()
      return rejected + violations(failure.violations)
    case .violations(_, let first):
      let new = finding.migration.flatMap { steps[$0] }?.newViolations ?? []
      return violations(new.isEmpty ? [first].compactMap(\.self) : new)
    case .dataLoss(let losses, _):
      guard let step = finding.migration.flatMap({ steps[$0] }) else { return HTML() }
      let tables = Set(losses.list(of: .data).compactMap(\.facts.table))
      return step.changedRows.filter { tables.contains($0.table) }
        .prefix(PageLimits.examples)
        .reduce(HTML()) { $0 + RowParts(step: step).examples(of: $1) }
    case .generated(let finding):
      let lines = finding.exampleLines.map { "<li><code>\($0)</code></li>" as HTML }
      return lines.isEmpty ? HTML() : "<ul class=\"effects\">\n\(lines)</ul>\n"
    default: return HTML()
    }
  }

  private func list(_ lines: [TextLine]) -> HTML {
    "<ul class=\"effects\">\n\(lines.map { "<li>\(HTML($0))</li>" as HTML })</ul>\n"
  }

  /// The rows that have no parent, as one table for each foreign key.
  private func violations(_ details: [ViolationDetail]) -> HTML {
    guard !details.isEmpty else { return HTML() }
    let rows = details.prefix(PageLimits.examples).map { detail -> HTML in
      let fields = detail.row.prefix(PageLimits.values).map { field -> HTML in
        "\(field.column): \(field.value.sqlLiteral)"
      }
      let values = fields.isEmpty ? "\(detail.description)" : HTML(fields, separator: ", ")
      return """
        <tr><td><code>\(detail.foreignKey.title)</code></td><td><code>\(values)</code></td></tr>
        """
    }
    let rest = details.count - rows.count
    return """
      <div class="wide" tabindex="0" role="region" aria-label="Example rows"><table>
      <caption>Rows without a parent</caption>
      <thead><tr><th scope="col">Foreign key</th><th scope="col">Row</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      \(HTML.omitted(rest, "At least \(Format.count(rest, "more row"))."))
      """
  }
}

extension CheckFinding.Severity {
  /// The class in the style sheet.
  var look: HTML {
    switch self {
    case .off: "off"
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  private var sign: HTML {
    switch self {
    case .off, .note: "ℹ"
    case .warning: "⚠"
    case .error: "✖"
    }
  }

  /// The severity with a sign.
  var tag: HTML { "<span class=\"tag \(look)\">\(sign) \(rawValue)</span>" }
}
