internal import MigratorEngine
internal import MigratorRows

extension GeneratedFinding {
  /// Why the migration fails on rows that the former schema allows; `nil` for other findings.
  var failureReason: String? {
    switch kind {
    case .mayFail(let failure, _, _): failure.message
    case .violations(let table, let columns, let parent, _):
      "\(table).\(columns.joined(separator: ", ")) refers to no row of \(parent)"
    default: nil
    }
  }
}

extension GeneratedFinding.Kind {
  /// Why the migration, or one before it, cannot be run on rows; `nil` if it can.
  var failureMessage: String? {
    switch self {
    case .mayFail(let failure, _, _): failure.message
    case .stopped(.fails(let message)), .stopped(.rows(let message)): message
    case .stopped(.takesLonger(let limit)): "it takes longer than \(limit)"
    default: nil
    }
  }
}
