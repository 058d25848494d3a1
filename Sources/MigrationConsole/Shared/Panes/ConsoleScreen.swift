import MigratorEngine
import TerminalUI

/// A screen: its state, the rows of its list, the detail of the selected row, and its commands.
protocol ConsoleScreen: Sendable {
  /// The subject of the detail; a new subject is shown from its top.
  associatedtype Subject: Hashable & Sendable
  /// The version of the subject; a newer version keeps the scroll position.
  associatedtype Version: Hashable & Sendable

  var title: String { get }
  /// The description in the help.
  var help: String { get }
  /// The positions in the list and the detail, and the filter.
  var panes: ScreenPanes { get set }
  /// The inputs of the detail's text.
  var shown: DetailKey<Subject, Version>? { get set }
  /// The names of the tabs; may be empty.
  var tabs: [String] { get }
  /// The index of the selected tab.
  var tabIndex: Int { get }
  /// The database that the screen shows: the real file or a copy.
  var subject: RunSubject { get }
  /// True if rows need the whole width of most terminals, so that the detail is below the list.
  var hasWideRows: Bool { get }

  /// The number next to the name, or `nil`.
  func badge(in scene: SharedState) -> String?
  func heading(in scene: SharedState) -> String
  /// The sort orders of the list in words, the default first; fewer than two if the order is fixed.
  func orders(in scene: SharedState) -> [String]
  /// The number of rows that match the filter.
  func count(in scene: SharedState) -> Int
  func lines(_ rows: Range<Int>, in scene: SharedState, width: Int) -> [StyledLine]
  func remark(in scene: SharedState) -> String
  /// True if the list is empty while the file cannot be read.
  var isOfFile: Bool { get }
  /// The text of an empty list: what to do, or what is in progress.
  func emptyText(in scene: SharedState) -> String
  /// The subject and the version of the detail.
  func key(in scene: SharedState) -> (subject: Subject, version: Version)
  /// The rows that match a search, in order, without the headings of groups.
  ///
  /// The text of a row's detail counts as well, so that the SQL of a migration can be found.
  func found(_ search: WordSearch, in scene: SharedState) -> [Int]
  /// The row of a subject in the filtered list, or `nil`.
  func place(of subject: Subject, in scene: SharedState) -> Int?
  /// The title and the lines of the detail.
  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine])
  /// The origin of the detail (real file or copy) and its age.
  func provenance(in scene: SharedState) -> StyledLine?
  /// The text to copy, without line breaks of the screen.
  func copyText(in scene: SharedState) -> String?
  /// The contents of the screen in Markdown.
  func report(in scene: SharedState) -> [String]
  /// Other forms of the report; may be empty.
  func otherForms(in scene: SharedState) -> [ReportForm]

  /// Rebuilds cached rows of the list.
  mutating func prepare(in scene: SharedState)
  /// Selects the tab `step` places further.
  mutating func selectTab(by step: Int)
  /// Handles Enter on a row; returns false if Enter moves to the detail.
  mutating func activate() -> Bool
  /// Rebuilds cached rows after a change of the filter.
  mutating func filterChanged(in scene: SharedState)

  /// The bindings of the screen's own commands, which work on every screen.
  static var bindings: [Binding] { get }
  /// The selected migration, if the screen lists migrations.
  func selectedMigration(in scene: SharedState) -> MigrationStatus?
  /// The command that Enter runs in a pane instead of its default.
  func activation(in pane: Pane) -> Command?
  /// Why one of the screen's commands cannot run now, or `nil` if it can.
  func refusal(of command: Command, in scene: SharedState) -> String?
  /// Why a command cannot run while this screen is in front, or `nil` if it can.
  func blockReason(of command: Command, in scene: SharedState) -> String?
  /// Runs one of the screen's own commands that is not refused.
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome
  /// Handles a message from work; every screen gets it.
  mutating func take(_ message: WorkMessage, in scene: inout SharedState) -> Outcome
  /// Starts work that the screen needs while it is in front.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect]
  /// Starts over, because the file may have changed.
  mutating func restart(in scene: inout SharedState) -> [Effect]
  /// Ends work that only makes sense while the screen is in front; Esc then shows the first screen.
  ///
  /// Returns `nil` to remain in front, because Esc closed something else.
  mutating func leave(in scene: inout SharedState) -> [Effect]?
  /// The generation of work that lasts as long as the screen needs it, or `nil`.
  var workGeneration: Int? { get }
  /// True if that work is running, so that it can be stopped and the screen is animated.
  var isRunning: Bool { get }

  /// The label before the text field in the footer, and the hint after it.
  var prompt: (name: String, hint: String) { get }
  /// Handles a key in the active text field.
  mutating func type(_ key: Key, layout: ScreenLayout, in scene: inout SharedState) -> [Effect]
  /// Called after the active text field changed.
  mutating func textChanged(in scene: SharedState)
}

/// The state of the panes of a screen.
struct ScreenPanes: Sendable {
  /// The selection and the scroll position of the list.
  var list = ListState()
  /// The filter of the list, words separated by spaces.
  var filter = ""
  /// The index of the sort order.
  var order = 0
  /// The search whose matches are highlighted; it is kept after the filter is cleared.
  var search = WordSearch()
  /// The active text field in the footer: a filter, a search, or an input of the screen.
  var field: TextField?
  /// The pane of the text field, which filters the list or searches the detail.
  var fieldPane = Pane.list
  /// The scroll position of the detail before a search.
  var placeBefore = 0
  /// The text of the detail and its scroll position.
  var detail = DetailContent()
}

/// The inputs of the detail's text, which is rebuilt when they change.
struct DetailKey<Subject: Hashable & Sendable, Version: Hashable & Sendable>: Hashable, Sendable {
  var subject: Subject
  var version: Version
  /// The width of the lines in columns.
  var width: Int
}

extension ConsoleScreen {
  var tabs: [String] { [] }
  var tabIndex: Int { 0 }
  var subject: RunSubject { .database }
  var hasWideRows: Bool { false }
  func badge(in scene: SharedState) -> String? { nil }
  func heading(in scene: SharedState) -> String { title }
  func orders(in scene: SharedState) -> [String] { [] }
  func remark(in scene: SharedState) -> String {
    let count = count(in: scene)
    return count == 0 ? "" : "\(panes.list.selection + 1) of \(count)"
  }
  func found(_ search: WordSearch, in scene: SharedState) -> [Int] { [] }
  func provenance(in scene: SharedState) -> StyledLine? { nil }
  func copyText(in scene: SharedState) -> String? {
    text(in: scene, width: Self.unbroken).lines.map(\.plain).joined(separator: "\n")
  }
  func otherForms(in scene: SharedState) -> [ReportForm] { [] }
  mutating func prepare(in scene: SharedState) {}
  mutating func selectTab(by step: Int) {}
  mutating func activate() -> Bool { false }
  mutating func filterChanged(in scene: SharedState) {}
  static var bindings: [Binding] { [] }
  func selectedMigration(in scene: SharedState) -> MigrationStatus? { nil }
  func activation(in pane: Pane) -> Command? { nil }
  func refusal(of command: Command, in scene: SharedState) -> String? { nil }
  func blockReason(of command: Command, in scene: SharedState) -> String? { nil }
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome { .none }
  mutating func take(_ message: WorkMessage, in scene: inout SharedState) -> Outcome { .none }
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] { [] }
  mutating func restart(in scene: inout SharedState) -> [Effect] { [] }
  mutating func leave(in scene: inout SharedState) -> [Effect]? { [] }
  var workGeneration: Int? { nil }
  var isRunning: Bool { false }
  var prompt: (name: String, hint: String) {
    (panes.fieldPane == .list ? " filter: " : " find: ", "Enter keep  Esc clear ")
  }

  mutating func type(_ key: Key, layout: ScreenLayout, in scene: inout SharedState) -> [Effect] {
    typeSearch(key, layout: layout, in: &scene)
    return []
  }

  /// The heading of the list with its filter, and with its order if that is not the default.
  func wholeHeading(in scene: SharedState) -> String {
    var heading = heading(in: scene)
    if !panes.filter.isEmpty { heading += " matching \"\(panes.filter)\"" }
    let orders = orders(in: scene)
    return panes.order > 0 && panes.order < orders.count
      ? "\(heading), \(orders[panes.order])" : heading
  }

  var isOfFile: Bool { true }

  /// The text of a list without rows: the file cannot be read, nothing matches, or there are none.
  func wholeEmptyText(in scene: SharedState) -> String {
    if isOfFile, case .failure(let failure)? = scene.known.overview {
      return failure.message
    }
    return panes.filter.isEmpty
      ? emptyText(in: scene) : "No row matches the filter. Press Esc to clear it."
  }

  /// Sorts the list by the next order and keeps the same row selected.
  mutating func sort(in scene: inout SharedState) {
    let orders = orders(in: scene)
    guard orders.count > 1 else { return }
    let subject = key(in: scene).subject
    panes.order = (panes.order + 1) % orders.count
    filterChanged(in: scene)
    prepare(in: scene)
    if let place = place(of: subject, in: scene) { panes.list.selection = place }
    scene.say("Order: \(orders[panes.order]).")
  }

  /// The sanitized text of the detail for a pager; may be empty.
  func plainText(in scene: SharedState) -> String {
    let (title, lines) = text(in: scene, width: min(88, max(40, scene.size.columns)))
    guard !lines.isEmpty else { return "" }
    return ([SafeText(title).plain, ""] + lines.map(\.plain)).joined(separator: "\n") + "\n"
  }

  /// The report in all its forms, Markdown first, and the name of its file.
  func reportForms(in scene: SharedState) -> (forms: [ReportForm], name: String) {
    let heading = "# \(title) of \(SafeText(scene.context.databasePath).plain)"
    let text = ([heading, ""] + report(in: scene)).joined(separator: "\n") + "\n"
    let markdown = ReportForm(title: "Markdown, to read", suffix: "md", text: text)
    return ([markdown] + otherForms(in: scene), "migtui-\(title.lowercased())")
  }

  /// A width at which no line is wrapped.
  static var unbroken: Int { 1_000_000 }

  /// Moves the selection of the list, or scrolls the detail.
  mutating func move(_ command: Command, in pane: Pane, layout: ScreenLayout, scene: SharedState) {
    if command == .scrollLeft || command == .scrollRight {
      let step = command == .scrollLeft ? -8 : 8
      let widest = panes.detail.lines.map(\.width).max() ?? 0
      panes.detail.columnOffset = max(0, min(panes.detail.columnOffset + step, widest - 8))
    } else if pane == .detail {
      panes.detail.match = nil
      panes.detail.scroll = Self.moved(
        panes.detail.scroll, command, page: layout.detailPage,
        last: max(0, panes.detail.lines.count - layout.detailPage))
    } else {
      let count = count(in: scene)
      let target = Self.moved(
        panes.list.selection, command, page: layout.listPage, last: max(0, count - 1))
      panes.list.select(target, count: count, rows: layout.listPage)
    }
  }

  private static func moved(_ position: Int, _ command: Command, page: Int, last: Int) -> Int {
    let target =
      switch command {
      case .up: position - 1
      case .down: position + 1
      case .pageUp: position - max(1, page - 1)
      case .pageDown: position + max(1, page - 1)
      case .home: 0
      case .end: last
      default: position
      }
    return max(0, min(target, last))
  }

  /// Keeps the selection inside the list, and rebuilds the detail if its inputs changed.
  mutating func refresh(layout: ScreenLayout, scene: SharedState) {
    prepare(in: scene)
    panes.list.clamp(count: count(in: scene), rows: layout.listPage)
    let (subject, version) = key(in: scene)
    let key = DetailKey(subject: subject, version: version, width: layout.detailWidth)
    if key != shown {
      let isSame = shown?.subject == subject
      var content = DetailContent()
      (content.title, content.lines) = text(in: scene, width: layout.detailWidth)
      if isSame {
        content.scroll = panes.detail.scroll
        content.columnOffset = panes.detail.columnOffset
      }
      panes.detail = content
      shown = key
    }
    panes.detail.scroll = max(
      0, min(panes.detail.scroll, panes.detail.lines.count - layout.detailPage))
  }
}
