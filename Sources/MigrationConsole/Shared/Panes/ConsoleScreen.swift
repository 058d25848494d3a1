import MigratorEngine
import MigratorSession
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
  func badge(in scene: Scene) -> Int?
  /// The heading of the list.
  func heading(in scene: Scene) -> String
  /// How many rows the list has, as its filter leaves them.
  func count(in scene: Scene) -> Int
  /// The lines of some rows.
  func lines(_ rows: Range<Int>, in scene: Scene, width: Int) -> [StyledLine]
  /// The remark below the list.
  func remark(in scene: Scene) -> String
  /// What stands in an empty list: what to do, or what is being done.
  func emptyText(in scene: Scene) -> String
  /// What the detail is about, and which version of it.
  func key(in scene: Scene) -> (subject: Subject, version: Version)
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
  /// Makes the list anew after its filter changed.
  mutating func filterChanged(in scene: Scene)
}

/// What every screen has.
struct ScreenPanes: Sendable {
  /// The selection and place of the list.
  var list = ListState()
  /// The filter of the list, words separated by spaces.
  var filter = ""
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
  func badge(in scene: Scene) -> Int? { nil }
  func heading(in scene: Scene) -> String { title }
  func remark(in scene: Scene) -> String {
    let count = count(in: scene)
    return count == 0 ? "" : "\(panes.list.selection + 1) of \(count)"
  }
  func provenance(in scene: Scene) -> StyledLine? { nil }
  func copyText(in scene: Scene) -> String? {
    text(in: scene, width: Self.unbroken).lines.map(\.plain).joined(separator: "\n")
  }
  func otherForms(in scene: Scene) -> [ReportForm] { [] }
  mutating func prepare(in scene: Scene) {}
  mutating func turnTab(by step: Int) {}
  mutating func activate() -> Bool { false }
  mutating func filterChanged(in scene: Scene) { panes.list = ListState() }

  /// A width at which no line is broken.
  static var unbroken: Int { 1_000_000 }

  /// Whether a row's text contains every word of the filter, whatever the case.
  func matches(_ text: @autoclosure () -> String) -> Bool {
    guard !panes.filter.isEmpty else { return true }
    let text = text().lowercased()
    return panes.filter.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }

  /// Moves the selection of the list, or scrolls the detail.
  mutating func move(_ command: Command, in pane: Pane, layout: ScreenLayout, scene: Scene) {
    if command == .scrollLeft || command == .scrollRight {
      let step = command == .scrollLeft ? -8 : 8
      let widest = panes.detail.lines.map(\.width).max() ?? 0
      panes.detail.columnOffset = max(0, min(panes.detail.columnOffset + step, widest - 8))
    } else if pane == .detail {
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
