import MigratorEngine
import MigratorSession
import TerminalUI

extension ViolationsScreen {
  mutating func restart(in scene: inout SharedState) -> [Effect] {
    let given = isRunning ? [Effect.cancel(generation: generation)] : []
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

  var workGeneration: Int? { isRunning ? generation : nil }

  var isRunning: Bool {
    if case .running = search { return true }
    return false
  }

  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
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
    case .groupFixes(let remedies, generation):
      for index in groups.indices where !groups[index].isUnchecked {
        groups[index].remedies = remedies[groups[index].key] ?? []
      }
    case .triedFix(let result, let generation):
      guard scene.end(generation) else { return .none }
      return handle(tried: result, in: &scene)
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

  // MARK: Fixing

  static let bindings = [
    Binding(
      command: .fix, keys: [.char("f")], short: "fix",
      long: "Show fixes for all violations of a foreign key, and try one on a copy.",
      group: .find, isLocal: true)
  ]

  var selectedGroup: Group? {
    switch selected {
    case .group(let index)?, .violation(let index, _)?: groups[index]
    case nil: nil
    }
  }

  func refusal(of command: Command, in scene: SharedState) -> String? {
    guard let group = selectedGroup else { return "No violations to fix." }
    if isRunning { return "The search is still running. Wait until it ends." }
    if failure != nil { return ViolationDetail.untrusted }
    return group.remedies.isEmpty
      ? "No single statement fixes all of these. Check the foreign key itself." : nil
  }

  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    guard let group = selectedGroup else { return .none }
    return Outcome(dialog: FixDialog(remedies: group.remedies, count: group.count))
  }

  /// Adds violations in the order in which they were found, and the number of unlisted ones for
  /// each foreign key.
  ///
  /// - Complexity: O(*n*) for *n* violations found so far.
  private mutating func add(_ found: [ViolationDetail], unlisted: [ForeignKeyInfo: Int]) {
    for violation in found {
      if let index = groups.firstIndex(where: { $0.key == violation.foreignKey }) {
        groups[index].violations.append(violation)
      } else {
        groups.append(
          Group(
            key: violation.foreignKey, violations: [violation],
            folding: resumed?.folding[violation.foreignKey]))
      }
    }
    for index in groups.indices { groups[index].unlisted += unlisted[groups[index].key] ?? 0 }
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
  /// Show the statements that fix all violations of a foreign key.
  public static var fix: Command { Command() }
}
