import MigrationConsole
import MigratorEngine
import MigratorSchema
import MigratorSession

/// The schema before and after a migration: the differences, and a diagram of the tables.
struct SchemaPart {
  let step: StepReport
  /// The position of the migration in the page.
  let place: Int

  var part: HTML {
    let changes = step.changes.changes
    guard !changes.isEmpty else { return HTML() }
    let shown = changes.prefix(PageLimits.objects)
    let rest = changes.count - shown.count
    return """
      <h4>Schema before and after</h4>
      \(shown.map(object))\(HTML.omitted(rest, "\(Format.count(rest, "more object"))."))\(diagram)
      """
  }

  private func object(_ change: SchemaChange) -> HTML {
    let (word, look) = change.sign.words
    let note: HTML = change.isTextOnly ? " (same meaning)" : HTML()
    let lines = change.lineDiff.lines
    let shown = lines.prefix(PageLimits.differences).map(Self.line)
    let rest = lines.count - shown.count
    let details = change.details.prefix(PageLimits.differences).map {
      "<li>\($0.line)</li>" as HTML
    }
    let list: HTML = details.isEmpty ? HTML() : "<ul class=\"effects\">\n\(details)</ul>\n"
    return """
      <p><b class="\(look)">\(change.sign.rawValue) \(word)</b> \(change.object.kindWords) <b>\(change.name)</b>\(note)</p>
      \(list)<div class="diff"><code>\(HTML(shown, separator: ""))</code></div>
      \(HTML.omitted(rest, "\(Format.count(rest, "more line"))."))
      """
  }

  private static func line(_ line: LineDiff.Line) -> HTML {
    switch line.kind {
    case .same: "<span>  \(HTML(line: line.text))</span>"
    case .removed: "<span class=\"removed\">- \(HTML(line: line.text))</span>"
    case .added: "<span class=\"added\">+ \(HTML(line: line.text))</span>"
    }
  }

  /// The changed tables and those that foreign keys connect with them.
  private var diagram: HTML {
    let schema = step.schemaAfter.filtered(.userObjects)
    let graph = SchemaGraph(schema, marking: step.changes)
    let changed = graph.tables.indices.filter { graph.tables[$0].sign != nil }
    let keys = graph.foreignKeys.filter { $0.sign != nil }.flatMap { [$0.origin, $0.destination] }
    let core = changed + keys
    guard !core.isEmpty else { return HTML() }
    let cores = Set(core)
    let near = graph.foreignKeys.flatMap { key -> [Int] in
      cores.contains(key.origin) || cores.contains(key.destination)
        ? [key.origin, key.destination] : []
    }
    var kept = Set<Int>()
    for table in core + near where kept.count < PageLimits.tables { kept.insert(table) }
    let all = cores.union(near)
    let name = step.identifier
    let picture = DiagramPicture(
      of: graph.part(kept), caption: "Changed tables and their keys",
      columnLimit: PageLimits.columns)
    let rest = all.count - kept.count
    return """
      <h4>Tables and keys after \(name)</h4>
      <figure><div class="wide" tabindex="0" role="region" aria-label="Diagram">
      \(HTML(picture, arrow: "arrow\(place)"))</div></figure>
      \(HTML.omitted(rest, "\(Format.count(rest, "more table"))."))
      """
  }
}

extension SchemaChangeDescription.Sign {
  /// The word for the change, and the class in the style sheet.
  fileprivate var words: (word: HTML, look: HTML) {
    switch self {
    case .added: ("added", "added")
    case .removed: ("removed", "removed")
    case .changed: ("changed", "changed")
    }
  }
}
