import TerminalUI

protocol ListPane: Sendable {
  /// The filtered rows in the selected order.
  associatedtype Rows: RandomAccessCollection where Rows.Index == Int
  /// The identity of a row, which remains selected when the rows change.
  associatedtype Subject: Hashable & Sendable

  var panes: ScreenPanes { get set }
  /// True if rows need the whole width of most terminals, so that the detail is below the list.
  var hasWideRows: Bool { get }
  /// True if a line with the names of the columns is above the rows.
  var hasColumns: Bool { get }
  /// True if the list is empty while the file cannot be read.
  var dependsOnFile: Bool { get }

  /// The heading, without filter and order.
  func heading(in scene: SharedState) -> String
  /// The sort orders in words, the default first; fewer than two if the order is fixed.
  func orders(in scene: SharedState) -> [String]
  func remark(in scene: SharedState) -> String
  /// The names of the columns, above the rows; `nil` if the rows have none.
  func columnNames(in scene: SharedState, width: Int) -> StyledLine?
  func placeholder(in scene: SharedState) -> String
  func emptyText(in scene: SharedState) -> String

  /// Rebuilds cached rows if the filter, the order or another input changed.
  mutating func prepare(in scene: SharedState)
  func rows(in scene: SharedState) -> Rows
  func lines(of rows: Rows.SubSequence, in scene: SharedState, width: Int) -> [StyledLine]
  /// The searched text of a row and its detail; empty for the heading of a group.
  func searched(_ row: Rows.Element, in scene: SharedState) -> [String]
  /// The identity of a row, or of a missing selection.
  func subject(of row: Rows.Element?, in scene: SharedState) -> Subject
  /// Handles Enter on a row; returns false if Enter moves to the detail.
  mutating func activate() -> Bool
}

extension ListPane {
  var hasWideRows: Bool { false }
  var hasColumns: Bool { false }
  var dependsOnFile: Bool { true }
  func orders(in scene: SharedState) -> [String] { [] }
  func remark(in scene: SharedState) -> String {
    let count = count(in: scene)
    return count == 0 ? "" : "\(panes.list.selection + 1) of \(count)"
  }
  func columnNames(in scene: SharedState, width: Int) -> StyledLine? { nil }
  mutating func prepare(in scene: SharedState) {}
  mutating func activate() -> Bool { false }
}

extension ListPane {
  func count(in scene: SharedState) -> Int { rows(in: scene).count }

  func lines(_ range: Range<Int>, in scene: SharedState, width: Int) -> [StyledLine] {
    lines(of: rows(in: scene)[range], in: scene, width: width)
  }

  func selected(in scene: SharedState) -> Rows.Element? {
    rows(in: scene)[safe: panes.list.selection]
  }

  func subject(in scene: SharedState) -> Subject { subject(of: selected(in: scene), in: scene) }

  func position(of subject: Subject, in scene: SharedState) -> Int? {
    rows(in: scene).firstIndex { self.subject(of: $0, in: scene) == subject }
  }

  func matches(_ search: WordSearch, in scene: SharedState) -> [Int] {
    let rows = rows(in: scene)
    return rows.indices.filter { search.matches(searched(rows[$0], in: scene)) }
  }

  /// The heading with the filter, and with the order if that is not the default.
  func fullHeading(in scene: SharedState) -> String {
    var heading = heading(in: scene)
    if !panes.filter.isEmpty { heading += " matching \"\(panes.filter)\"" }
    let orders = orders(in: scene)
    return panes.order > 0 && panes.order < orders.count
      ? "\(heading), \(orders[panes.order])" : heading
  }

  func placeholder(in scene: SharedState) -> String { defaultPlaceholder(in: scene) }

  func defaultPlaceholder(in scene: SharedState) -> String {
    if dependsOnFile, case .failure(let failure)? = scene.known.overview {
      return failure.message
    }
    return panes.filter.isEmpty
      ? emptyText(in: scene) : "No row matches the filter. Press Esc to clear it."
  }

  // MARK: Filter and order

  var filterSearch: WordSearch { WordSearch(panes.filter) }

  /// Shows only the rows that match, and keeps the same row selected if it is still listed.
  ///
  /// Matches remain highlighted after the filter is cleared.
  mutating func filter(_ text: String, in scene: SharedState) {
    keepSelection(in: scene) {
      $0.panes.filter = text
      if !text.isEmpty { $0.panes.search = WordSearch(text) }
      $0.panes.list = ListState()
    }
  }

  /// Sorts the list by the next order and keeps the same row selected.
  mutating func sort(in scene: inout SharedState) {
    let orders = orders(in: scene)
    guard orders.count > 1 else { return }
    keepSelection(in: scene) { $0.panes.order = ($0.panes.order + 1) % orders.count }
    scene.say("Order: \(orders[panes.order]).")
  }

  private mutating func keepSelection(in scene: SharedState, change: (inout Self) -> Void) {
    let isEmpty = count(in: scene) == 0
    let subject = subject(in: scene)
    change(&self)
    prepare(in: scene)
    // A filter without matches has no selected row.
    if isEmpty { return panes.list.selection = panes.rowBefore }
    if let position = position(of: subject, in: scene) { panes.list.selection = position }
  }
}

extension RandomAccessCollection where Index == Int {
  subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}

struct ScreenPanes: Sendable {
  var list = ListState()
  var filter = ""
  var order = 0
  /// The search whose matches are highlighted; it is kept after the filter is cleared.
  var search = WordSearch()
  /// The active text field in the footer: a filter, a search, or an input of the screen.
  var field: TextField?
  /// The pane of the text field, which filters the list or searches the detail.
  var fieldPane = Pane.list
  /// The selected row before the filter was opened.
  var rowBefore = 0
  /// The scroll position of the detail before a search.
  var placeBefore = 0
  var detail = DetailContent()
}
