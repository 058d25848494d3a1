import TerminalUI

/// A screen that computes the rows of its list on demand.
protocol ListedScreen: ConsoleScreen {
  /// A row of the list.
  associatedtype Row

  /// The filtered rows in the selected order.
  func rows(in scene: SharedState) -> [Row]
  /// The searched text.
  func searched(_ row: Row) -> [String]
}

extension ListedScreen {
  func selected(in scene: SharedState) -> Row? { rows(in: scene)[safe: panes.list.selection] }

  func count(in scene: SharedState) -> Int { rows(in: scene).count }

  func found(_ search: WordSearch, in scene: SharedState) -> [Int] {
    let rows = rows(in: scene)
    return rows.indices.filter { search.matches(searched(rows[$0])) }
  }
}

/// A screen with tabs.
protocol TabbedScreen: ConsoleScreen {
  /// The tabs in order; the raw value of each is its name.
  associatedtype Tab: RawRepresentable<String>, CaseIterable, Equatable

  /// The selected tab.
  var tab: Tab { get set }
}

extension TabbedScreen {
  private var allTabs: [Tab] { Array(Tab.allCases) }
  var tabs: [String] { allTabs.map(\.rawValue) }
  var tabIndex: Int { allTabs.firstIndex(of: tab) ?? 0 }
  mutating func selectTab(by step: Int) { tab = tab.turned(by: step, in: allTabs) }
}

extension Array {
  /// The element at an index, or `nil` if the index is out of range.
  subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
