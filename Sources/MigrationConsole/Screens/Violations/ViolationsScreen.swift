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
    var options: [FixOption] = []
    /// True if the next fix applies to this group; if no group is marked, it applies to all.
    var isMarked = false
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
  /// The search of all rows for the filter, if not all of them are listed.
  var filtering: ViolationFilter?
  /// The groups that ``rows`` refer to: those of the filter once all rows were searched.
  var listed: [Group] {
    if let filtering, filtering.isShown(for: panes.filter) { filtering.groups } else { groups }
  }
  /// The filter and the order of ``rows``.
  private var arranged = (filter: "", order: 0)
  var search = Search.idle
  /// The generation number of the current search; messages of other searches are ignored.
  var generation = 0
  /// The state of the file that was searched, once known.
  var searched: DatabaseFingerprint?
  /// The selection and the folding to restore after an automatic search.
  var resumed: (place: Int, folding: [ForeignKeyInfo: Bool])?
  /// A group with more rows than this starts folded.
  static let shownUnfolded = 10
  var isStale = false
  /// The fixes that were tried last, to propose them again.
  var choices: [ForeignKeyInfo: FixAction] = [:]
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
    let isSearched = filtering?.isShown(for: panes.filter) == true
    for groupIndex in order(of: listed) {
      let group = listed[groupIndex]
      var shown: [Row] = []
      for (index, violation) in group.violations.enumerated()
      where isSearched || search.matches([violation.description]) {
        shown.append(.violation(groupIndex, index))
      }
      if let place = place(of: group.key) {
        groups[place].matching = isSearched ? group.count : shown.count
      }
      guard panes.filter.isEmpty || !shown.isEmpty else { continue }
      rows.append(.group(groupIndex))
      // Show the matches of a filter even in a folded group.
      if !group.isFolded || !panes.filter.isEmpty { rows += shown }
    }
  }

  func order(of groups: [Group]) -> [Int] {
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
  var hasColumns: Bool { true }
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
    return [listed[group].violations[index].description]
  }

  var selected: Row? { rows[safe: panes.list.selection] }

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

  func placeholder(in scene: SharedState) -> String {
    if let filtering, filtering.text == panes.filter, filtering.state == .running {
      return "Searching all \(Format.number(Int64(count))) rows for \"\(filtering.text)\"…"
    }
    return defaultPlaceholder(in: scene)
  }

  func remark(in scene: SharedState) -> String {
    let found =
      found
      + (isStale ? " before the file changed: \(scene.key(.reload)) searches again" : "")
    if let filtering, filtering.text == panes.filter { return filtering.remark(of: count) }
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
    let shown = filtering.flatMap { $0.isShown(for: panes.filter) ? $0.generation : nil }
    return Subject(generation: shown ?? generation, row: row)
  }

  func version(in scene: SharedState) -> Int {
    guard let selectedPlace else { return 0 }
    let group = groups[selectedPlace]
    // The options arrive after the last rows.
    return 2 * group.count + (group.options.isEmpty ? 0 : 1)
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

  /// Unfolds a group that has no fix; for the others, Enter opens the fixes.
  mutating func activate() -> Bool {
    guard case .group? = selected else { return false }
    fold()
    return true
  }

  mutating func fold() {
    guard let index = selectedPlace else { return }
    groups[index].folding = !groups[index].isFolded
    arrange()
    let row = rows.firstIndex { row in
      if case .group(let place) = row { listed[place].key == groups[index].key } else { false }
    }
    if let row { panes.list.selection = row }
  }

  func activation(in pane: Pane) -> Command? {
    if pane == .list, case .group? = selected { .fix } else { nil }
  }

  var hasMarks: Bool { groups.contains(where: \.isMarked) }

  func place(of key: ForeignKeyInfo) -> Int? { groups.firstIndex { $0.key == key } }

  /// The group of the selected row, as its index among all groups.
  var selectedPlace: Int? {
    switch selected {
    case .group(let index)?, .violation(let index, _)?: place(of: listed[index].key)
    case nil: nil
    }
  }
}
