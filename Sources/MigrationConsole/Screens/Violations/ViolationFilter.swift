import MigratorEngine
import MigratorSession

/// A search of all violations for the words of the filter, in the background.
///
/// Only the first rows of each foreign key are kept in memory, so the file is read again.
struct ViolationFilter: Sendable {
  enum State: Sendable, Hashable {
    case running, complete, stopped
    case failed(String)
  }

  let text: String
  let generation: Int
  /// The matching violations, by foreign key.
  var groups: [ViolationsScreen.Group] = []
  var state = State.running
  /// The table that is searched, and its position among all tables.
  var progress: (table: String, index: Int, count: Int)?

  /// True if the list shows these results.
  func isShown(for filter: String) -> Bool {
    text == filter && state == .complete
  }

  /// Handles a message of this search; returns `false` for other messages.
  mutating func handle(_ message: WorkMessage) -> Bool {
    switch message {
    case .violations(let found, let unlisted, generation):
      groups.add(found, unlisted: unlisted)
    case .violationProgress(let table, let index, let count, generation):
      progress = (table, index, count)
    case .violationsEnded(let failure, generation):
      state = failure.map { $0.isCancellation ? .stopped : .failed($0.whole) } ?? .complete
    default: return false
    }
    return true
  }

  /// Describes the search of `total` rows.
  func remark(of total: Int) -> String {
    let all = Format.number(Int64(total))
    switch state {
    case .running:
      let place = progress.map { " · \($0.table), \($0.index + 1) of \($0.count)" } ?? ""
      return "searching all \(all) rows\(place)  Esc stops"
    case .complete:
      let found = groups.reduce(0) { $0 + $1.count }
      return "\(Format.number(Int64(found))) of \(all) rows match"
    case .stopped: return "the search of all \(all) rows was stopped"
    case .failed(let message): return message
    }
  }
}

extension ViolationsScreen {
  /// Searches all rows for a new filter, if the list does not contain all of them.
  mutating func filterAll(in scene: inout SharedState) -> [Effect] {
    let wanted = unlisted > 0 && !isSearching && !filterSearch.isEmpty ? panes.filter : nil
    guard filtering?.text != wanted else { return [] }
    let given = stopFiltering()
    guard let wanted else { return given }
    let generation = scene.nextGeneration()
    filtering = ViolationFilter(text: wanted, generation: generation)
    return given + [.searchViolations(matching: wanted, generation: generation)]
  }

  /// Forgets the search for the filter, and stops it.
  mutating func stopFiltering() -> [Effect] {
    guard let ended = filtering else { return [] }
    filtering = nil
    arrange()
    return ended.state == .running ? [.cancel(generation: ended.generation)] : []
  }
}
