package import MigratorEngine

/// One loss of one migration that a person has to agree to, in words of its own.
///
/// It names the migration, so that it never covers the loss of another one, of whatever size. The words
/// fit any text of the migration that loses as much; its ``digest`` fits one alone.
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

  /// The digest of the migration's text and of all that it loses, which agrees to all of that.
  public let digest: AgreementDigest
  /// What is lost.
  public let loss: Loss

  /// The identifier of the migration.
  public var migration: String { digest.migration }
  /// What stands for the migration in ``phrase``: its number where no other has it.
  public var label: String { digest.label }

  /// The words that a person types or gives to `--agree`: `012: lose 1 column`.
  public var phrase: String { "\(label): \(words)" }

  /// Whether words that were typed or given are meant for this one.
  ///
  /// - Parameter text: The words, or the digest; the whole identifier may stand for the label.
  /// - Returns: Whether they are.
  public func isGiven(by text: String) -> Bool {
    text == phrase || text == "\(migration): \(words)" || digest.isGiven(by: text)
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
    let seen = steps.map { ($0.identifier, Losses(of: [$0])) }
    let digests = AgreementDigest.all(of: seen.map { ($0, $1) }, among: registered)
    return zip(seen.map { $0.1 }, digests).flatMap { all, digest in
      losses(all).map { Agreement(digest: digest, loss: $0) }
    }
  }

  /// What has to be agreed to where nobody knows what is lost.
  static func unseen(
    _ identifiers: [String], among registered: [RegisteredMigration]
  ) -> [Agreement] {
    AgreementDigest.all(of: identifiers.map { ($0, nil) }, among: registered).map {
      Agreement(digest: $0, loss: .unknown)
    }
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
}

extension [Agreement] {
  /// Those that nothing given is meant for; the words count for nothing beside a digest that does not fit.
  func missing(in given: [String]) -> [Agreement] {
    let all = GivenAgreements(given)
    return filter { agreement in
      let given = all.texts(for: agreement.digest)
      return agreement.digest.isContradicted(by: given) || !given.contains(where: agreement.isGiven)
    }
  }

  /// Whether all of them are of values that nobody compared: that is no loss that anybody knows of.
  package var areOfValuesUnseen: Bool {
    allSatisfy { if case .unseen = $0.loss { true } else { false } }
  }

  /// How to agree to them.
  package var remedy: Remedy {
    .agreeWith(
      map(\.phrase), digests: digests.map(\.words),
      areLossesKnown: allSatisfy { $0.loss != .unknown })
  }

  /// The digests that agree to all of them, one for each migration.
  package var digests: [AgreementDigest] {
    reduce(into: []) { if $0.last != $1.digest { $0.append($1.digest) } }
  }
}
