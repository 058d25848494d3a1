package import MigratorEngine

/// Losses of one kind in one migration that the operator must accept, with the phrase that accepts
/// them.
///
/// The phrase names the migration, so it cannot accept a loss of another one. It accepts the same
/// loss in any version of the file; ``digest`` accepts it in one version only.
public struct Agreement: Sendable, Hashable {
  /// The digest of the file contents and all losses of the migration; it accepts all these losses.
  public let digest: AgreementDigest
  /// The kind of the losses; `nil` if they are unknown without a dry run.
  package let kind: Loss.Kind?
  let count: Int64

  /// True if the losses are unknown, because there was no dry run.
  public var isUnknown: Bool { kind == nil }

  /// The identifier of the migration.
  public var migration: String { digest.migration }
  /// The migration's name in ``phrase``: its number if that is unique, or else its identifier.
  public var label: String { digest.label }

  /// The phrase that is typed or passed to `--agree`: `012: lose 1 column`.
  public var phrase: String { "\(label): \(words)" }

  /// Returns whether a given argument accepts this loss.
  ///
  /// - Parameter text: The phrase or the digest; the identifier may replace the label.
  /// - Returns: `true` if it matches the phrase or the digest.
  public func isGiven(by text: String) -> Bool {
    text == phrase || text == "\(migration): \(words)" || digest.isGiven(by: text)
  }

  /// The part of ``phrase`` that does not name the migration.
  var words: String { kind?.consentWords(count) ?? "step unseen" }

  /// The losses of a dry run that must be accepted before a step, in migration order.
  static func needed(for steps: [StepReport], among registered: [RegisteredMigration])
    -> [Agreement]
  {
    let seen = steps.map { ($0.identifier, Losses(of: [$0])) }
    let digests = AgreementDigest.all(of: seen.map { ($0, $1) }, among: registered)
    return zip(seen.map { $0.1 }, digests).flatMap { losses, digest in
      // Accepting the lost rows of a dropped table also accepts the dropped table.
      Loss.Kind.allCases.filter { $0.severity == .data }.map {
        Agreement(digest: digest, kind: $0, count: losses.count(of: $0))
      }.filter { $0.count > 0 }
    }
  }

  /// The agreements that migrations without a dry run require.
  static func unseen(
    _ identifiers: [String], among registered: [RegisteredMigration]
  ) -> [Agreement] {
    AgreementDigest.all(of: identifiers.map { ($0, nil) }, among: registered).map {
      Agreement(digest: $0, kind: nil, count: 0)
    }
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

  /// True if all of these agreements concern values that were not compared.
  package var concernOnlyUncomparedValues: Bool { allSatisfy { $0.kind == .unseen } }

  package var remedy: Remedy {
    let isKnown = !contains(where: \.isUnknown)
    return """
      To accept, add \(Remedy.options(agreeing: map(\.phrase))). To accept only the current file contents\
      \(isKnown ? " with these losses" : ", with any loss"), add \
      \(Remedy.options(agreeing: digests.map(\.words))).
      """
  }

  package var digests: [AgreementDigest] {
    reduce(into: []) { if $0.last != $1.digest { $0.append($1.digest) } }
  }
}
