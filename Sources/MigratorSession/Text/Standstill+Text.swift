public import MigratorEngine

extension ForeseenStop {
  /// Before which migration the run ends, why, and how many wait behind it.
  public var message: String {
    let waiting = waiting == 0 ? "" : " \(Format.number(Int64(waiting))) more after it."
    return "Stops before \(identifier): \(error.message)\(waiting)"
  }

  /// What to do about it.
  public var remedy: Remedy { error.remedy }
}

extension Standstill {
  /// What is there instead of a step, in a sentence.
  public var message: String {
    switch self {
    case .complete: "Nothing is pending."
    case .noMigrations: "No migrations were found, so nobody can tell what is pending."
    case .superseded(let identifiers):
      "Nothing of these migrations is pending, but the ledger is newer than they are: "
        + Format.names(identifiers, limit: 3)
        + (identifiers.count == 1 ? " is" : " are") + " applied and not registered."
    }
  }

  /// The same of some of the migrations: others may be pending.
  ///
  /// - Parameter scope: Which migrations.
  /// - Returns: The sentence.
  public func message(in scope: MigrationScope) -> String {
    if case .upTo(let last) = scope, self == .complete {
      return "Nothing up to \(last) is pending."
    }
    return message
  }

  /// What to do about it; `nil` where nothing is to be done.
  public var remedy: Remedy? {
    switch self {
    case .complete: nil
    case .noMigrations: .nameMigrations
    case .superseded: .takeItsMigrations
    }
  }
}
