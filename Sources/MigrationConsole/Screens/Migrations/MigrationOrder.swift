import MigratorEngine

/// An order in which migrations are listed.
enum MigrationOrder: Sendable, CaseIterable {
  /// The order in which they run.
  case running
  /// What needs a person first, what is applied last.
  case state
  /// By the time at which they were applied, the newest first; those without a time come last.
  case time

  /// The orders that tell something of a list, the usual one first: many ledgers keep no times.
  static func all(for migrations: [MigrationStatus]) -> [MigrationOrder] {
    let hasTimes = migrations.contains { $0.appliedAt != nil }
    return allCases.filter { $0 != .time || hasTimes }
  }

  /// The order in words.
  var words: String {
    switch self {
    case .running: "in the order in which they run"
    case .state: "by state"
    case .time: "last applied first"
    }
  }

  /// Sorts migrations; those that are alike stay in the order in which they run.
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
      return places.sorted { first, second in
        let (one, other) = (first.element.appliedAt ?? "", second.element.appliedAt ?? "")
        return one == other ? first.offset < second.offset : one > other
      }.map(\.element)
    }
  }
}

extension MigrationStatus.State {
  /// What needs a person most comes first.
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
