internal import MigratorEngine

/// The text of one migration together with all that it loses, in a few digits: `012:5f2c1d0a9b3e4c7d`.
///
/// Given to `--agree` it covers all losses of that migration, at that text alone: a step that meets another
/// text, or other losses, runs nothing. What it stands for:
///
/// - the identifier, and the SHA-256 of the text; of code nobody knows the text, so it is left out;
/// - every loss that has to be agreed to, by name and number: tables with their rows, columns with their
///   values, columns and tables that are gone, tables whose values nobody compared;
/// - where there was no dry run, the text alone, and that nobody knows the losses.
///
/// It is the same in every run and on every machine.
public struct AgreementDigest: Sendable, Hashable {
  /// How many hexadecimal digits are given.
  private static let count = 16

  /// The identifier of the migration.
  public let migration: String
  /// What stands for the migration: its number where no other has it.
  public let label: String
  /// The digits: the beginning of a SHA-256.
  public let digits: String

  /// What is given to `--agree`.
  public var words: String { "\(label):\(digits)" }

  /// Creates the digest of a migration whose text has a digest, unless it is code, and whose losses are
  /// known, unless nobody tried it.
  init(of migration: String, label: String, text: String?, losses: Losses?) {
    self.migration = migration
    self.label = label
    let parts = ["agreement 1", migration, text ?? "code"] + (losses?.parts ?? ["unseen"])
    digits = String(HistoryLog.digest(of: Self.joined(parts)).prefix(Self.count))
  }

  /// The digests of migrations, in their order.
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

  /// Parts as one text: their lengths keep them apart, whatever stands in a name.
  fileprivate static func joined(_ parts: [String]) -> String {
    parts.map { "\($0.utf8.count):\($0)" }.joined()
  }

  /// Whether a text that was given is this digest.
  func isGiven(by text: String) -> Bool { digits(in: text) == digits }

  /// Whether a digest of the migration was given that is not this one: of another text, or other losses.
  func isContradicted(by given: [String]) -> Bool {
    given.contains { digits(in: $0).map { $0 != digits } ?? false }
  }

  /// The digits of a text that is a digest of the migration; the whole identifier may stand for the label.
  private func digits(in text: String) -> String? {
    for name in [label, migration] where text.hasPrefix("\(name):") {
      let rest = text.dropFirst(name.count + 1).drop { $0 == " " }
      if !rest.isEmpty, rest.allSatisfy(\.isHexDigit) { return String(rest) }
    }
    return nil
  }
}

/// What was given to agree, by the name of the migration that it is meant for.
struct GivenAgreements {
  private let texts: [Substring: [String]]

  /// Takes phrases and digests; neither has a colon behind that of its migration.
  init(_ given: [String]) {
    texts = Dictionary(grouping: given) { $0[..<($0.lastIndex(of: ":") ?? $0.startIndex)] }
  }

  /// What is meant for the migration of a digest; the whole identifier may stand for the label.
  func texts(for digest: AgreementDigest) -> [String] {
    Set([digest.label, digest.migration]).flatMap { texts[$0[...]] ?? [] }
  }
}

extension Losses {
  /// What has to be agreed to, by name and number, in an order that is always the same.
  fileprivate var parts: [String] {
    let gone = tables.map { table in
      ["table", table, emptyTables.contains(table) ? "empty" : "not empty"]
    }
    let list =
      rows.map { ["rows", $0.table, "\($0.count)"] }
      + values.map { ["values", $0.table, $0.column, "\($0.changes.lost)"] }
      + unseen.map { ["unseen", $0.table] } + gone
      + columns.map { ["column", $0.table, $0.column, $0.values.map { "\($0)" } ?? "not counted"] }
    return list.map(AgreementDigest.joined).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension RegisteredMigration {
  /// The SHA-256 of the text in hexadecimal; `nil` for code.
  var textDigest: String? { script.map { HistoryLog.digest(of: $0.text) } }
}

/// Short names of migrations: the number at the beginning, where it is one migration's alone.
private struct MigrationLabels {
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
