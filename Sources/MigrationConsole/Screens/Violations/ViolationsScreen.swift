import MigratorEngine
import MigratorSession
import TerminalUI

/// Rows whose foreign key finds no parent: those found so far, grouped by foreign key, and how far the
/// search is.
struct ViolationsScreen: ConsoleScreen {
  /// What the detail is about.
  struct Subject: Sendable, Hashable {
    var generation: Int
    var row: Row?
  }

  /// How far the search is.
  enum Search: Sendable, Hashable {
    /// Not begun.
    case idle
    /// Searching the given table; the name is empty until the first one is known.
    case running(table: String, index: Int, count: Int, startedAt: Double)
    /// All tables were searched.
    case complete(seconds: Double)
    /// The operator stopped it.
    case stopped
    /// It failed.
    case failed(String)
  }

  /// The violations of one foreign key.
  struct Group: Sendable {
    /// The foreign key.
    var key: ForeignKeyDescription
    /// The violations that are listed.
    var violations: [ViolationDetail] = []
    /// How many more were found than are listed.
    var unlisted = 0
    /// How many were found.
    var count: Int { violations.count + unlisted }
    /// Whether SQLite cannot check the key, so that nobody knows which rows break it.
    var isUnchecked: Bool { violations.first?.problem.isUnchecked ?? false }
    /// How many of those that are listed the filter leaves.
    var matching = 0
    /// What would mend all of them, once that is known.
    var remedies: [GroupRemedy] = []
    /// Whether only the group's line is shown, as somebody chose it.
    var folding: Bool?
    /// Whether only the group's line is shown: where there are many, until somebody unfolds them.
    var isFolded: Bool { folding ?? (count > ViolationsScreen.shownUnfolded) }
  }

  /// A line of the list.
  enum Row: Sendable, Hashable {
    /// The line of a group.
    case group(Int)
    /// The line of a violation: its group and its place there.
    case violation(Int, Int)
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Int>?
  /// The groups in the order in which they were found.
  var groups: [Group] = []
  /// The lines of the list, as folding and filter leave them.
  var rows: [Row] = []
  /// How far the search is.
  var search = Search.idle
  /// The generation of the search, whose messages count.
  var generation = 0
  /// The state of the file that was searched, once it is known.
  var searched: DatabaseFingerprint?
  /// The place in the list, and what was folded, before a search that began by itself.
  var resumed: (place: Int, folding: [ForeignKeyDescription: Bool])?
  /// A group with more rows than these begins folded.
  static let shownUnfolded = 10
  /// Whether the file changed since the search began.
  var isStale = false
  /// Why the search failed, so that what it found may be none; `nil` where it did not.
  var failure: String? {
    if case .failed(let message) = search { message } else { nil }
  }
  /// How many violations were found beyond those that are listed.
  var unlisted: Int { groups.reduce(0) { $0 + $1.unlisted } }

  /// How many violations were found.
  var count: Int { groups.reduce(0) { $0 + ($1.isUnchecked ? 0 : $1.count) } }
  /// How many foreign keys SQLite cannot check.
  private var uncheckedCount: Int { groups.count(where: \.isUnchecked) }

  /// How many were found, in words.
  private var found: String {
    "\(Format.number(Int64(count))) found"
      + (uncheckedCount > 0
        ? ", \(Format.count(uncheckedCount, "foreign key")) cannot be checked" : "")
  }

  /// Makes the rows of the list anew.
  ///
  /// - Complexity: O(*n*) for *n* violations found so far.
  mutating func arrange() {
    rows = []
    let search = narrowing
    for groupIndex in groupsInOrder {
      let group = groups[groupIndex]
      var shown: [Row] = []
      for (index, violation) in group.violations.enumerated()
      where search.matches([violation.description]) {
        shown.append(.violation(groupIndex, index))
      }
      groups[groupIndex].matching = shown.count
      guard panes.filter.isEmpty || !shown.isEmpty else { continue }
      rows.append(.group(groupIndex))
      // What a filter found is to be seen.
      if !group.isFolded || !panes.filter.isEmpty { rows += shown }
    }
  }

  /// The places of the groups, in the order that was chosen.
  private var groupsInOrder: [Int] {
    let places = Array(groups.indices)
    switch panes.order {
    case 1:
      return places.sorted { one, other in
        let (first, second) = (groups[one].key.originTable, groups[other].key.originTable)
        return first == second ? one < other : first < second
      }
    case 2:
      return places.sorted { one, other in
        let (first, second) = (groups[one].count, groups[other].count)
        return first == second ? one < other : first > second
      }
    default: return places
    }
  }

  func orders(in scene: Scene) -> [String] { ["as found", "by table", "most rows first"] }

  // MARK: Rows

  var title: String { "Violations" }
  var help: String {
    "rows whose foreign key finds no parent, grouped by foreign key."
  }
  var hasWideRows: Bool { true }
  func badge(in scene: Scene) -> String? {
    guard count + uncheckedCount > 0 else { return nil }
    let isDoubtful = isStale || failure != nil
    return Format.number(Int64(count)) + (uncheckedCount > 0 ? "!" : "") + (isDoubtful ? "?" : "")
  }
  func count(in scene: Scene) -> Int { rows.count }

  func found(_ search: WordSearch, in scene: Scene) -> [Int] {
    rows.indices.filter { place in
      guard case .violation(let group, let index) = rows[place] else { return false }
      return search.matches([groups[group].violations[index].description])
    }
  }

  /// The selected row.
  var selected: Row? { rows[safe: panes.list.selection] }

  func lines(_ range: Range<Int>, in scene: Scene, width: Int) -> [StyledLine] {
    let seen = rows[range]
    let widths = widths(of: seen, in: scene, width: width)
    return seen.map { line($0, widths: widths, width: width, in: scene) }
  }

  func emptyText(in scene: Scene) -> String {
    switch search {
    case .idle: "Reading…"
    case .running(let table, _, _, _):
      table.isEmpty ? "Reading…" : "Searching \(table)… None found so far."
    case .complete where isStale:
      "There were none before the file changed. \(scene.key(.reload)) searches again."
    case .complete: "No violations: every foreign key finds its parent."
    case .stopped: "The search was stopped. \(scene.key(.reload)) searches again."
    case .failed(let message): message
    }
  }

  /// The widths that line up the columns of the violations that are seen.
  private func widths(of rows: ArraySlice<Row>, in scene: Scene, width: Int) -> (Int, Int) {
    var widths = (0, 0)
    let limit = max(8, min(28, width / 3))
    for case .violation(let group, let index) in rows {
      let violation = groups[group].violations[index]
      widths.0 = max(widths.0, min(limit, scene.text(violation.rowText).width))
      widths.1 = max(widths.1, min(limit, scene.text(violation.missingKey.keyText).width))
    }
    return widths
  }

  private func line(
    _ row: Row, widths: (Int, Int), width: Int, in scene: Scene
  ) -> StyledLine {
    switch row {
    case .group(let index):
      let group = groups[index]
      let fold = group.isFolded ? scene.glyphs.folded : scene.glyphs.unfolded
      var line = StyledLine("\(fold.plain) ", .accent)
      let matching =
        panes.filter.isEmpty ? "" : "\(Format.number(Int64(group.matching))) of "
      let count =
        group.isUnchecked
        ? "  cannot be checked" : "  \(matching)\(Format.count(group.count, "row"))"
      // A name can be cut, how many there are cannot.
      line.add(
        scene.text(group.key.title).prefix(
          columns: max(8, width - line.width - count.count), ellipsis: scene.glyphs.ellipsis),
        .hunk, bold: true)
      line.add(count, .warning)
      if !group.key.destinationExists {
        line.add("  no table \(group.key.destinationTable)", .danger)
      }
      let remark: SafeText = "WITHOUT ROWID "
      if group.key.originIsWithoutRowID, line.width + 1 + remark.width <= width {
        line.trailing = StyledLine.Span(text: remark, style: Style(.dim))
      }
      return line
    case .violation(let group, let index):
      let violation = groups[group].violations[index]
      var line = StyledLine("    ")
      let name = scene.text(violation.rowText).prefix(
        columns: widths.0, ellipsis: scene.glyphs.ellipsis)
      let key = scene.text(violation.missingKey.keyText).prefix(
        columns: widths.1, ellipsis: scene.glyphs.ellipsis)
      line.add(name.padded(columns: widths.0 + 2))
      line.add(key.padded(columns: widths.1), .danger)
      let missing = Set(violation.missingKey.map(\.column))
      for field in violation.row where !missing.contains(field.column) {
        // The key of an ordinary table is its rowid, which stands at the left already.
        if let rowID = violation.violation.originRowID, field.value.storage == .int64(rowID) {
          continue
        }
        line.add("  \(field.column) ", .dim)
        line.add(field.shortText)
      }
      return line
    }
  }

  /// How far the search of violations is.
  func remark(in scene: Scene) -> String {
    let found =
      found
      + (isStale ? " before the file changed: \(scene.key(.reload)) searches again" : "")
    switch search {
    case .idle: return ""
    case .running(let table, let index, let count, let startedAt):
      let elapsed = scene.now - startedAt
      let time = elapsed >= 1 ? "  \(Format.seconds(elapsed))" : ""
      let place = table.isEmpty ? "searching" : "searching \(table), \(index + 1) of \(count)"
      return "\(found) · \(place)\(time)  Ctrl-C stops"
    case .complete(let seconds):
      let rest = unlisted > 0 ? " (\(Format.number(Int64(unlisted))) not listed)" : ""
      return "\(found)\(rest) · complete, \(Format.seconds(seconds))"
    case .stopped: return "\(found) · stopped, \(scene.key(.reload)) searches again"
    case .failed: return "\(found) · the search failed: they may be none"
    }
  }

  // MARK: Detail

  func key(in scene: Scene) -> (subject: Subject, version: Int) {
    let listed =
      switch selected {
      case .group(let group)?, .violation(let group, _)?: groups[group].count
      case nil: 0
      }
    // The statements come after the last of the rows.
    let known = selectedGroup?.remedies.isEmpty == false ? 1 : 0
    return (Subject(generation: generation, row: selected), 2 * listed + known)
  }

  func place(of subject: Subject, in scene: Scene) -> Int? {
    rows.firstIndex { $0 == subject.row }
  }

  func report(in scene: Scene) -> [String] {
    var lines = ["\(found)\(isStale ? ", before the file changed" : "").", ""]
    if let failure { lines += [Markdown.safe("\(ViolationDetail.untrusted) \(failure)"), ""] }
    for group in groups {
      let words = group.isUnchecked ? "cannot be checked" : Format.count(group.count, "row")
      lines += ["## \(Markdown.safe(group.key.title)): \(words)", ""]
      lines += group.violations.map { "- \(Markdown.safe($0.description))" }
      if group.unlisted > 0 {
        lines.append("- and \(Format.number(Int64(group.unlisted))) more, not listed")
      }
      lines.append("")
    }
    return lines
  }

  // MARK: Update

  mutating func activate() -> Bool {
    guard case .group(let index)? = selected else { return false }
    groups[index].folding = !groups[index].isFolded
    arrange()
    return true
  }

  mutating func filterChanged(in scene: Scene) { arrange() }
}
