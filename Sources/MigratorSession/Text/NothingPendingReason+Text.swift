public import MigratorEngine

extension PredictedStop {
  /// The migration before which the run ends, the reason, and how many migrations follow it.
  public var message: String {
    let waiting = waiting == 0 ? "" : " \(Format.number(Int64(waiting))) more would follow."
    return "Stops before \(identifier): \(error.message)\(waiting)"
  }

  /// The suggested next action.
  public var remedy: Remedy { error.remedy }
}

extension NothingPendingReason {
  /// The reason why no migration can be applied, as a sentence.
  public var message: String {
    switch self {
    case .complete: "Nothing is pending."
    case .noMigrations: "No migrations were found, so migtui cannot determine what is pending."
    case .superseded(let identifiers):
      "None of these migrations is pending, but the ledger is newer: "
        + Format.names(identifiers, limit: 3)
        + (identifiers.count == 1 ? " is" : " are") + " applied but not registered."
    }
  }

  /// Returns why a run has nothing to apply; migrations outside its scope may be pending.
  ///
  /// - Parameter scope: The migrations to run.
  /// - Returns: The sentence.
  public func message(in scope: MigrationScope) -> String {
    if case .upTo(let last) = scope, self == .complete {
      return "Nothing up to \(last) is pending."
    }
    return message
  }

  /// The suggested next action; `nil` if there is nothing to do.
  public var remedy: Remedy? {
    switch self {
    case .complete: nil
    case .noMigrations: "Give the migration folder: --migrations DIR."
    case .superseded: "Use the migration files of the app version that applied them."
    }
  }
}
