internal import MigratorEngine

/// One loss of one migration that a person has to agree to, in words of its own.
///
/// It names the migration, so that it never covers the loss of another one, of whatever size.
public struct Agreement: Sendable, Hashable {
  /// What is lost.
  public enum Loss: Sendable, Hashable {
    /// So many rows, those of tables that are gone included.
    case rows(Int64)
    /// So many values of rows that stay, which others or NULL take the place of.
    case values(Int64)
    /// Nobody knows of so many tables whether their values are lost: they were not compared.
    case unseen(Int)
    /// So many tables in which no row was.
    case tables(Int)
    /// So many columns.
    case columns(Int)
    /// Nobody knows: there was no dry run.
    case unknown
  }

  /// The identifier of the migration.
  public let migration: String
  /// What stands for the migration in ``phrase``: its number where no other has it.
  public let label: String
  /// What is lost.
  public let loss: Loss

  /// The words that a person types or gives to `--agree`: `012: lose 1 column`.
  public var phrase: String { "\(label): \(words)" }

  /// Whether words that were typed or given are meant for this one.
  ///
  /// - Parameter text: The words; the whole identifier may stand for the label.
  /// - Returns: Whether they are.
  public func isGiven(by text: String) -> Bool {
    text == phrase || text == "\(migration): \(words)"
  }

  private var words: String {
    switch loss {
    case .rows(let count): "lose \(count) \(count == 1 ? "row" : "rows")"
    case .values(let count): "lose \(count) \(count == 1 ? "value" : "values")"
    case .unseen(let count): "change \(count) \(count == 1 ? "table" : "tables") unseen"
    case .tables(let count): "lose \(count) \(count == 1 ? "table" : "tables")"
    case .columns(let count): "lose \(count) \(count == 1 ? "column" : "columns")"
    case .unknown: "step unseen"
    }
  }

  /// What has to be agreed to before migrations run that a dry run has shown, in the order of the
  /// migrations.
  static func needed(for steps: [StepReport], among registered: [RegisteredMigration])
    -> [Agreement]
  {
    let labels = Labels(registered)
    return steps.flatMap { step in
      losses(Losses(of: [step])).map {
        Agreement(migration: step.identifier, label: labels[step.identifier], loss: $0)
      }
    }
  }

  /// What has to be agreed to where nobody knows what is lost.
  static func unseen(
    _ identifiers: [String], among registered: [RegisteredMigration]
  ) -> [Agreement] {
    let labels = Labels(registered)
    return identifiers.map { Agreement(migration: $0, label: labels[$0], loss: .unknown) }
  }

  private static func losses(_ losses: Losses) -> [Loss] {
    var list: [Loss] = []
    if losses.rowCount > 0 { list.append(.rows(losses.rowCount)) }
    if losses.valueCount > 0 { list.append(.values(losses.valueCount)) }
    if !losses.unseen.isEmpty { list.append(.unseen(losses.unseen.count)) }
    // A table that is gone with its rows is agreed to with them.
    let counted = Set(losses.rows.lazy.filter(\.tableIsGone).map(\.table))
    let empty = losses.tables.count { !counted.contains($0) }
    if empty > 0 { list.append(.tables(empty)) }
    if !losses.columns.isEmpty { list.append(.columns(losses.columns.count)) }
    return list
  }

  /// Short names of migrations: the number at the beginning, where it is one migration's alone.
  private struct Labels {
    private let counts: [Substring: Int]

    init(_ registered: [RegisteredMigration]) {
      counts = registered.reduce(into: [:]) { $0[Self.number($1.identifier), default: 0] += 1 }
    }

    subscript(_ identifier: String) -> String {
      let number = Self.number(identifier)
      return !number.isEmpty && counts[number] == 1 ? String(number) : identifier
    }

    private static func number(_ identifier: String) -> Substring {
      identifier.prefix { $0.isASCII && $0.isNumber }
    }
  }
}
