import TerminalUI

/// A screen with its own use of the text field in the footer.
protocol InputScreen: ConsoleScreen {
  var prompt: (name: String, hint: String) { get }
  mutating func type(_ key: Key, in scene: inout SharedState) -> [Effect]
}

extension ConsoleScreen {
  var fieldPrompt: (name: String, hint: String) {
    (self as? any InputScreen)?.prompt
      ?? (panes.fieldPane == .list ? " filter: " : " find: ", "Enter keep  Esc clear ")
  }

  mutating func typeInField(
    _ key: Key, layout: ScreenLayout, in scene: inout SharedState
  ) -> [Effect] {
    guard var input = self as? any InputScreen else {
      typeSearch(key, layout: layout, in: &scene)
      return []
    }
    let effects = input.type(key, in: &scene)
    if let changed = input as? Self { self = changed }
    return effects
  }

  mutating func paste(_ text: String, in scene: SharedState) {
    panes.field?.insert(text)
    if !(self is any InputScreen) { searchChanged(in: scene) }
  }

  /// Opens the text field: it filters the list, or searches the detail.
  mutating func beginTyping(in pane: Pane) {
    panes.fieldPane = pane
    panes.placeBefore = panes.detail.scroll
    if panes.filter.isEmpty { panes.rowBefore = panes.list.selection }
    panes.field = TextField(pane == .list ? panes.filter : "")
  }

  /// Handles a key in the filter or the search.
  private mutating func typeSearch(_ key: Key, layout: ScreenLayout, in scene: inout SharedState) {
    switch key {
    case .enter:
      panes.field = nil
    case .escape, .control("c"):
      let isFilter = panes.fieldPane == .list
      panes.field = nil
      panes.search = WordSearch()
      if isFilter { filter("", in: scene) } else { panes.detail.scroll = panes.placeBefore }
    case .up, .down:
      if panes.fieldPane == .list {
        move(key == .up ? .up : .down, in: .list, layout: layout, scene: scene)
      } else {
        goInDetail(forward: key == .down, page: layout.detailPage, in: &scene)
      }
    default:
      panes.field?.handle(key)
      searchChanged(in: scene)
    }
  }

  private mutating func searchChanged(in scene: SharedState) {
    let text = panes.field?.text ?? ""
    guard panes.fieldPane == .detail else { return filter(text, in: scene) }
    panes.search = WordSearch(text)
    // Search from the starting point, so that deleting a letter goes back.
    let places = panes.detail.places(of: panes.search)
    panes.detail.scroll =
      places.first { $0 >= panes.placeBefore } ?? places.first ?? panes.placeBefore
  }

  mutating func goToMatch(
    forward: Bool, in pane: Pane, layout: ScreenLayout, scene: inout SharedState
  ) {
    if pane == .detail {
      goInDetail(forward: forward, page: layout.detailPage, in: &scene)
    } else {
      goInList(forward: forward, rows: layout.listPage, in: &scene)
    }
  }

  private mutating func goInList(forward: Bool, rows: Int, in scene: inout SharedState) {
    let count = count(in: scene)
    let places = matches(panes.search, in: scene)
    guard let place = Self.next(places, from: panes.list.selection, forward: forward) else {
      scene.say("No row matches.", .warning)
      return
    }
    reportMatch(
      place, of: places, isAround: (place > panes.list.selection) != forward, forward, &scene)
    panes.list.select(place, count: count, rows: rows)
  }

  private mutating func goInDetail(forward: Bool, page: Int, in scene: inout SharedState) {
    let places = panes.detail.places(of: panes.search)
    let from = panes.detail.match ?? (forward ? panes.detail.scroll - 1 : panes.detail.scroll)
    guard let place = Self.next(places, from: from, forward: forward) else {
      scene.say("No match in this text.", .warning)
      return
    }
    reportMatch(place, of: places, isAround: (place > from) != forward, forward, &scene)
    panes.detail.match = place
    // Do not scroll if the match is visible.
    if !(panes.detail.scroll..<panes.detail.scroll + page).contains(place) {
      panes.detail.scroll = max(0, place - page / 3)
    }
  }

  private func reportMatch(
    _ place: Int, of places: [Int], isAround: Bool, _ forward: Bool, _ scene: inout SharedState
  ) {
    let number = (places.firstIndex(of: place) ?? 0) + 1
    let from = forward ? "continued from the start" : "continued from the end"
    scene.say("Match \(number) of \(places.count)\(isAround ? ", \(from)" : "").")
  }

  private static func next(_ places: [Int], from place: Int, forward: Bool) -> Int? {
    forward
      ? places.first { $0 > place } ?? places.first
      : places.last { $0 < place } ?? places.last
  }
}

extension DetailContent {
  func places(of search: WordSearch) -> [Int] { search.places(in: lines.map(\.plain)) }
}
