import MigratorEngine
import MigratorSession
import TerminalUI

struct ViolationsScreen: WorkingScreen {
  struct Subject: Sendable, Hashable {
    var generation: Int
    var row: Row?
  }

  enum Search: Sendable, Hashable {
    case idle
    /// Searching a table; the name is empty until the first one is known.
    case running(table: String, index: Int, count: Int, startedAt: Double)
    case complete(seconds: Double)
    case stopped
    case failed(String)
  }

  /// The violations of one foreign key.
  struct Group: Sendable {
    var key: ForeignKeyInfo
    var violations: [ViolationDetail] = []
    var unlisted = 0
    var count: Int { violations.count + unlisted }
    /// True if SQLite cannot check the key, so that the violating rows are unknown.
    var isUnchecked: Bool { violations.first?.problem.isUnchecked ?? false }
    var lacksParentTable: Bool { violations.first?.problem == .missingTable }
    var isWithoutRowID: Bool { violations.first?.originIsWithoutRowID ?? false }
    /// How many of the listed violations match the filter.
    var matching = 0
    var remedies: [GroupFix] = []
    /// True if the operator folded the group, false if unfolded, `nil` if neither.
    var folding: Bool?
    /// True if the rows of the group are hidden; large groups start folded.
    var isFolded: Bool { folding ?? (count > ViolationsScreen.shownUnfolded) }
  }

  enum Row: Sendable, Hashable {
    case group(Int)
    /// A violation, as the index of its group and its index in that group.
    case violation(Int, Int)
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Int>?
  /// The groups in the order in which they were found.
  var groups: [Group] = []
  /// The lines of the list for the current folding and filter.
  var rows: [Row] = []
  /// The filter and the order of ``rows``.
  private var arranged = (filter: "", order: 0)
  var search = Search.idle
  /// The generation of the current search; messages of others are ignored.
  var generation = 0
  /// The state of the file that was searched, once known.
  var searched: DatabaseFingerprint?
  /// The selection and the folding to restore after an automatic search.
  var resumed: (place: Int, folding: [ForeignKeyInfo: Bool])?
  /// A group with more rows than this starts folded.
  static let shownUnfolded = 10
  var isStale = false
  /// Why the search failed, or `nil`; the rows found by a failed search may not be violations.
  var failure: String? {
    if case .failed(let message) = search { message } else { nil }
  }
  var unlisted: Int { groups.reduce(0) { $0 + $1.unlisted } }

  var count: Int { groups.reduce(0) { $0 + ($1.isUnchecked ? 0 : $1.count) } }
  private var uncheckedCount: Int { groups.count(where: \.isUnchecked) }

  private var found: String {
    "\(Format.number(Int64(count))) found"
      + (uncheckedCount > 0
        ? ", \(Format.count(uncheckedCount, "foreign key")) cannot be checked" : "")
  }

  /// Rebuilds the rows of the list.
  ///
  /// - Complexity: O(*n*) for *n* violations found so far.
  mutating func arrange() {
    arranged = (panes.filter, panes.order)
    rows = []
    let search = filterSearch
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
      // Show the matches of a filter even in a folded group.
      if !group.isFolded || !panes.filter.isEmpty { rows += shown }
    }
  }

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

  func orders(in scene: SharedState) -> [String] { ["as found", "by table", "most rows first"] }

  // MARK: Rows

  var title: String { "Violations" }
  var help: String {
    "rows without a parent row, grouped by foreign key."
  }
  var hasWideRows: Bool { true }
  func badge(in scene: SharedState) -> String? {
    guard count + uncheckedCount > 0 else { return nil }
    let isDoubtful = isStale || failure != nil
    return Format.number(Int64(count)) + (uncheckedCount > 0 ? "!" : "") + (isDoubtful ? "?" : "")
  }
  mutating func prepare(in scene: SharedState) {
    if arranged != (panes.filter, panes.order) { arrange() }
  }

  func rows(in scene: SharedState) -> [Row] { rows }

  func searched(_ row: Row, in scene: SharedState) -> [String] {
    guard case .violation(let group, let index) = row else { return [] }
    return [groups[group].violations[index].description]
  }

  var selected: Row? { rows[safe: panes.list.selection] }

  func lines(of rows: ArraySlice<Row>, in scene: SharedState, width: Int) -> [StyledLine] {
    let widths = widths(of: rows, in: scene, width: width)
    return rows.map { line($0, widths: widths, width: width, in: scene) }
  }

  func emptyText(in scene: SharedState) -> String {
    switch search {
    case .idle: "Reading…"
    case .running(let table, _, _, _):
      table.isEmpty ? "Reading…" : "Searching \(table)… None found so far."
    case .complete where isStale:
      "No violations were found before the file changed. Press \(scene.key(.reload)) to search again."
    case .complete: "No foreign-key violations."
    case .stopped: "The search was stopped. Press \(scene.key(.reload)) to search again."
    case .failed(let message): message
    }
  }

  private func widths(of rows: ArraySlice<Row>, in scene: SharedState, width: Int) -> (Int, Int) {
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
    _ row: Row, widths: (Int, Int), width: Int, in scene: SharedState
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
      // A name can be truncated, a count cannot.
      line.add(
        scene.text(group.key.title).prefix(
          columns: max(8, width - line.width - count.count), ellipsis: scene.glyphs.ellipsis),
        .hunk, bold: true)
      line.add(count, .warning)
      if group.lacksParentTable {
        line.add("  no table \(group.key.destinationTable)", .danger)
      }
      let remark: SafeText = "WITHOUT ROWID "
      if group.isWithoutRowID, line.width + 1 + remark.width <= width {
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
        // The key of an ordinary table is its rowid, which is already shown at the left.
        if let rowID = violation.violation.originRowID, field.value.storage == .int64(rowID) {
          continue
        }
        line.add("  \(field.column) ", .dim)
        line.add(field.shortText)
      }
      return line
    }
  }

  func remark(in scene: SharedState) -> String {
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
    case .failed: return "\(found) · the search failed: results may be wrong"
    }
  }

  // MARK: Detail

  func subject(of row: Row?, in scene: SharedState) -> Subject {
    Subject(generation: generation, row: row)
  }

  func version(in scene: SharedState) -> Int {
    let listed =
      switch selected {
      case .group(let group)?, .violation(let group, _)?: groups[group].count
      case nil: 0
      }
    // The fixing statements arrive after the last rows.
    let known = selectedGroup?.remedies.isEmpty == false ? 1 : 0
    return 2 * listed + known
  }

  func report(in scene: SharedState) -> [String] {
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

  var usesEnter: Bool { true }

  mutating func activate() -> Bool {
    guard case .group(let index)? = selected else { return false }
    groups[index].folding = !groups[index].isFolded
    arrange()
    return true
  }
}
