import MigratorEngine
import MigratorSession
import MigratorSQLite

/// The rows that a migration changed, in one table each, with the values before and after it.
struct RowParts {
  let step: StepReport

  var part: HTML {
    let lists = step.changedRows.filter { !$0.isEmpty }
    guard !lists.isEmpty else { return HTML() }
    let shown = lists.prefix(PageLimits.rowTables)
    let rest = lists.count - shown.count
    return """
      <h4>Changed rows</h4>
      \(shown.map(details))\(HTML.omitted(rest, "\(Format.count(rest, "more table"))."))
      """
  }

  /// The first rows of a table that were deleted or lost values.
  func examples(of list: ChangedRows) -> HTML {
    let lost = list.rows.filter { row in
      row.kind == .deleted
        || row.kind == .updated
          && row.values.contains { $0.difference != nil && $0.difference != .filled }
    }
    guard !lost.isEmpty else { return HTML() }
    return table(
      list, Array(lost.prefix(PageLimits.examples)),
      caption: "<caption>Examples of \(list.table)</caption>\n")
  }

  private func details(_ list: ChangedRows) -> HTML {
    guard !list.rows.isEmpty else {
      return "<p><b>\(list.table)</b>: \(list.summary)</p>"
    }
    let rows = list.rows.prefix(PageLimits.rows)
    let rest = Int(clamping: list.count) - rows.count
    let open: HTML = rows.count <= 20 ? " open=\"open\"" : HTML()
    return """
      <details\(open)><summary><b>\(list.table)</b>: \(list.summary)</summary>
      \(table(list, Array(rows)))\(HTML.omitted(rest, "\(Format.count(rest, "more row")) not shown here."))</details>
      """
  }

  private func table(_ list: ChangedRows, _ rows: [ChangedRow], caption: HTML = HTML()) -> HTML {
    let key = HTML(list.key.map { "\($0)" }, separator: ", ")
    return """
      <div class="wide" tabindex="0" role="region" aria-label="\(attribute: list.table)"><table>
      \(caption)<thead><tr><th scope="col">Change</th><th scope="col">\(key)</th>\
      <th scope="col">Values</th></tr></thead>
      <tbody>
      \(rows.map { row($0, in: list) })</tbody></table></div>

      """
  }

  private func row(_ row: ChangedRow, in list: ChangedRows) -> HTML {
    let cascade: HTML =
      row.isCascade == true
      ? "<span class=\"more\">\(ChangedRow.cascadeWords)</span>" : HTML()
    return """
      <tr><td class="change"><span class="\(row.kind.look)">\(row.kind.mark) \(row.kind.rawValue)</span>\(cascade)</td>\
      <th scope="row"><code>\(row.keyText)</code></th><td><code>\(values(of: row, in: list))</code></td></tr>
      """
  }

  private func values(of row: ChangedRow, in list: ChangedRows) -> HTML {
    let values = list.changedValues(of: row).filter {
      row.kind == .updated || !list.key.contains($0.column.name)
    }
    let shown = values.prefix(PageLimits.values).map { column, value -> HTML in
      let (before, after) = value.texts(upTo: 80)
      let note: HTML = value.words.isEmpty ? HTML() : " (\(value.words))"
      return switch row.kind {
      case .inserted: "\(column.name): <span class=\"added\">\(after ?? "")</span>"
      case .deleted: "\(column.name): <span class=\"removed\">\(before ?? "")</span>"
      case .updated:
        """
        \(column.name): <span class="removed">\(before ?? "none")</span> → \
        <span class="added">\(after ?? "none")</span>\(note)
        """
      }
    }
    let rest = values.count - shown.count
    return HTML(shown, separator: ", ")
      + (rest > 0 ? "… and \(Format.count(rest, "more value"))" : HTML())
  }
}

extension ChangedRow.Kind {
  /// The class in the style sheet.
  fileprivate var look: HTML {
    switch self {
    case .inserted: "added"
    case .deleted: "removed"
    case .updated: "changed"
    }
  }
}
