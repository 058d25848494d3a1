import MigratorEngine
import MigratorSession

extension ConsoleModel {
  /// Shows the rows that the selected migration changed.
  mutating func showRows() {
    guard let selected = screens.migrations.selected(in: scene) else { return }
    screens.rows.open(selected.identifier)
    screen = Screens.rows
    focus = .list
    isZoomed = false
  }

  /// Whether the focus is on the tab that counts rows, from which Enter leads to them.
  var isOnDataTab: Bool {
    focus == .detail && screens[screen] is MigrationsScreen && screens.migrations.tab == .data
  }

  /// Why no rows can be shown now, or `nil` when they can.
  var rowsRefusal: String? {
    guard screens[screen] is MigrationsScreen else {
      return "1 shows the migrations; v there shows the rows of the selected one."
    }
    let selected = screens.migrations.selected(in: scene)
    guard let report = selected.flatMap({ known.report(of: $0.identifier)?.report }) else {
      return "Not tried yet, so no changed rows are known. d dry-runs the next migration."
    }
    return report.changedRows.isEmpty ? "No changed rows are known of it." : nil
  }
}
