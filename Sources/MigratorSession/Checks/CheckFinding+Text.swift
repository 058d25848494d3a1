internal import MigratorEngine

extension CheckFinding {
  /// The problem, as a sentence, and the context.
  public var message: String { [statement, context].compactMap(\.self).joined(separator: " ") }

  private var statement: String {
    switch evidence {
    case .unreadable(let problem), .splitting(let problem): problem.message
    case .state(let state, _): "\(migration ?? "") \(state.objection)."
    case .obstacle(let obstacle): obstacle.message
    case .standstill(let standstill): standstill.message
    case .stop(let stop): stop.message
    case .failure(let failure): failure.message
    case .dataLoss(let losses, _): Self.sentence(losses.list(of: .data))
    case .ruleLoss(let losses): Self.sentence(losses.list(of: .rule))
    case .violations(let counts, let first):
      "\(counts.line.plain)\(first.map { ": \($0.line)" } ?? "")."
    case .broken(let loss): loss.words
    case .unusedConsent(let consent):
      consent.problem
        ?? (consent.isInFile
          ? "The file has no finding of the accepted rule \(consent.name)."
          : "No migration file \(consent.migrationFile) has a finding of the accepted rule "
            + "\(consent.name).")
    case .unusedAgreement(let agreement): agreement.message
    case .duration(let seconds):
      "The migration would block other writers for \(Format.seconds(seconds))."
    case .warning(let sentence): sentence
    case .down(let difference): difference.message
    case .generated(let finding): finding.message
    case .base(let difference, let revision):
      "\(migration ?? "") \(difference.predicate(revision))."
    case .newerSQLite(let use, let users, _):
      "SQLite \(use.feature.release.version) introduced \(use.feature.name); users have "
        + "\(users.version)\(use.isStored ? ", which cannot open the database" : ""). "
        + use.feature.link
    case .hint(let hint, _): hint.message
    case .growth(let growth, let statement): growth.message(about: statement)
    }
  }

  /// The suggested next action, or `nil`.
  public var remedy: String? {
    switch evidence {
    case .unreadable(let problem), .splitting(let problem): problem.remedy
    case .state(_, let note): note
    case .obstacle(let obstacle): obstacle.remedy
    case .standstill(let standstill): standstill.remedy?.sentence
    case .stop(let stop): stop.remedy.sentence
    case .failure(let failure): failure.remedy(on: .copy).sentence
    case .dataLoss(_, let open): open.remedy.sentence
    case .base(let difference, _): difference.remedy ?? rule.facts.advice
    case .down: DownDifference.remedy
    case .generated(let finding): finding.remedy
    case .hint(let hint, _): hint.remedy
    case .growth(let growth, let statement): growth.remedy(for: statement)
    case .unusedConsent(let consent):
      consent.problem != nil
        ? "Write `-- migtui: accept RULE -- REASON`, where RULE is the name of a `check` rule."
        : consent.isInFile ? "Remove the comment." : "Remove the line, or correct its file name."
    case .unusedAgreement: "Remove the option, or correct it."
    case .ruleLoss, .violations, .broken, .duration, .warning, .newerSQLite: nil
    }
  }

  private static func sentence(_ losses: [Loss]) -> String {
    losses.map { $0.line().plain }.joined(separator: "; ") + "."
  }
}

extension MigrationStatus.State {
  /// The problem with this state, as a predicate that follows the migration's name.
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

extension BaseDifference {
  /// The difference, as a predicate that follows the migration's name.
  fileprivate func predicate(_ revision: String) -> String {
    switch self {
    case .edited: "differs from its file at \(revision)"
    case .inserted(let later): "is new, but it sorts before \(later), which exists at \(revision)"
    case .removed(nil): "exists at \(revision), but its file was removed"
    case .removed(let name?): "exists at \(revision), but its file was renamed to \(name)"
    }
  }

  /// Advice that is more specific than that of the rule, or `nil`.
  fileprivate var remedy: String? {
    if case .removed(.some) = self { "Restore the previous name." } else { nil }
  }
}
