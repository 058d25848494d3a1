import MigratorEngine
import TerminalUI

/// A screen: a list, the detail of the selected row, and commands.
///
/// A screen can also be a ``TabbedScreen``, a ``WorkingScreen`` or an ``InputScreen``.
protocol ConsoleScreen: DetailPane, ScreenCommands {
  var title: String { get }
  var help: String { get }
  var target: RunSubject { get }
  func badge(in scene: SharedState) -> String?
}

extension ConsoleScreen {
  var target: RunSubject { .database }
  func badge(in scene: SharedState) -> String? { nil }
  func heading(in scene: SharedState) -> String { title }

  /// The report in all its forms, Markdown first, and the name of its file.
  func reportForms(in scene: SharedState) -> (forms: [ReportForm], name: String) {
    let heading = "# \(title) of \(SafeText(scene.context.databasePath).plain)"
    let text = ([heading, ""] + report(in: scene)).joined(separator: "\n") + "\n"
    let markdown = ReportForm(title: "Markdown, to read", suffix: "md", text: text)
    return ([markdown] + otherForms(in: scene), "migtui-\(title.lowercased())")
  }

  func export(_ command: Command, in scene: inout SharedState) -> Outcome {
    switch command {
    case .copy:
      if let text = copyText(in: scene), !text.isEmpty {
        return Outcome(effects: [.copyToClipboard(text)])
      }
      scene.say("Nothing to copy here.", .warning)
    case .page:
      let text = plainText(in: scene)
      if !text.isEmpty { return Outcome(effects: [.run(.pager(text: text))]) }
      scene.say("No text for the pager here.", .warning)
    default:
      let (forms, name) = reportForms(in: scene)
      if forms.count > 1 { return Outcome(dialog: ExportDialog(forms: forms, name: name)) }
      return Outcome(
        effects: forms.map { .export(text: $0.text, fileName: "\(name).\($0.suffix)") })
    }
    return .none
  }

  mutating func move(_ command: Command, in pane: Pane, layout: ScreenLayout, scene: SharedState) {
    if command == .scrollLeft || command == .scrollRight {
      let step = command == .scrollLeft ? -8 : 8
      panes.detail.scrollColumns(by: step, width: layout.detailWidth)
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
}

protocol TabbedScreen: ConsoleScreen {
  /// The tabs in order; the raw value of each is its name.
  associatedtype Tab: RawRepresentable<String>, CaseIterable, Equatable

  var tab: Tab { get set }
}

extension TabbedScreen {
  private var allTabs: [Tab] { Array(Tab.allCases) }
  fileprivate var names: (all: [String], selected: Int) {
    (allTabs.map(\.rawValue), allTabs.firstIndex(of: tab) ?? 0)
  }
  fileprivate mutating func selectNextTab(by step: Int) {
    tab = tab.turned(by: step, in: allTabs)
  }
}

extension ConsoleScreen {
  /// The names of the tabs and the index of the selected one; empty if there are none.
  var tabs: (names: [String], selected: Int) {
    guard let tabbed = self as? any TabbedScreen else { return ([], 0) }
    let (names, selected) = tabbed.names
    return (names, selected)
  }

  mutating func selectTab(by step: Int) {
    guard var tabbed = self as? any TabbedScreen else { return }
    tabbed.selectNextTab(by: step)
    if let changed = tabbed as? Self { self = changed }
  }
}

/// A screen whose work ends when the screen no longer needs it.
protocol WorkingScreen: ConsoleScreen {
  var workGeneration: Int? { get }
  var isRunning: Bool { get }
  /// Starts over, because the file may have changed.
  mutating func restart(in scene: inout SharedState) -> [Effect]
  /// Ends work that only makes sense while the screen is in front; Esc then shows the first screen.
  ///
  /// Returns `nil` to remain in front, because Esc closed something else.
  mutating func leave(in scene: inout SharedState) -> [Effect]?
}

extension WorkingScreen {
  var isRunning: Bool { false }
  mutating func restart(in scene: inout SharedState) -> [Effect] { [] }
  mutating func leave(in scene: inout SharedState) -> [Effect]? { [] }
}

protocol ScreenCommands: Sendable {
  /// The bindings of the screen's own commands, which work on every screen.
  static var bindings: [Binding] { get }
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
  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome
  /// Starts work that the screen needs while it is in front.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect]
}

extension ScreenCommands {
  static var bindings: [Binding] { [] }
  func selectedMigration(in scene: SharedState) -> MigrationStatus? { nil }
  func activation(in pane: Pane) -> Command? { nil }
  func refusal(of command: Command, in scene: SharedState) -> String? { nil }
  func blockReason(of command: Command, in scene: SharedState) -> String? { nil }
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome { .none }
  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome { .none }
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] { [] }
}
