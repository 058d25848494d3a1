import MigratorSession
import SQLSyntax

/// The SQL of a migration with line numbers, and its findings below their lines.
struct ScriptPart {
  let script: SQLScript
  let findings: [CheckFinding]
  /// The position of the migration in the page.
  let place: Int

  var part: HTML {
    let lines = Self.lines(of: script.source)
    let marks = Dictionary(
      grouping: findings.filter { $0.file == script.file && $0.line != nil }
    ) { max(1, min($0.line ?? 1, lines.count)) }
    var shown = Set(1...max(1, min(lines.count, PageLimits.lines)))
    for line in marks.keys where line > PageLimits.lines {
      shown.formUnion(
        (line - PageLimits.context)...min(line + PageLimits.context, lines.count))
    }
    var items: [HTML] = []
    var last = 0
    for number in shown.sorted() where number <= lines.count {
      if number > last + 1 { items.append(Self.gap(number - last - 1)) }
      items.append(item(number, lines[number - 1], marks[number] ?? []))
      last = number
    }
    if last < lines.count { items.append(Self.gap(lines.count - last)) }
    return """
      <h4>SQL: <code>\(script.file)</code></h4>
      <ol class="sql">
      \(items)</ol>

      """
  }

  private func item(_ number: Int, _ line: String, _ findings: [CheckFinding]) -> HTML {
    guard let worst = findings.map(\.severity).max() else {
      return "<li><span class=\"n\">\(number)</span><code>\(HTML(line: line))</code></li>"
    }
    let notes = findings.prefix(PageLimits.examples).map { finding -> HTML in
      """
      <p class="at \(finding.severity.look)">\(finding.severity.tag) <b>\(finding.rule.rawValue)</b> \
      \(finding.message)</p>
      """
    }
    let look: HTML = worst == .error ? "marked" : "marked w"
    let rest = findings.count - notes.count
    return """
      <li id="m\(place)-\(number)"><span class="n">\(number)</span>\
      <code class="\(look)">\(HTML(line: line))</code>
      \(notes)\(HTML.omitted(rest, "\(Format.count(rest, "more finding"))."))</li>
      """
  }

  private static func gap(_ count: Int) -> HTML {
    "<li class=\"gap\">… \(Format.count(count, "line")) not shown</li>"
  }

  /// The lines; each ends with LF or CR LF.
  private static func lines(of text: String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
