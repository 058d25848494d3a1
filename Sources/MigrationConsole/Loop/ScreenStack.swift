import TerminalUI

/// The screens, the front screen and the state of its panes.
struct ScreenStack: Sendable {
  var screens = Screens()
  private(set) var screen = Screens.all[0]
  private(set) var focus = Pane.list
  private var isZoomed = false
  /// The share of the body that the list occupies, in percent; `nil` for the default of the screen.
  private var share: Int?

  var front: any ConsoleScreen { screens[screen] }

  func layout(in scene: SharedState) -> ScreenLayout {
    let front = front
    return ScreenLayout(
      size: scene.size, hasTabs: !front.tabs.names.isEmpty, hasWideRows: front.hasWideRows,
      hasColumns: front.hasColumns, focus: focus, isZoomed: isZoomed, share: share)
  }

  /// Brings a screen to the front and focuses its list.
  mutating func show(_ screen: Screen) {
    self.screen = screen
    focus = .list
    isZoomed = false
  }

  mutating func restart(in scene: inout SharedState) -> [Effect] {
    Screens.every.flatMap { screen -> [Effect] in
      guard var working = screens[screen] as? any WorkingScreen else { return [] }
      let effects = working.restart(in: &scene)
      screens[screen] = working
      return effects
    }
  }

  var running: (any WorkingScreen)? { working.first(where: \.isRunning) }

  private var working: [any WorkingScreen] {
    Screens.every.compactMap { screens[$0] as? any WorkingScreen }
  }

  var workGenerations: [Int] { working.compactMap(\.workGeneration) }

  /// Lets the front screen request missing data and lays out its content.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] {
    screens[screen].loadIfNeeded(in: &scene)
  }

  /// Rebuilds the detail if the selection changed.
  mutating func refresh(in scene: inout SharedState) {
    screens[screen].refresh(layout: layout(in: scene), scene: scene)
    scene.selected = front.selectedMigration(in: scene)
    scene.screen = screen
  }

  // MARK: Commands

  /// Runs a command for navigation; returns `nil` for any other command.
  mutating func perform(_ command: Command, in scene: inout SharedState) -> [Effect]? {
    if let screen = command.shown {
      show(screen)
      return []
    }
    let layout = layout(in: scene)
    switch command {
    case .up, .down, .pageUp, .pageDown, .home, .end, .scrollLeft, .scrollRight:
      screens[screen].move(command, in: focus, layout: layout, scene: scene)
    case .switchPane: focus = focus == .list ? .detail : .list
    case .nextTab: screens[screen].selectTab(by: 1)
    case .previousTab: screens[screen].selectTab(by: -1)
    case .activate: if focus == .list, !screens[screen].activate() { focus = .detail }
    case .back: return goBack(in: &scene)
    case .zoom: isZoomed.toggle()
    case .widen: share = ScreenLayout.share(layout.listShare + 5)
    case .narrow: share = ScreenLayout.share(layout.listShare - 5)
    case .filter: screens[screen].beginTyping(in: focus)
    case .sort: screens[screen].sort(in: &scene)
    case .findNext, .findPrevious:
      screens[screen].goToMatch(
        forward: command == .findNext, in: focus, layout: layout, scene: &scene)
    default: return nil
    }
    return []
  }

  private mutating func goBack(in scene: inout SharedState) -> [Effect] {
    if isZoomed {
      isZoomed = false
    } else if focus == .detail {
      focus = .list
    } else if !front.panes.filter.isEmpty {
      screens[screen].filter("", in: scene)
    } else if !front.panes.search.isEmpty {
      screens[screen].panes.search = WordSearch()
    } else if !Screens.all.contains(screen) {
      return leave(in: &scene)
    }
    return []
  }

  /// Shows the first screen, unless Esc only closes a part of the front screen.
  private mutating func leave(in scene: inout SharedState) -> [Effect] {
    var effects: [Effect] = []
    if var working = front as? any WorkingScreen {
      let given = working.leave(in: &scene)
      screens[screen] = working
      guard let given else { return [] }
      effects = given
    }
    screen = Screens.all[0]
    return effects
  }

  // MARK: Typing

  mutating func type(_ key: Key, in scene: inout SharedState) -> [Effect] {
    screens[screen].typeInField(key, layout: layout(in: scene), in: &scene)
  }

  /// Inserts pasted text into the active text field; returns whether there is one.
  mutating func paste(_ text: String, in scene: SharedState) -> Bool {
    guard front.panes.field != nil else { return false }
    screens[screen].paste(text, in: scene)
    return true
  }

  // MARK: Mouse

  mutating func press(_ target: MouseTarget, isDouble: Bool) -> Command? {
    switch target {
    case .screen(let screen): return .show(screen)
    case .command(let command): return command
    case .row(let row):
      focus = .list
      screens[screen].panes.list.selection = row
      return isDouble ? .activate : nil
    case .list: focus = .list
    case .detail: focus = .detail
    case .tab(let index): screens[screen].selectTab(by: index - front.tabs.selected)
    case .border, .choice, .dialogKey, .nothing: break
    }
    return nil
  }

  mutating func turnWheel(up: Bool, lines: Int, over target: MouseTarget?, in scene: SharedState) {
    let pane: Pane
    switch target {
    case .row, .list: pane = .list
    case .detail: pane = .detail
    default: return
    }
    for _ in 0..<lines {
      screens[screen].move(up ? .up : .down, in: pane, layout: layout(in: scene), scene: scene)
    }
  }

  mutating func drawBorder(to point: Point, in scene: SharedState) {
    share = layout(in: scene).share(before: point) ?? share
  }
}
