package import MigratorEngine

/// A loss of one migration that the operator must accept, with the phrase that accepts it.
///
/// The phrase names the migration, so it cannot accept a loss of another one. It accepts the same
/// loss in any version of the file; ``digest`` accepts it in one version only.
public struct Agreement: Sendable, Hashable {
  /// A kind of loss, with its size.
  public enum Loss: Sendable, Hashable {
    /// The number of lost rows, including the rows of dropped tables.
    case rows(Int64)
    /// The number of values that are replaced or set to NULL in remaining rows.
    case values(Int64)
    /// The number of tables whose values were not compared, so that a loss is possible.
    case unseen(Int)
    /// The number of dropped tables that had no rows, or whose rows were not counted.
    case tables(Int)
    /// The number of dropped columns.
    case columns(Int)
    /// The losses are unknown without a dry run.
    case unknown
  }

  /// The digest of the file contents and of all losses, which accepts all of them.
  public let digest: AgreementDigest
  /// The loss.
  public let loss: Loss

  /// The identifier of the migration.
  public var migration: String { digest.migration }
  /// The migration's name in ``phrase``: its number if that is unique, or else its identifier.
  public var label: String { digest.label }

  /// The phrase that is typed or passed to `--agree`: `012: lose 1 column`.
  public var phrase: String { "\(label): \(words)" }

  /// Returns whether a given text accepts this loss.
  ///
  /// - Parameter text: The phrase or the digest; the identifier may replace the label.
  /// - Returns: `true` if it matches the phrase or the digest.
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

  /// The losses of a dry run that must be accepted before a step, in migration order.
  static func needed(for steps: [StepReport], among registered: [RegisteredMigration])
    -> [Agreement]
  {
    let seen = steps.map { ($0.identifier, Losses(of: [$0])) }
    let digests = AgreementDigest.all(of: seen.map { ($0, $1) }, among: registered)
    return zip(seen.map { $0.1 }, digests).flatMap { all, digest in
      losses(all).map { Agreement(digest: digest, loss: $0) }
    }
  }

  /// The agreements that migrations without a dry run require.
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
    // Accepting the lost rows of a dropped table also accepts the dropped table.
    let counted = Set(losses.rows.lazy.filter(\.tableIsGone).map(\.table))
    let empty = losses.tables.count { !counted.contains($0) }
    if empty > 0 { list.append(.tables(empty)) }
    if !losses.columns.isEmpty { list.append(.columns(losses.columns.count)) }
    return list
  }
}

extension [Agreement] {
  /// The agreements that `given` does not cover; a digest that does not match overrides phrases.
  func missing(in given: [String]) -> [Agreement] {
    let all = GivenAgreements(given)
    return filter { agreement in
      let given = all.texts(for: agreement.digest)
      return agreement.digest.isContradicted(by: given) || !given.contains(where: agreement.isGiven)
    }
  }

  /// True if they concern only values that were not compared.
  package var concernOnlyUncomparedValues: Bool {
    allSatisfy { if case .unseen = $0.loss { true } else { false } }
  }

  /// Accept them by their phrases or by digests.
  package var remedy: Remedy {
    let isKnown = allSatisfy { $0.loss != .unknown }
    return """
      To accept, add \(Remedy.options(agreeing: map(\.phrase))). To accept only the current file contents\
      \(isKnown ? " with these losses" : ", with any loss"), add \
      \(Remedy.options(agreeing: digests.map(\.words))).
      """
  }

  /// The digests that accept all of them, one for each migration.
  package var digests: [AgreementDigest] {
    reduce(into: []) { if $0.last != $1.digest { $0.append($1.digest) } }
  }
}
