import MigratorEngine
import MigratorSession
import TerminalUI

extension ViolationsScreen {
  mutating func restart(in scene: inout SharedState) -> [Effect] {
    let given = (isSearching ? [Effect.cancel(generation: generation)] : []) + stopFiltering()
    (groups, rows) = ([], [])
    // A search that starts together with a read, as after a step, applies to the state that will be
    // read.
    let state = scene.known.isReading ? nil : scene.known.present?.fingerprint
    (searched, isStale, resumed) = (state, false, nil)
    panes.list = ListState()
    generation = scene.nextGeneration()
    search = .running(table: "", index: 0, count: 0, startedAt: scene.now)
    return given + [.searchViolations(generation: generation)]
  }

  /// Searches again after a change if the last search took less than a second.
  mutating func loadIfNeeded(in scene: inout SharedState) -> [Effect] {
    let filtering = filterAll(in: &scene)
    if !filtering.isEmpty { return filtering }
    guard isStale, case .complete(let seconds) = search, seconds < 1, scene.known.present != nil
    else { return [] }
    let place = panes.list.selection
    let folding = Dictionary(
      groups.compactMap { group in group.folding.map { (group.key, $0) } }
    ) { first, _ in first }
    let effects = restart(in: &scene)
    // Restore the selection once there are enough rows.
    resumed = (place, folding)
    return effects
  }

  var workGeneration: Int? { isSearching ? generation : isFiltering ? filtering?.generation : nil }

  var isRunning: Bool { isSearching || isFiltering }

  private var isFiltering: Bool { filtering?.state == .running }

  var isSearching: Bool {
    if case .running = search { return true }
    return false
  }

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    if filtering?.handle(message) == true {
      arrange()
      return .none
    }
    switch message {
    case .overview(.failure): isStale = true
    case .overview(.success(let read)):
      isStale = isStale || searched.map { $0 != read.fingerprint } ?? false
      searched = read.fingerprint
    case .violations(let found, let unlisted, generation): add(found, unlisted: unlisted)
    case .violationProgress(let table, let index, let count, generation):
      var startedAt = scene.now
      if case .running(_, _, _, let before) = search { startedAt = before }
      search = .running(table: table, index: index, count: count, startedAt: startedAt)
    case .fixOptions(let options, generation):
      for index in groups.indices where !groups[index].isUnchecked {
        groups[index].options = options[groups[index].key] ?? []
      }
    case .triedFixes(let choices, let result, let generation):
      guard scene.end(generation) else { return .none }
      for choice in choices { self.choices[choice.foreignKey] = choice.action }
      return handle(tried: result, in: &scene)
    case .appliedFixes(let trial, let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(trial, applied: result, in: &scene)
    case .violationsEnded(let failure, generation):
      end(failure, at: scene.now)
      if let resumed { panes.list.selection = resumed.place }
    default: break
    }
    return .none
  }

  private func handle(
    tried result: Result<FixTrial, WorkFailure>, in scene: inout SharedState
  ) -> Outcome {
    switch result {
    case .success(let trial): return Outcome(dialog: FixTrialDialog(trial: trial))
    case .failure(let failure):
      scene.say(failure.whole, failure.isCancellation ? .warning : .error)
      return .none
    }
  }

  private func handle(
    _ trial: FixTrial, applied result: Result<RepairOutcome, WorkFailure>,
    in scene: inout SharedState
  ) -> Outcome {
    switch result {
    case .success(let outcome):
      let fixed = trial.violationsBefore - trial.violationsAfter
      let words =
        ["Fixed \(Format.count(fixed, "violation"))"]
        + (outcome.backupPath.map { ["backup: \($0)"] } ?? []) + outcome.prunedBackups.prunedWords
        + (outcome.historyFailure.map { [$0.sentence] } ?? [])
      scene.say(words.joined(separator: " · "), outcome.historyFailure == nil ? .info : .warning)
    case .failure(let failure):
      scene.say(failure.whole, failure.isCancellation ? .warning : .error)
    }
    return .fileChanged
  }

  // MARK: Fixing

  static let bindings = [
    Binding(
      command: .mark, keys: [.char(" ")], short: "mark",
      long: "Mark the group for the next fix, or remove the mark; without marks, it fixes all.",
      group: .find, isLocal: true),
    Binding(
      command: .fix, keys: [.char("f")], short: "fix",
      long: "Choose how to fix the marked groups of violations, and try it on a copy.",
      group: .find, isLocal: true),
    Binding(
      command: .fold, keys: [.char("o")], short: "fold",
      long: "Fold or unfold the group.", group: .find, isLocal: true),
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    guard let selectedPlace else { return "No violations to fix." }
    if command == .fold { return nil }
    if command == .mark { return groups[selectedPlace].isUnchecked ? Self.unfixable : nil }
    if isSearching { return "The search is still running. Wait until it ends." }
    if failure != nil { return ViolationDetail.untrusted }
    return fixable.isEmpty ? Self.unfixable : nil
  }

  private static let unfixable = "No statement fixes all of these. Check the foreign key itself."

  /// The marked groups, or all if none is marked, that a statement can fix.
  var fixable: [Int] {
    order(of: groups).filter { (!hasMarks || groups[$0].isMarked) && !groups[$0].options.isEmpty }
  }

  /// The situation on this screen and what Enter does, or `nil` if no fix is possible.
  func nextWords(in situation: Situation, _ focus: Pane) -> (words: String, hint: String?)? {
    let fixable = fixable
    guard let selected, !fixable.isEmpty, !isSearching, failure == nil else { return nil }
    let marked = hasMarks ? "marked " : ""
    let subject = "\(fixable.count) \(marked)\(fixable.count == 1 ? "group" : "groups")"
    var words = "\(subject) of rows break\(fixable.count == 1 ? "s" : "") a foreign key"
    if case .hindered(let migration, _) = situation {
      words =
        "\(subject) block\(fixable.count == 1 ? "s" : "") \(NextLine.shortName(migration))"
    }
    let hint: String? =
      switch selected {
      case _ where focus == .detail: nil
      case .group: "choose fixes"
      case .violation: "show the row"
      }
    return (words, hint)
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    guard let selectedPlace else { return .none }
    switch command {
    case .fold: fold()
    case .mark:
      groups[selectedPlace].isMarked.toggle()
      let row = rows[panes.list.selection...].dropFirst().firstIndex {
        if case .group = $0 { true } else { false }
      }
      if let row { panes.list.selection = row }
    default:
      let fixable = fixable
      return Outcome(
        dialog: FixDialog(
          entries: fixable.map {
            let group = groups[$0]
            return FixDialog.Entry(
              key: group.key, count: group.count, options: group.options,
              chosen: choices[group.key])
          }, index: fixable.firstIndex(of: selectedPlace) ?? 0))
    }
    return .none
  }

  /// Adds violations in the order in which they were found, and the number of unlisted ones for
  /// each foreign key.
  ///
  /// - Complexity: O(*n*) for *n* violations found so far.
  private mutating func add(_ found: [ViolationDetail], unlisted: [ForeignKeyInfo: Int]) {
    groups.add(found, unlisted: unlisted) { resumed?.folding[$0] }
    arrange()
  }

  /// Ends the search; `nil` means that it was complete.
  private mutating func end(_ failure: WorkFailure?, at time: Double) {
    var seconds = 0.0
    if case .running(_, _, _, let startedAt) = search { seconds = time - startedAt }
    switch failure {
    case nil: search = .complete(seconds: seconds)
    case .some(let failure) where failure.isCancellation: search = .stopped
    case .some(let failure): search = .failed(failure.whole)
    }
  }
}

extension Command {
  /// Choose how to fix groups of violations.
  public static var fix: Command { Command() }
  /// Mark a group of violations.
  public static var mark: Command { Command() }
  /// Fold or unfold a group.
  public static var fold: Command { Command() }
}

extension [ViolationsScreen.Group] {
  /// Adds violations to their groups, and the number of unlisted ones for each foreign key.
  mutating func add(
    _ found: [ViolationDetail], unlisted: [ForeignKeyInfo: Int],
    folding: (ForeignKeyInfo) -> Bool? = { _ in nil }
  ) {
    for violation in found {
      if let index = firstIndex(where: { $0.key == violation.foreignKey }) {
        self[index].violations.append(violation)
      } else {
        append(
          Element(
            key: violation.foreignKey, violations: [violation],
            folding: folding(violation.foreignKey)))
      }
    }
    for index in indices { self[index].unlisted += unlisted[self[index].key] ?? 0 }
  }
}
