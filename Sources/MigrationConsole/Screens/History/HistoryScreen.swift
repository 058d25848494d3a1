import MigratorEngine
import MigratorSession
import TerminalUI

/// Past runs, with time, duration and result: those of this session in full detail, others from the
/// history file.
struct HistoryScreen: ConsoleScreen {
  /// The inputs of the rows.
  private struct Source: Hashable, Sendable {
    var filter: String
    var order: Int
    var entries: Int
    var readings: Int
  }

  var panes = ScreenPanes()
  var shown: DetailKey<HistoryRow?, Int>?
  /// The backup that was selected for a restore; `nil` for that of the last change.
  private var chosenBackup: String?
  /// The rows, cached until their inputs change: there may be many thousands.
  private var made: (source: Source, rows: [HistoryRow])?

  var title: String { "History" }
  /// The heading states the time zone, because there is no room for it in the rows.
  func heading(in scene: SharedState) -> String { "History, times in UTC" }
  /// Rows show a time, an action, its subject and its outcome.
  var hasWideRows: Bool { true }
  var help: String {
    "runs of this and earlier sessions, with duration and results."
  }

  // MARK: Rows

  mutating func prepare(in scene: SharedState) {
    let source = source(in: scene)
    if made?.source != source { made = (source, sortedRows(in: scene)) }
  }

  private func source(in scene: SharedState) -> Source {
    Source(
      filter: panes.filter, order: panes.order, entries: scene.known.history.count,
      readings: scene.known.pastReadings)
  }

  func rows(in scene: SharedState) -> [HistoryRow] {
    if let made, made.source == source(in: scene) { return made.rows }
    return sortedRows(in: scene)
  }

  private func sortedRows(in scene: SharedState) -> [HistoryRow] {
    let all =
      scene.known.history.reversed().map { HistoryRow.entry($0) }
      + scene.known.past.events.reversed().map { HistoryRow.event($0) }
    let rows =
      panes.filter.isEmpty ? all : all.filter { filterSearch.matches(searched($0, in: scene)) }
    let keyed = rows.enumerated().map { place, row in
      let item = HistoryItem(row, in: scene.context)
      return (
        seconds: panes.order == 1 ? item.seconds ?? 0 : 0, time: item.time, place: place, row: row
      )
    }
    // Rows with equal times keep their order, which is that of the session.
    return keyed.sorted { one, other in
      if one.seconds != other.seconds { return one.seconds > other.seconds }
      return one.time == other.time ? one.place < other.place : one.time > other.time
    }.map(\.row)
  }

  func orders(in scene: SharedState) -> [String] { ["newest first", "longest first"] }

  func searched(_ row: HistoryRow, in scene: SharedState) -> [String] {
    HistoryItem(row, in: scene.context).searched
  }

  func lines(of rows: ArraySlice<HistoryRow>, in scene: SharedState, width: Int) -> [StyledLine] {
    rows.map { HistoryItem($0, in: scene.context).line(width: width) }
  }

  var dependsOnFile: Bool { false }

  func emptyText(in scene: SharedState) -> String {
    (["No runs yet. Press \(scene.key(.dryRun)) to dry-run the pending migrations on a copy."]
      + scene.known.past.warnings).joined(separator: " ")
  }

  // MARK: Detail

  func subject(of row: HistoryRow?, in scene: SharedState) -> HistoryRow? { row }

  func version(in scene: SharedState) -> Int { scene.known.past.damagedLines.count }

  func text(in scene: SharedState, width: Int) -> (title: String, lines: [StyledLine]) {
    guard let row = selected(in: scene) else { return ("", []) }
    let item = HistoryItem(row, in: scene.context)
    var lines = item.lines(width: width, of: scene.context.path)
    if case .event = row {
      if let path = scene.known.past.path {
        lines += [StyledLine()] + paragraph("from \(path)", width: width, .dim)
      }
      for warning in scene.known.past.warnings {
        lines += paragraph(warning, width: width, .warning)
      }
    }
    return (item.title, lines)
  }

  func report(in scene: SharedState) -> [String] {
    rows(in: scene).flatMap { HistoryItem($0, in: scene.context).markdown }
      + scene.known.past.warnings.map { "- \(Markdown.safe($0))" }
  }
}

extension HistoryScreen {
  static let bindings = [
    Binding(
      command: .restore, keys: [.char("u")], short: "undo",
      long:
        "Restore the last backup, or on the screen History the selected one, after showing the "
        + "changes that this undoes.", group: .migrate)
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    if let reason = scene.unreadReason { return reason }
    if scene.screen == .history, let item = selectedItem(in: scene), item.backupPath == nil {
      return "This run has no backup of its own. Select a step, a repair or a restore with one."
    }
    return scene.busyReason ?? scene.writeRefusal
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    chosenBackup = scene.screen == .history ? selectedItem(in: scene)?.backupPath : nil
    return Outcome(
      effects: scene.begin(.preparingRestore) { [chosenBackup] in
        .prepareRestore(chosenBackup, generation: $0)
      })
  }

  private func selectedItem(in scene: SharedState) -> HistoryItem? {
    selected(in: scene).map { HistoryItem($0, in: scene.context) }
  }

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    switch message {
    case .restorePrepared(let result, let generation):
      guard scene.end(generation) else { return .none }
      switch result {
      case .success(let prepared)
      where chosenBackup == nil && prepared.backup.occasion == .restore:
        scene.say(
          "Nothing is left to undo. To undo the restore itself, select it on screen "
            + "\(scene.key(.show(.history))) and press \(scene.key(.restore)).", .warning)
        return .none
      case .success(let prepared): return Outcome(dialog: ConfirmRestore(prepared: prepared))
      case .failure(let failure) where failure.isCancellation:
        scene.say(failure.message, .warning)
        return .none
      case .failure(let failure):
        return .refused(
          "Not restored", because: failure.lines(width: scene.dialogWidth), in: &scene)
      }
    case .restored(let outcome, let backup, let undone, let generation):
      guard scene.end(generation) else { return .none }
      let warnings = [
        outcome.problem.map { scene.failure($0).whole }, outcome.unreadWarning,
        outcome.historyFailure?.sentence,
      ].compactMap { $0 }
      if let failure = outcome.error.map({ scene.failure($0) }) {
        scene.say(
          ([failure.whole] + warnings).joined(separator: " · "),
          failure.isCancellation ? .warning : .error)
      } else {
        scene.known.forgetSteps(undone: undone)
        scene.known.forgetDryRun()
        let kept = outcome.backupPath.map { "backup of the previous state: \($0)" }
        // The dialog showed the whole path; the line has room only for the name.
        let name = backup.path.split(separator: "/").last.map(String.init) ?? ""
        let words = ["Restored \(name) in \(Format.seconds(outcome.seconds))", kept]
        scene.say(
          (words.compactMap { $0 } + outcome.prunedBackups.prunedWords + warnings)
            .joined(separator: " · "), warnings.isEmpty ? .info : .warning)
      }
      return .fileChanged
    default: return .none
    }
  }
}

extension Command {
  /// Restore the last backup.
  public static var restore: Command { Command() }
}
