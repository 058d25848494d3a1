import TerminalUI

/// A screen whose list is made of its rows whenever it is asked for.
protocol ListedScreen: ConsoleScreen {
  /// What a line of the list is about.
  associatedtype Row

  /// The rows that the filter leaves, in the order that was chosen.
  func rows(in scene: Scene) -> [Row]
  /// Where is looked for words.
  func searched(_ row: Row) -> [String]
}

extension ListedScreen {
  /// The selected row.
  func selected(in scene: Scene) -> Row? { rows(in: scene)[safe: panes.list.selection] }

  func count(in scene: Scene) -> Int { rows(in: scene).count }

  func found(_ search: WordSearch, in scene: Scene) -> [Int] {
    let rows = rows(in: scene)
    return rows.indices.filter { search.matches(searched(rows[$0])) }
  }
}

/// A screen with tabs, of which one is in front.
protocol TabbedScreen: ConsoleScreen {
  /// The tabs in their order; the text of each is its name in the line of tabs.
  associatedtype Tab: RawRepresentable<String>, CaseIterable, Equatable

  /// The tab in front.
  var tab: Tab { get set }
}

extension TabbedScreen {
  private var allTabs: [Tab] { Array(Tab.allCases) }
  var tabs: [String] { allTabs.map(\.rawValue) }
  var tabIndex: Int { allTabs.firstIndex(of: tab) ?? 0 }
  mutating func turnTab(by step: Int) { tab = tab.turned(by: step, in: allTabs) }
}

extension Array {
  /// An element, or `nil` where there is none at the place.
  subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
