internal import MigratorEngine
internal import MigratorPlatform

/// A short digest of a migration's file contents and all its losses:
/// `012:5f2c1d0a9b3e4c7d-3fa9c1-9f3e2a.812`.
///
/// Passed to `--agree`, it accepts all losses of that migration for this file only. If the contents
/// or the losses differ, the step is refused. The digest covers:
///
/// - the identifier and the SHA-256 of the file contents, which are omitted for migrations in code;
/// - every loss, by name and number: tables with their rows, columns with their values, dropped
///   columns and tables, and tables whose values were not compared;
/// - without a dry run, only the contents and the fact that the losses are unknown.
///
/// It is the same in every run and on every machine. The part after the first hyphen may be omitted.
/// If the digest does not match, it describes the difference (``AgreementDifference``).
public struct AgreementDigest: Sendable, Hashable {
  /// The number of hexadecimal digits.
  private static let count = 16

  /// The identifier of the migration.
  public let migration: String
  /// The migration's short name: its number if that is unique, or else its identifier.
  public let label: String
  /// The first digits of the SHA-256.
  public let digits: String

  let details: AgreementDetails

  /// The argument for `--agree`.
  public var words: String { "\(label):\(digits)\(details.suffix)" }

  /// Creates a digest; `text` is `nil` for a migration in code, `losses` without a dry run.
  init(of migration: String, label: String, text: String?, losses: Losses?) {
    self.migration = migration
    self.label = label
    let parts = ["agreement 1", migration, text ?? "code"] + (losses?.parts ?? ["unseen"])
    digits = String(SHA256.hexadecimal(of: Self.joined(parts)).prefix(Self.count))
    details = AgreementDetails(text: text ?? "code", losses: losses)
  }

  static func all(
    of seen: some Sequence<(String, Losses?)>, among registered: [RegisteredMigration]
  ) -> [AgreementDigest] {
    let labels = MigrationLabels(registered)
    let texts = registered.reduce(into: [String: String]()) { $0[$1.identifier] = $1.textDigest }
    return seen.map { identifier, losses in
      AgreementDigest(
        of: identifier, label: labels[identifier], text: texts[identifier], losses: losses)
    }
  }

  /// Joins parts unambiguously: each is preceded by its length, so that names may contain any
  /// character.
  static func joined(_ parts: [String]) -> String {
    parts.map { "\($0.utf8.count):\($0)" }.joined()
  }

  func isGiven(by text: String) -> Bool { parts(of: text)?.digits == digits }

  /// True if `given` contains a different digest of this migration.
  func isContradicted(by given: [String]) -> Bool {
    given.contains { parts(of: $0).map { $0.digits != digits } ?? false }
  }

  /// Returns the details of a digest of this migration; `nil` if it has none.
  func details(of text: String) -> AgreementDetails? { parts(of: text)?.details }

  /// The parts of `text` if it is a digest of this migration, by label or by identifier.
  private func parts(of text: String) -> (digits: String, details: AgreementDetails?)? {
    for name in [label, migration] where text.hasPrefix("\(name):") {
      let rest = text.dropFirst(name.count + 1).drop { $0 == " " }
      let digits = rest.prefix(while: \.isHexDigit)
      let end = rest.dropFirst(digits.count)
      let details = AgreementDetails(suffix: end)
      if !digits.isEmpty, end.isEmpty || details != nil { return (String(digits), details) }
    }
    return nil
  }
}

struct GivenAgreements {
  private let texts: [Substring: [String]]

  /// Groups phrases and digests by migration, which is the part before the last colon.
  init(_ given: [String]) {
    texts = Dictionary(grouping: given) { $0[..<($0.lastIndex(of: ":") ?? $0.startIndex)] }
  }

  /// The arguments that name a digest's migration by label or by identifier.
  func texts(for digest: AgreementDigest) -> [String] {
    Set([digest.label, digest.migration]).flatMap { texts[$0[...]] ?? [] }
  }
}

extension Losses {
  /// The losses that must be accepted, by name and number, in a fixed order.
  fileprivate var parts: [String] {
    all.filter { $0.severity == .data }.map { AgreementDigest.joined($0.parts) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Loss {
  /// The loss by name and number; users store digests, so this must not change.
  fileprivate var parts: [String] {
    let identity = identity
    return identity.names + [identity.amount].compactMap(\.self)
  }

  /// The names of the loss, and its number or state, if it has one.
  var identity: (names: [String], amount: String?) {
    let amount: String? =
      switch self {
      case .unseen: nil
      case .table(_, let isEmpty): isEmpty ? "empty" : "not empty"
      default: facts.count.map { "\($0)" } ?? "not counted"
      }
    return (facts.names, amount)
  }
}

extension Loss.Facts {
  /// The kind and the names that distinguish the loss from others.
  var names: [String] { [kind.rawValue] + [table, column, name].compactMap(\.self) }
}

extension RegisteredMigration {
  /// The SHA-256 of the file contents in hexadecimal; `nil` for code.
  var textDigest: String? { script.map { SHA256.hexadecimal(of: $0.text) } }
}

/// Short names of migrations: the leading number if it is unique, or else the identifier.
private struct MigrationLabels {
  private let counts: [Substring: Int]

  init(_ registered: [RegisteredMigration]) {
    counts = registered.reduce(into: [:]) {
      $0[MigrationName.number(of: $1.identifier), default: 0] += 1
    }
  }

  subscript(_ identifier: String) -> String {
    let number = MigrationName.number(of: identifier)
    return !number.isEmpty && counts[number] == 1 ? String(number) : identifier
  }
}
