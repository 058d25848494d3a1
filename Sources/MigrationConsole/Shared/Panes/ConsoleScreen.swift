import MigratorEngine
import TerminalUI

/// A screen: its own state, the rows of its list, the detail of the selected one, and what keys do.
protocol ConsoleScreen: Sendable {
  /// What the detail is about: another subject begins at its top.
  associatedtype Subject: Hashable & Sendable
  /// Which version of it: the same subject in a newer version keeps its place.
  associatedtype Version: Hashable & Sendable

  /// The name in the line of screens.
  var title: String { get }
  /// What the help says of it.
  var help: String { get }
  /// Where the list and the detail stand, and the filter.
  var panes: ScreenPanes { get set }
  /// What the text of the detail was made from.
  var shown: DetailKey<Subject, Version>? { get set }
  /// The names of the tabs; none where there are none.
  var tabs: [String] { get }
  /// The tab in front.
  var tabIndex: Int { get }
  /// Whether it is about the database, or about a copy of it.
  var subject: RunSubject { get }
  /// Whether a row of the list needs the whole width, unless there is a lot of it.
  var hasWideRows: Bool { get }

  /// The number to show beside the name, or `nil`.
  func badge(in scene: Scene) -> String?
  /// The heading of the list.
  func heading(in scene: Scene) -> String
  /// The orders in which the list can be shown, in words, the usual one first; one where there is no
  /// choice.
  func orders(in scene: Scene) -> [String]
  /// How many rows the list has, as its filter leaves them.
  func count(in scene: Scene) -> Int
  /// The lines of some rows.
  func lines(_ rows: Range<Int>, in scene: Scene, width: Int) -> [StyledLine]
  /// The remark below the list.
  func remark(in scene: Scene) -> String
  /// Whether there is nothing to list where the file cannot be read.
  var isOfFile: Bool { get }
  /// What stands in an empty list: what to do, or what is being done.
  func emptyText(in scene: Scene) -> String
  /// What the detail is about, and which version of it.
  func key(in scene: Scene) -> (subject: Subject, version: Version)
  /// The rows in which a search finds something, in order; the lines of groups are none.
  ///
  /// What a row's detail says counts as well, so that the body of a migration can be found.
  func found(_ search: WordSearch, in scene: Scene) -> [Int]
  /// Where the row stands that a detail is about, as the filter leaves the list, or `nil`.
  func place(of subject: Subject, in scene: Scene) -> Int?
  /// The heading and the text of the detail.
  func text(in scene: Scene, width: Int) -> (title: String, lines: [StyledLine])
  /// Where what the detail shows comes from: the real file or a copy, and how long ago.
  func provenance(in scene: Scene) -> StyledLine?
  /// What to copy: the text meant, not its lines on this screen.
  func copyText(in scene: Scene) -> String?
  /// What the screen is about, in Markdown.
  func report(in scene: Scene) -> [String]
  /// Other forms in which it can be written; none where Markdown is all.
  func otherForms(in scene: Scene) -> [ReportForm]

  /// Makes the rows of the list anew, where that is not done whenever they are asked for.
  mutating func prepare(in scene: Scene)
  /// Shows the tab some places further.
  mutating func turnTab(by step: Int)
  /// Does what Enter does on a row, or tells that it goes into the detail.
  mutating func activate() -> Bool
  /// Makes the list anew after its filter changed, where that is not done whenever it is asked for.
  mutating func filterChanged(in scene: Scene)

  /// The keys of its own commands, which work on every screen.
  static var bindings: [Binding] { get }
  /// The migration that is selected, where the list is one of migrations.
  func selectedMigration(in scene: Scene) -> MigrationStatus?
  /// The command that Enter stands for in a pane, where it is another one's.
  func activation(in pane: Pane) -> Command?
  /// Why one of its own commands cannot run now, or `nil` when it can.
  func refusal(of command: Command, in scene: Scene) -> String?
  /// Why a command cannot run while this is in front, or `nil` when it can.
  func veto(of command: Command, in scene: Scene) -> String?
  /// Runs one of its own commands that is not refused.
  mutating func perform(_ command: Command, in scene: inout Scene) -> Outcome
  /// Takes in what work sends back; every screen is told.
  mutating func take(_ message: WorkMessage, in scene: inout Scene) -> Outcome
  /// Begins what it cannot do without while it is in front.
  mutating func attend(in scene: inout Scene) -> [Effect]
  /// Begins again to look at the file, which may be another one now.
  mutating func restart(in scene: inout Scene) -> [Effect]
  /// Ends what only makes sense while it is in front; Esc leads to the first screen then. `nil` where it
  /// stays, as there was something else to leave.
  mutating func leave(in scene: inout Scene) -> [Effect]?
  /// The work that goes on as long as this screen wants it, or `nil`.
  var lastingWork: Int? { get }
  /// Whether that work runs by itself, so that it can be stopped and the screen moves.
  var isRunning: Bool { get }

  /// What stands before the text that is typed in the footer, and behind it.
  var prompt: (name: String, hint: String) { get }
  /// Takes a key into the text that is being typed.
  mutating func type(_ key: Key, layout: ScreenLayout, in scene: inout Scene) -> [Effect]
  /// Takes note that the text that is being typed changed.
  mutating func textChanged(in scene: Scene)
}

/// What every screen has.
struct ScreenPanes: Sendable {
  /// The selection and place of the list.
  var list = ListState()
  /// The filter of the list, words separated by spaces.
  var filter = ""
  /// Which of the orders the list has.
  var order = 0
  /// What is looked for, and marked wherever it stands; it stays when the filter goes.
  var search = WordSearch()
  /// The text that is being typed in the footer: a filter, or what the screen asks for.
  var field: TextField?
  /// Whether what is typed narrows the list or is found in the detail.
  var fieldPane = Pane.list
  /// How far the detail was scrolled before something was typed to be found in it.
  var placeBefore = 0
  /// The text of the detail, and how far it is scrolled.
  var detail = DetailContent()
}

/// What the text of a detail was made from; it is made anew when this changes.
struct DetailKey<Subject: Hashable & Sendable, Version: Hashable & Sendable>: Hashable, Sendable {
  /// What it is about.
  var subject: Subject
  /// Which version of it.
  var version: Version
  /// The columns it was made for.
  var width: Int
}

extension ConsoleScreen {
  var tabs: [String] { [] }
  var tabIndex: Int { 0 }
  var subject: RunSubject { .database }
  var hasWideRows: Bool { false }
  func badge(in scene: Scene) -> String? { nil }
  func heading(in scene: Scene) -> String { title }
  func orders(in scene: Scene) -> [String] { [] }
  func remark(in scene: Scene) -> String {
    let count = count(in: scene)
    return count == 0 ? "" : "\(panes.list.selection + 1) of \(count)"
  }
  func found(_ search: WordSearch, in scene: Scene) -> [Int] { [] }
  func provenance(in scene: Scene) -> StyledLine? { nil }
  func copyText(in scene: Scene) -> String? {
    text(in: scene, width: Self.unbroken).lines.map(\.plain).joined(separator: "\n")
  }
  func otherForms(in scene: Scene) -> [ReportForm] { [] }
  mutating func prepare(in scene: Scene) {}
  mutating func turnTab(by step: Int) {}
  mutating func activate() -> Bool { false }
  mutating func filterChanged(in scene: Scene) {}
  static var bindings: [Binding] { [] }
  func selectedMigration(in scene: Scene) -> MigrationStatus? { nil }
  func activation(in pane: Pane) -> Command? { nil }
  func refusal(of command: Command, in scene: Scene) -> String? { nil }
  func veto(of command: Command, in scene: Scene) -> String? { nil }
  mutating func perform(_ command: Command, in scene: inout Scene) -> Outcome { .none }
  mutating func take(_ message: WorkMessage, in scene: inout Scene) -> Outcome { .none }
  mutating func attend(in scene: inout Scene) -> [Effect] { [] }
  mutating func restart(in scene: inout Scene) -> [Effect] { [] }
  mutating func leave(in scene: inout Scene) -> [Effect]? { [] }
  var lastingWork: Int? { nil }
  var isRunning: Bool { false }
  var prompt: (name: String, hint: String) {
    (panes.fieldPane == .list ? " filter: " : " find: ", "Enter keeps  Esc drops ")
  }

  mutating func type(_ key: Key, layout: ScreenLayout, in scene: inout Scene) -> [Effect] {
    typeSearch(key, layout: layout, in: &scene)
    return []
  }

  /// The heading of the list with its filter, and its order where that is not the usual one.
  func wholeHeading(in scene: Scene) -> String {
    var heading = heading(in: scene)
    if !panes.filter.isEmpty { heading += " matching \"\(panes.filter)\"" }
    let orders = orders(in: scene)
    return panes.order > 0 && panes.order < orders.count
      ? "\(heading), \(orders[panes.order])" : heading
  }

  var isOfFile: Bool { true }

  /// What stands in the list when it has no rows: nobody knows them, they do not match, or there are none.
  func wholeEmptyText(in scene: Scene) -> String {
    if isOfFile, case .failure(let failure)? = scene.known.overview {
      return failure.message
    }
    return panes.filter.isEmpty
      ? emptyText(in: scene) : "Nothing matches the filter. Esc drops it."
  }

  /// Shows the list in the next order; the same row stays selected.
  mutating func sort(in scene: inout Scene) {
    let orders = orders(in: scene)
    guard orders.count > 1 else { return }
    let subject = key(in: scene).subject
    panes.order = (panes.order + 1) % orders.count
    filterChanged(in: scene)
    prepare(in: scene)
    if let place = place(of: subject, in: scene) { panes.list.selection = place }
    scene.say("Order: \(orders[panes.order]).")
  }

  /// The text of the detail for a pager, sanitised; empty where there is none.
  func plainText(in scene: Scene) -> String {
    let (title, lines) = text(in: scene, width: min(88, max(40, scene.size.columns)))
    guard !lines.isEmpty else { return "" }
    return ([SafeText(title).plain, ""] + lines.map(\.plain)).joined(separator: "\n") + "\n"
  }

  /// What the screen is about in all its forms, Markdown first, and the name of its file.
  func reportForms(in scene: Scene) -> (forms: [ReportForm], name: String) {
    let heading = "# \(title) of \(SafeText(scene.context.databasePath).plain)"
    let text = ([heading, ""] + report(in: scene)).joined(separator: "\n") + "\n"
    let markdown = ReportForm(title: "Markdown, for people to read", suffix: "md", text: text)
    return ([markdown] + otherForms(in: scene), "migtui-\(title.lowercased())")
  }

  /// A width at which no line is broken.
  static var unbroken: Int { 1_000_000 }

  /// Moves the selection of the list, or scrolls the detail.
  mutating func move(_ command: Command, in pane: Pane, layout: ScreenLayout, scene: Scene) {
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

  /// Keeps the selection inside the list, and makes the text of the detail anew if what it shows
  /// has changed.
  mutating func refresh(layout: ScreenLayout, scene: Scene) {
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
