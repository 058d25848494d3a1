import MigratorEngine
import MigratorSession
import TerminalUI

struct MigrationsScreen: TabbedScreen {
  /// The inputs of the detail's text.
  struct Version: Sendable, Hashable {
    var dryRunTime: Double?
    var stepTime: Double?
    var logCount: Int
    var status: MigrationStatus?
    var obstacle: StepObstacle?
  }

  struct Subject: Sendable, Hashable {
    var tab: DetailTab
    var identifier: String?
  }

  var panes = ScreenPanes()
  var shown: DetailKey<Subject, Version>?
  var tab = DetailTab.sql
  /// The migration that was selected last.
  var remembered: String?
  /// The filtered rows, cached because filtering searches every file.
  private var narrowed: (filter: String, order: Int, reading: Int, rows: [MigrationStatus])?

  var title: String { "Migrations" }
  var help: String { "registered and applied migrations, with SQL, changes, data and log." }

  // MARK: Rows

  func rows(in scene: SharedState) -> [MigrationStatus] {
    let all = scene.known.present?.status.migrations ?? []
    if panes.filter.isEmpty, panes.order == 0 { return all }
    if let narrowed, isCurrent(narrowed, scene) { return narrowed.rows }
    let rows =
      panes.filter.isEmpty ? all : all.filter { filterSearch.matches(searched($0, in: scene)) }
    return MigrationOrder.all(for: all)[safe: panes.order]?.sorted(rows) ?? rows
  }

  mutating func prepare(in scene: SharedState) {
    if let narrowed, isCurrent(narrowed, scene) { return }
    narrowed = (panes.filter, panes.order, scene.known.readings, rows(in: scene))
  }

  private func isCurrent(
    _ known: (filter: String, order: Int, reading: Int, rows: [MigrationStatus]),
    _ scene: SharedState
  ) -> Bool {
    known.filter == panes.filter && known.order == panes.order
      && known.reading == scene.known.readings
  }

  func orders(in scene: SharedState) -> [String] {
    MigrationOrder.all(for: scene.known.present?.status.migrations ?? []).map(\.words)
  }

  func searched(_ migration: MigrationStatus, in scene: SharedState) -> [String] {
    [migration.identifier, migration.state.word] + (migration.script.map { [$0.source] } ?? [])
  }

  func lines(
    of rows: ArraySlice<MigrationStatus>, in scene: SharedState, width: Int
  ) -> [StyledLine] {
    rows.map { line($0, in: scene, width: width) }
  }

  func emptyText(in scene: SharedState) -> String {
    scene.known.overview == nil
      ? "Reading…"
      : "No migrations are registered, and the database has no ledger. "
        + "Pass a folder of .sql files with --migrations."
  }

  private func line(_ migration: MigrationStatus, in scene: SharedState, width: Int) -> StyledLine {
    let glyphs = scene.glyphs
    var line = StyledLine(migration.isNext ? glyphs.pointer.plain : " ", .accent, bold: true)
    line.add(migration.state.mark(glyphs), migration.state.role, bold: true)
    line.add(" ")
    let isQuiet = migration.state == .applied || migration.state == .merged
    line.addName(migration.identifier, isQuiet ? .normal : migration.state.role)
    let nameWidth = line.spans.last?.text.width ?? 0
    let room =
      width - line.width + nameWidth - min(nameWidth, max(Canvas.shortestName, width / 2 - 6)) - 2
    var remark = migration.remark
    // Screen readers get a word instead of the mark.
    let word = migration.state.word
    if scene.context.isLinear, !remark.contains(word) { line.add(", \(word)") }
    var role = migration.role
    if !isQuiet, let (report, isCopy, _) = scene.known.report(of: migration.identifier) {
      let result = RunResult(report, scene.known.losses[migration.identifier] ?? Losses(of: []))
      if isCopy, scene.known.isDryRunStale {
        if result.role != .dim { (remark, role) = ("stale dry run", .dim) }
      } else {
        (remark, role) = (result.words(columns: room, glyphs.ellipsis), result.role)
      }
    }
    if migration.isNext, remark == migration.remark, remark.count > room {
      // The mark already shows that it is out of order.
      remark = "next"
    }
    if remark.isEmpty, let time = migration.appliedAt {
      // The time to the minute, if there is room.
      let shown = SafeText(String(Format.utcTime(time).prefix(16)) + " ")
      if line.width + 2 + shown.width <= width {
        line.trailing = StyledLine.Span(text: shown, style: Style(.dim))
      }
    }
    if !remark.isEmpty {
      line.trailing = StyledLine.Span(
        text: SafeText(remark + " "), style: Style(role, bold: migration.isNext))
    }
    return line
  }

  // MARK: Detail

  func subject(of row: MigrationStatus?, in scene: SharedState) -> Subject {
    Subject(tab: tab, identifier: row?.identifier)
  }

  func version(in scene: SharedState) -> Version {
    let migration = selected(in: scene)
    let identifier = migration?.identifier ?? ""
    return Version(
      dryRunTime: scene.known.dryRun?.time, stepTime: scene.known.stepReports[identifier]?.time,
      logCount: scene.known.logs[identifier]?.count ?? 0, status: migration,
      obstacle: scene.known.present?.status.obstacle)
  }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    guard let migration = selected(in: scene) else { return ("", []) }
    let detail = MigrationDetail(migration: migration, scene: scene)
    return (migration.identifier, detail.lines(tab, width: width))
  }

  func provenance(in scene: SharedState) -> StyledLine? {
    guard tab != .sql, let migration = selected(in: scene) else { return nil }
    return MigrationDetail(migration: migration, scene: scene).provenance
  }

  func copyText(in scene: SharedState) -> String? {
    guard let migration = selected(in: scene) else { return nil }
    if tab == .sql { return migration.script?.text }
    // A hint that nothing is known is not worth copying.
    let isKnown =
      scene.known.report(of: migration.identifier) != nil
      || (tab == .log && scene.known.logs[migration.identifier] != nil)
    guard isKnown else { return nil }
    return text(in: scene, width: Self.unbroken).lines.map(\.plain).joined(separator: "\n")
  }

  func report(in scene: SharedState) -> [String] {
    var lines = scene.known.staleText.map { [$0, ""] } ?? []
    lines += ["| migration | state | remark |", "|---|---|---|"]
    for migration in rows(in: scene) {
      let report = scene.known.report(of: migration.identifier)
      let remark =
        report.map {
          ($0.isCopy ? "dry run: " : "step: ") + $0.report.headline(isDone: !$0.isCopy)
        } ?? ""
      lines.append(
        "| \(Markdown.safe(migration.identifier)) | \(migration.state.word) | \(Markdown.safe(remark)) |"
      )
    }
    for migration in rows(in: scene) {
      guard let (report, isCopy, _) = scene.known.report(of: migration.identifier) else { continue }
      lines += ["", "## \(Markdown.safe(migration.identifier))", ""]
      lines += report.failure == nil ? report.lines(isDone: !isCopy).map(Markdown.item) : []
      if let failure = report.failure {
        let text = failure.explanation(
          on: isCopy ? .copy : .database, width: 200, of: scene.context.path
        ).map(\.plain)
        lines += ["", "```"] + text + ["```"]
        if isCopy { lines += ["", "This was a dry run on a copy; the real file was not changed."] }
      }
    }
    return lines
  }

  // MARK: Update

  func selectedMigration(in scene: SharedState) -> MigrationStatus? { selected(in: scene) }

  /// On the tab with row counts, Enter opens the rows.
  func activation(in pane: Pane) -> Command? {
    pane == .detail && tab == .data ? .showRows : nil
  }

  /// Selects a migration, if it matches the filter.
  mutating func select(_ identifier: String, in scene: SharedState) {
    let position = position(of: Subject(tab: tab, identifier: identifier), in: scene)
    if let position { panes.list.selection = position }
  }

  /// Selects a migration; clears the filter if the migration does not match it.
  mutating func reveal(_ identifier: String, in scene: SharedState) {
    select(identifier, in: scene)
    guard selected(in: scene)?.identifier != identifier else { return }
    filter("", in: scene)
    select(identifier, in: scene)
  }
}

enum MigrationOrder: Sendable, CaseIterable {
  /// The order in which the migrations run.
  case running
  /// States that need attention first, applied migrations last.
  case state
  /// By the time of application, newest first; migrations without a time come last.
  case time

  /// The orders that make sense for a list, the default first; many ledgers store no times.
  static func all(for migrations: [MigrationStatus]) -> [MigrationOrder] {
    let hasTimes = migrations.contains { $0.appliedAt != nil }
    return allCases.filter { $0 != .time || hasTimes }
  }

  var words: String {
    switch self {
    case .running: "in the order in which they run"
    case .state: "by state"
    case .time: "last applied first"
    }
  }

  /// Sorts migrations; ties keep the order in which they run.
  func sorted(_ migrations: [MigrationStatus]) -> [MigrationStatus] {
    let places = migrations.enumerated()
    switch self {
    case .running: return migrations
    case .state:
      return places.sorted {
        ($0.element.state.rank, $0.offset) < ($1.element.state.rank, $1.offset)
      }
      .map(\.element)
    case .time:
      let times = migrations.map { Format.utcTime($0.appliedAt ?? "") }
      return places.sorted { first, second in
        let (one, other) = (times[first.offset], times[second.offset])
        return one == other ? first.offset < second.offset : one > other
      }.map(\.element)
    }
  }
}

extension MigrationStatus.State {
  /// The sort rank of a state; states that need attention come first.
  fileprivate var rank: Int {
    switch self {
    case .dirty: 0
    case .unusable: 1
    case .changed: 2
    case .unregistered: 3
    case .outOfOrder: 4
    case .code: 5
    case .pending: 6
    case .skipped: 7
    case .merged: 8
    case .applied: 9
    }
  }
}

// Commands that start dry runs, steps and repairs.
extension Command {
  /// Run the selected pending migration, and those before it, on a copy.
  public static var dryRun: Command { Command() }
  /// Apply the next migration to the real file.
  public static var step: Command { Command() }
  /// Apply all pending migrations to the real file, one by one.
  public static var stepAll: Command { Command() }
  /// Search for repairs of the ledger.
  public static var repair: Command { Command() }
  /// Open the selected migration's file in an editor.
  public static var edit: Command { Command() }
}
