import MigratorEngine

extension Situation {
  /// The situation as a phrase for a line: `011 loses 812 rows`.
  public var words: String {
    switch self {
    case .complete: "up to date"
    case .violated(let rows):
      "up to date, but \(Format.count(rows, "row")) break\(rows == 1 ? "s" : "") a foreign key"
    case .noMigrations: "no migrations were found"
    case .superseded(let newer):
      "the database has \(Format.count(newer.count, "migration")) that "
        + (newer.count == 1 ? "is not here" : "are not here")
    case .unusable(let obstacle, _), .blocked(let obstacle): obstacle.message
    case .untried(let first, let count, _):
      count == 1 ? "\(first) is pending" : "\(count) pending, first \(first)"
    case .failing(let failure): failure.headline
    case .hindered(let migration, let count):
      "\(migration) is blocked by \(Format.count(count, "old violation"))"
    case .losing(let migration, let losses):
      "\(migration) \(losses.summary().joined(separator: ", "))"
    case .tried(let migration, let count):
      count == 1 ? "\(migration) tried, nothing lost" : "\(count) tried, nothing lost"
    }
  }

  /// What to do if no command can do it, as sentences; `nil` if there is a command.
  public var advice: String? {
    switch self {
    case .noMigrations: NothingPendingReason.noMigrations.remedy?.sentence
    case .superseded(let newer): NothingPendingReason.superseded(newer).remedy?.sentence
    case .unusable(let obstacle, _): obstacle.remedy
    case .failing(let failure): failure.remedy(on: .copy).sentence
    case .complete, .violated, .blocked, .untried, .hindered, .losing, .tried: nil
    }
  }
}
