import MigratorEngine
internal import MigratorPlatform

/// The next safe action in a ``Situation``.
public struct NextAction: Sendable, Hashable {
  /// The kinds of actions; the raw values are those of JSON.
  public enum Kind: String, Sendable, CaseIterable {
    /// Specify the folder of the migrations.
    case nameMigrations = "name-migrations"
    /// Edit the file of the migration.
    case edit
    /// Look at the repairs of the ledger.
    case repair
    /// Look at the applied migrations that are not registered.
    case listUnknown = "list-unknown"
    /// Run the pending migrations on a copy.
    case dryRun = "dry-run"
    /// Look at the rows that break a foreign key, and fix them.
    case fixViolations = "fix-violations"
    /// Look at what the migration would lose, and decide whether to accept it.
    case reviewLosses = "review-losses"
    /// Apply the migration.
    case step
  }

  /// What to do.
  public let kind: Kind
  /// The migration that it concerns, or `nil`.
  public let subject: String?
  /// The arguments of the command for the action, without the program name and the options that
  /// select the migrations; `nil` if no command performs it.
  private let arguments: [String]?

  /// Returns the command, quoted for a shell.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - options: The options that select the migrations, unquoted.
  /// - Returns: The command, or `nil` if none performs the action.
  public func command(for database: String, options: [String] = []) -> String? {
    guard let arguments else { return nil }
    return ([ProgramName.text] + arguments.prefix(1) + [database] + options + arguments.dropFirst())
      .map(\.shellWord).joined(separator: " ")
  }
}

extension Situation {
  /// The next safe action, or `nil` if there is nothing to do.
  public var next: NextAction? {
    switch self {
    case .complete: nil
    case .violated: NextAction(.fixViolations, "violations")
    case .noMigrations: NextAction(.nameMigrations)
    case .superseded(let newer): NextAction(.listUnknown, of: newer.first)
    case .unusable(_, let migration): NextAction(.edit, of: migration)
    case .blocked(let obstacle): NextAction(.repair, of: obstacle.migration, "repair")
    case .untried(let first, let count, let canTryAll):
      count > 1 && canTryAll
        ? NextAction(.dryRun, of: first, "dry-run", "--all")
        : NextAction(.dryRun, of: first, "dry-run")
    case .failing(let failure): NextAction(.edit, of: failure.identifier)
    case .hindered(let migration, _):
      NextAction(.fixViolations, of: migration, "violations", "--fix")
    case .losing(let migration, _): NextAction(.reviewLosses, of: migration)
    case .tried(let migration, _): NextAction(.step, of: migration, "step", "--yes")
    }
  }
}

extension NextAction {
  fileprivate init(_ kind: Kind, of subject: String? = nil, _ arguments: String...) {
    self.kind = kind
    self.subject = subject
    self.arguments = arguments.isEmpty ? nil : arguments
  }
}
