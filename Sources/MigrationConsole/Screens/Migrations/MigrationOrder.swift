import MigratorEngine

/// An order in which migrations are listed.
enum MigrationOrder: Sendable, CaseIterable {
  /// The order in which they run.
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
      return places.sorted { first, second in
        let (one, other) = (first.element.appliedAt ?? "", second.element.appliedAt ?? "")
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
