import MigratorEngine
import MigratorSession
import TerminalUI

enum RowsTab: String, Sendable, Hashable, CaseIterable {
  case all = "All"
  case updated = "Updated"
  case deleted = "Deleted"
  case inserted = "Inserted"

  /// The kind of the shown rows, or `nil` for all.
  fileprivate var kind: ChangedRow.Kind? {
    switch self {
    case .all: nil
    case .updated: .updated
    case .deleted: .deleted
    case .inserted: .inserted
    }
  }
}

/// The rows that one migration changed, in a copy or in the real file, by table.
///
/// The detail shows the values before and after the migration.
struct RowsScreen: TabbedScreen {
  enum Row: Sendable, Hashable {
    case table(Int)
    /// A row, as the index of its table and its index in that table.
    case row(Int, Int)
  }

  /// The inputs of the list; it is rebuilt when they change.
  private struct Stamp: Sendable, Hashable {
    var identifier: String
    var time: Double?
    /// The number of rows in each table.
    var sizes: [Int]
    var tab: RowsTab
    var filter: String
    var folded: Set<Int>
    var order: Int
  }

  struct Subject: Sendable, Hashable {
    var identifier: String
    var row: Row?
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Double?>?
  private(set) var identifier = ""
  var tab = RowsTab.all { didSet { panes.list = ListState() } }
  private var folded: Set<Int> = []
  /// The lines of the list for the current tab, filter and folding.
  private var rows: [Row] = []
  private var stamp: Stamp?
  /// The number of matching rows per table while a filter is active.
  private var matching: [Int: Int] = [:]

  var title: String { "Rows" }
  var help: String { "rows changed by a migration, before and after." }
  var hasWideRows: Bool { true }
  func heading(in scene: SharedState) -> String { "Rows changed by \(identifier)" }

  private func found(in scene: SharedState) -> (report: StepReport, isCopy: Bool, time: Double)? {
    scene.known.report(of: identifier)
  }

  private func lists(in scene: SharedState) -> [ChangedRows] {
    found(in: scene)?.report.changedRows ?? []
  }

  // MARK: Rows

  mutating func prepare(in scene: SharedState) {
    let lists = lists(in: scene)
    let now = Stamp(
      identifier: identifier, time: found(in: scene)?.time, sizes: lists.map(\.rows.count),
      tab: tab, filter: panes.filter, folded: folded, order: panes.order)
    guard now != stamp else { return }
    stamp = now
    rows = []
    matching = [:]
    let search = filterSearch
    for (table, list) in lists.enumerated() {
      let found = list.rows.indices.filter { index in
        let row = list.rows[index]
        guard tab.kind.map({ $0 == row.kind }) ?? true else { return false }
        return search.matches(Self.searched(row, in: list))
      }
      matching[table] = panes.filter.isEmpty ? nil : found.count
      if found.isEmpty, tab != .all || !panes.filter.isEmpty { continue }
      rows.append(.table(table))
      if !folded.contains(table) { rows += ordered(found, of: list).map { .row(table, $0) } }
    }
  }

  func orders(in scene: SharedState) -> [String] { ["as found", "by kind"] }

  /// Sorts rows of a table: in the order found, or deleted rows first.
  private func ordered(_ places: [Int], of list: ChangedRows) -> [Int] {
    guard panes.order == 1 else { return places }
    func rank(_ place: Int) -> Int {
      switch list.rows[place].kind {
      case .deleted: 0
      case .updated: 1
      case .inserted: 2
      }
    }
    return places.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  private static func searched(_ row: ChangedRow, in list: ChangedRows) -> [String] {
    [list.table, row.kind.rawValue, list.line(of: row, upTo: .max).plain]
  }

  func searched(_ row: Row, in scene: SharedState) -> [String] {
    guard case .row(let table, let index) = row else { return [] }
    let list = lists(in: scene)[table]
    return Self.searched(list.rows[index], in: list)
  }

  func rows(in scene: SharedState) -> [Row] { rows }

  private var selected: Row? { rows[safe: panes.list.selection] }

  func lines(of rows: ArraySlice<Row>, in scene: SharedState, width: Int) -> [StyledLine] {
    let lists = lists(in: scene)
    return rows.map { row in
      switch row {
      case .table(let table):
        let fold = folded.contains(table) ? scene.glyphs.folded : scene.glyphs.unfolded
        let isUnknown = lists[table].obstacle != nil
        let found = matching[table].map {
          "  \(Format.number(Int64($0))) of \(Format.count(lists[table].rows.count, "row")) found"
        }
        return StyledLine("\(fold.plain) ", .accent).adding(lists[table].table, .hunk, bold: true)
          .adding(found ?? "", .warning)
          .adding("  \(lists[table].summary)", isUnknown ? .warning : .dim)
      case .row(let table, let index):
        let list = lists[table]
        // The detail shows the rest.
        var line = StyledLine("  ")
        for piece in list.line(of: list.rows[index], upTo: max(12, (width - 20) / 3)).pieces {
          line.add(piece.text, piece.role.shown)
        }
        return line
      }
    }
  }

  func emptyText(in scene: SharedState) -> String {
    guard let report = found(in: scene)?.report else {
      return
        "The changed rows of \(identifier) are no longer available. Press \(scene.key(.dryRun)) for a dry run."
    }
    return report.changedRows.isEmpty
      ? "No row was inserted, deleted or updated." : "No row was \(tab.rawValue.lowercased())."
  }

  // MARK: Detail

  func subject(of row: Row?, in scene: SharedState) -> Subject {
    Subject(identifier: identifier, row: row)
  }

  func version(in scene: SharedState) -> Double? { found(in: scene)?.time }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    let lists = lists(in: scene)
    switch selected {
    case .table(let table)?:
      let list = lists[table]
      let rows = found(in: scene)?.report.counts(of: list)
      let known = rows.map { [$0.line] + $0.values.lines } ?? []
      return (
        list.table,
        paragraph(list.summary, width: width, .strong)
          + known.flatMap { $0.styled(width: width) }
      )
    case .row(let table, let index)?:
      let detail = RowDetail(list: lists[table], row: lists[table].rows[index])
      return (detail.title, detail.lines(width: width))
    case nil: return ("", [])
    }
  }

  func provenance(in scene: SharedState) -> StyledLine? {
    found(in: scene).map {
      .provenance(
        isCopy: $0.isCopy, age: scene.now - $0.time,
        isStale: $0.isCopy && scene.known.isDryRunStale)
    }
  }

  func copyText(in scene: SharedState) -> String? {
    let lists = lists(in: scene)
    switch selected {
    case .table(let table)?:
      return found(in: scene).map {
        Markdown.lines(of: lists[table], in: $0.report).dropFirst().joined(separator: "\n")
      }
    case .row(let table, let index)?: return lists[table].statement(for: lists[table].rows[index])
    case nil: return nil
    }
  }

  func report(in scene: SharedState) -> [String] {
    guard let report = found(in: scene)?.report else { return [] }
    return report.changedRows.flatMap { Markdown.lines(of: $0, in: report) }
  }

  func otherForms(in scene: SharedState) -> [ReportForm] {
    guard let report = found(in: scene)?.report else { return [] }
    return [
      ReportForm(
        title: "CSV, one line per value", suffix: "csv",
        text: StepReport.changedRowsHeader + report.changedRowsCSV),
      ReportForm(
        title: "SQL, statements that make these changes", suffix: "sql",
        text: report.changedRowsSQL),
    ]
  }

  // MARK: Keys

  mutating func activate() -> Bool {
    guard case .table(let table)? = selected else { return false }
    if folded.remove(table) == nil { folded.insert(table) }
    return true
  }

  // MARK: Update

  static let bindings = [
    Binding(
      command: .showRows, keys: [.char("v")], short: "rows",
      long: "Show the rows that the selected migration changes, before and after.", group: .look)
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    guard let selected = scene.selected else {
      return "Select a migration on the first screen."
    }
    guard let report = scene.known.report(of: selected.identifier)?.report else {
      return selected.state.isRecorded
        ? "Not applied in this session, so its changed rows are not known."
        : "No dry run yet, so its changed rows are not known. Press \(scene.key(.dryRun)) for one."
    }
    guard report.changedRows.isEmpty else { return nil }
    return report.counting == .none
      ? "The row changes of this migration were not counted."
      : "No row changes of this migration are known."
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    guard let selected = scene.selected else { return .none }
    self = RowsScreen()
    identifier = selected.identifier
    return Outcome(isShown: true)
  }
}

extension Command {
  /// Show the rows that the selected migration changed.
  public static var showRows: Command { Command() }
}
