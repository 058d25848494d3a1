internal import MigratorEngine

extension CheckFinding {
  /// The problem, as a sentence.
  public var message: String {
    switch evidence {
    case .unreadable(let problem): problem.message
    case .state(let state, _): "\(migration ?? "") \(state.objection)."
    case .obstacle(let obstacle): obstacle.message
    case .standstill(let standstill): standstill.message
    case .stop(let stop): stop.message
    case .failure(let failure): failure.message
    case .dataLoss(let losses, _): Self.sentence(losses.list(of: .data))
    case .ruleLoss(let losses): Self.sentence(losses.list(of: .rule))
    case .violations(let counts, let first):
      "\(counts.line.plain)\(first.map { ": \($0.line)" } ?? "")."
    case .duration(let seconds):
      "It would block other writers for \(Format.seconds(seconds))."
    case .warning(let sentence): sentence
    }
  }

  /// The suggested next action, or `nil`.
  public var remedy: String? {
    switch evidence {
    case .unreadable(let problem): problem.remedy
    case .state(_, let note): note
    case .obstacle(let obstacle): obstacle.remedy
    case .standstill(let standstill): standstill.remedy?.sentence
    case .stop(let stop): stop.remedy.sentence
    case .failure(let failure): failure.remedy(on: .copy).sentence
    case .dataLoss(_, let open): open.remedy.sentence
    case .ruleLoss, .violations, .duration, .warning: nil
    }
  }

  private static func sentence(_ losses: [Loss]) -> String {
    losses.map { $0.line().plain }.joined(separator: "; ") + "."
  }
}

extension CheckFinding.Rule {
  /// The meaning of the rule, as a sentence.
  public var meaning: String {
    switch self {
    case .unreadable: "The migration files are not usable."
    case .failed: "A migration fails."
    case .blocked: "This program cannot run a migration."
    case .unknown: "No migrations were found, or the ledger is newer than all of them."
    case .changed: "The file of an applied migration was changed."
    case .dirty: "A migration began but did not finish."
    case .unregistered: "The ledger contains a migration that is not registered."
    case .outOfOrder: "A migration is not applied, but a later one is."
    case .lostData: "Data is lost, and the loss was not accepted."
    case .lostRule: "An index, trigger, view or constraint is lost."
    case .violations: "There are new foreign-key violations."
    case .slow: "A migration blocks other writers for too long (--max-lock)."
    case .warning: "The dry run has a warning."
    }
  }
}

extension MigrationStatus.State {
  /// The objection to this state, as a predicate that follows the migration's name.
  fileprivate var objection: String {
    switch self {
    case .changed: "was changed after it was applied"
    case .dirty: "began but did not finish"
    case .unregistered: "is recorded as applied but not registered"
    case .outOfOrder: "is not applied, but a later migration is"
    case .applied, .pending, .merged, .skipped, .code, .unusable: "is \(rawValue)"
    }
  }
}
