import MigratorEngine
import MigratorSchema
import TerminalUI

extension ConsoleModel {
  /// How many rows the list of a screen has, as its filter leaves them.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The number of rows.
  func rowCount(of screen: Screen) -> Int {
    switch screen {
    case .migrations: listedMigrations.count
    case .schema: listedChanges.count
    case .violations: violations.rows.count
    case .history: listedHistory.count
    }
  }

  /// The migrations that the filter leaves.
  var listedMigrations: [MigrationStatus] {
    guard case .success(let overview)? = overview else { return [] }
    let filter = filters[.migrations] ?? ""
    guard !filter.isEmpty else { return overview.status.migrations }
    return overview.status.migrations.filter {
      Filter.matches(filter, "\($0.identifier) \($0.state.word)")
    }
  }

  /// The entries of the history that the filter leaves, newest first.
  var listedHistory: [HistoryEntry] {
    let filter = filters[.history] ?? ""
    return history.reversed().filter {
      filter.isEmpty || Filter.matches(filter, "\($0.kind.rawValue) \($0.subject) \($0.outcome)")
    }
  }

  /// The rows of the schema screen that the filter leaves.
  var listedChanges: [SchemaRow] {
    let filter = filters[.schema] ?? ""
    return schemaRows.filter { filter.isEmpty || Filter.matches(filter, $0.filterText) }
  }

  /// The selected migration.
  var selectedMigration: MigrationStatus? {
    let rows = listedMigrations
    let index = lists[.migrations]?.selection ?? 0
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// The selected line of the violations.
  var selectedViolationRow: ViolationsState.Row? {
    let index = lists[.violations]?.selection ?? 0
    return violations.rows.indices.contains(index) ? violations.rows[index] : nil
  }

  /// Moves the selection of the list, or scrolls the detail.
  mutating func move(_ command: Command) {
    let layout = ScreenLayout(model: self)
    if command == .scrollLeft || command == .scrollRight {
      let step = command == .scrollLeft ? -8 : 8
      let widest = detail.lines.map(\.width).max() ?? 0
      detail.columnOffset = max(0, min(detail.columnOffset + step, widest - 8))
    } else if focus == .detail {
      detail.scroll = moved(
        detail.scroll, command, page: layout.detailPage,
        last: max(0, detail.lines.count - layout.detailPage))
    } else {
      var list = lists[screen] ?? ListState()
      let count = rowCount(of: screen)
      let target = moved(list.selection, command, page: layout.listPage, last: max(0, count - 1))
      list.select(target, count: count, rows: layout.listPage)
      lists[screen] = list
    }
  }

  private func moved(_ position: Int, _ command: Command, page: Int, last: Int) -> Int {
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

  /// Keeps selections and scroll offsets inside what there is.
  mutating func clampLists() {
    let layout = ScreenLayout(model: self)
    var list = lists[screen] ?? ListState()
    list.clamp(count: rowCount(of: screen), rows: layout.listPage)
    lists[screen] = list
    detail.scroll = max(0, min(detail.scroll, detail.lines.count - layout.detailPage))
  }

  // MARK: Filter

  /// A key while a filter is being typed.
  mutating func updateFilter(key: Key) -> [Effect] {
    switch key {
    case .enter: filterField = nil
    case .escape, .control("c"):
      filterField = nil
      filters[screen] = ""
      applyFilterChange()
    case .up: move(.up)
    case .down: move(.down)
    default:
      filterField?.handle(key)
      applyFilter()
    }
    return []
  }

  /// Takes over what is typed as the filter.
  mutating func applyFilter() {
    filters[screen] = filterField?.text ?? ""
    applyFilterChange()
  }

  /// Makes the list anew after its filter changed.
  mutating func applyFilterChange() {
    if screen == .violations { violations.arrange(filter: filters[.violations] ?? "") }
    lists[screen] = ListState()
  }
}
