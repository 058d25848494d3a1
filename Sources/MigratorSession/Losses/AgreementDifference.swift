public import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

/// The difference between a digest that the user passed and the file and losses of its migration.
public struct AgreementDifference: Sendable, Hashable {
  /// Whether losses could be compared.
  public enum Comparison: Sendable, Hashable {
    /// They were compared.
    case complete
    /// The digest does not contain its losses.
    case unknownInDigest
    /// Without a dry run, the losses of the migration are unknown.
    case withoutDryRun
  }

  /// A loss whose size differs from the one that the digest accepts.
  public struct Change: Sendable, Hashable {
    /// The loss.
    public let loss: Loss
    /// The number that the digest accepts.
    public let accepted: Int64
  }

  /// A loss that the digest accepts and the migration does not have.
  public struct Gone: Sendable, Hashable {
    /// The kind, the table and the column; `nil` if the database does not have them.
    public let facts: Loss.Facts?
    /// The number of rows or values; `nil` if they were not counted.
    public let count: Int64?
  }

  /// The migration.
  public let migration: String
  /// True if the contents of the file differ; `nil` if the digest does not contain them.
  public let isOtherFile: Bool?
  /// Whether the losses could be compared.
  public let comparison: Comparison
  /// The losses that the digest does not accept.
  public private(set) var new: [Loss] = []
  /// The losses that are larger than the digest accepts.
  public private(set) var larger: [Change] = []
  /// The losses that are smaller than the digest accepts.
  public private(set) var smaller: [Change] = []
  /// The losses that the digest accepts, but that do not occur.
  public private(set) var gone: [Gone] = []

  /// Compares a digest.
  ///
  /// - Parameters:
  ///   - given: The details of the given digest, or `nil` if it has none.
  ///   - present: The digest of the migration.
  ///   - report: The dry run of the migration, or `nil` if there was none.
  init(_ given: AgreementDetails?, present: AgreementDigest, _ report: StepReport?) {
    migration = present.migration
    isOtherFile = given.map { $0.text != present.details.text }
    guard let report else {
      comparison = .withoutDryRun
      return
    }
    guard let accepted = given?.losses else {
      comparison = .unknownInDigest
      return
    }
    comparison = .complete
    let losses = Losses(of: [report]).all.filter { $0.severity == .data }
    let found = AgreementDetails.amounts(losses)
    for loss in losses {
      let hash = AgreementDetails.hash(loss.identity.names)
      guard let now = found[hash], now.losses.first == loss else { continue }
      switch (accepted[hash], now.amount) {
      case (nil, _): new += now.losses
      case (.count(let former)?, .count(let count)) where former < count:
        larger.append(Change(loss: loss, accepted: former))
      case (.count(let former)?, .count(let count)) where former > count:
        smaller.append(Change(loss: loss, accepted: former))
      case (let former?, let amount) where former != amount: new += now.losses
      default: break
      }
    }
    let names = Self.names(in: report.schemaBefore)
    gone = accepted.filter { found[$0.key] == nil }.sorted { $0.key < $1.key }.map { hash, amount in
      let count: Int64? = if case .count(let count) = amount { count } else { nil }
      return Gone(facts: names[hash], count: count)
    }
  }

  /// The data losses that are possible for tables and columns, by hash.
  private static func names(in schema: SchemaSnapshot) -> [String: Loss.Facts] {
    let tables = schema.objects.filter { $0.kind == .table }.map(\.name)
    let facts = tables.flatMap { table -> [Loss.Facts] in
      [
        Loss.Facts(.rows, table: table), Loss.Facts(.table, table: table),
        Loss.Facts(.unseen, table: table),
      ]
        + (schema.columns(of: SQLName(table)) ?? []).flatMap {
          [
            Loss.Facts(.values, table: table, column: $0),
            Loss.Facts(.column, table: table, column: $0),
            Loss.Facts(.unseen, table: table, column: $0),
          ]
        }
    }
    return Dictionary(facts.map { (AgreementDetails.hash($0.names), $0) }) { first, _ in first }
  }

  /// The differences, as phrases: `new: 812 rows of player, the table is dropped`.
  public var lines: [String] {
    let file = isOtherFile == true ? ["the contents of the file are different"] : []
    switch comparison {
    case .withoutDryRun: return file + ["without a dry run, the losses are unknown"]
    case .unknownInDigest: return file + ["the digest does not contain the losses that it accepts"]
    case .complete: break
    }
    let losses =
      new.map { "new: \($0.words)" }
      + larger.map { "larger: \($0.loss.words); accepted: \(Format.number($0.accepted))" }
      + smaller.map { "smaller: \($0.loss.words); accepted: \(Format.number($0.accepted))" }
      + gone.map { "gone: \($0.words)" }
    return file + (losses.isEmpty ? ["the losses are the same"] : losses)
  }
}

extension AgreementDifference.Gone {
  /// The loss, as a phrase.
  public var words: String {
    guard let facts, let table = facts.table else {
      return "a loss in a table or column that does not exist here"
    }
    let column = facts.column.map { "\(table).\($0)" } ?? table
    return switch facts.kind {
    case .rows: "\(count.map { Format.count($0, "row") } ?? "rows") of \(table)"
    case .values: "\(count.map { Format.count($0, "value") } ?? "values") of \(column)"
    case .unseen: "values of \(column), which may have changed"
    case .column:
      "column \(column)" + (count.map { ", with \(Format.count($0, "value"))" } ?? "")
    default: "table \(table)"
    }
  }
}
