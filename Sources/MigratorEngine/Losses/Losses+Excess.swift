internal import MigratorSQLite

extension Losses {
  /// A loss beyond the accepted losses.
  public struct Excess: Sendable, Hashable {
    /// What is lost, with the total for its table or column.
    public let lost: Loss.Facts
    /// The accepted number; `nil` if no number is compared.
    public let agreed: Int64?

    /// Creates an excess from its properties.
    public init(_ lost: Loss.Facts, agreed: Int64?) {
      (self.lost, self.agreed) = (lost, agreed)
    }
  }

  /// The greatest loss that an accepted number covers: 1 % more.
  ///
  /// Other programs may write between the dry run and the step, and their rows may be lost as well.
  ///
  /// - Parameter agreed: The accepted number.
  /// - Returns: The covered number.
  public static func covered(by agreed: Int64) -> Int64 { agreed + agreed / 100 }

  /// Returns the losses of data beyond the accepted ones.
  ///
  /// These are losses in other tables or columns, other kinds of loss, and numbers greater than
  /// ``covered(by:)``. Objects and unique keys are not compared: they follow from the schema, which
  /// is the same.
  ///
  /// - Parameter agreed: The accepted losses.
  /// - Returns: The excess, by kind and table.
  public func excess(over agreed: Losses) -> [Excess] {
    let accepted = Dictionary(
      agreed.dataTotals.map { ($0.key, $0.facts) }, uniquingKeysWith: { first, _ in first })
    return dataTotals.compactMap { key, lost in
      // The user has accepted the loss of values that could not be compared.
      if lost.kind == .values, accepted[key.unseen] != nil { return nil }
      guard let before = accepted[key] else {
        return Excess(lost, agreed: [.rows, .values].contains(lost.kind) ? 0 : nil)
      }
      guard let number = before.count, let count = lost.count, count > Self.covered(by: number)
      else { return nil }
      return Excess(lost, agreed: number)
    }
  }

  /// The losses of data; two tables may have had the same name, one after the other.
  private var dataTotals: [(key: Place, facts: Loss.Facts)] {
    var places: [Place: Int] = [:]
    var totals: [(key: Place, facts: Loss.Facts)] = []
    for facts in all.lazy.map(\.facts) where facts.kind.severity == .data {
      let key = Place(facts)
      if let place = places[key] {
        totals[place].facts.count = totals[place].facts.count.flatMap { sum in
          facts.count.map { sum + $0 }
        }
      } else {
        places[key] = totals.count
        totals.append((key, facts))
      }
    }
    return totals
  }

  /// What is lost and where, without the count.
  private struct Place: Hashable {
    let kind: Loss.Kind
    let names: [SQLName?]

    init(_ facts: Loss.Facts) {
      kind = facts.kind
      names = [facts.table, facts.column, facts.name].map { $0.map(SQLName.init(_:)) }
    }

    private init(unseen table: SQLName?) { (kind, names) = (.unseen, [table, nil, nil]) }

    /// The place of a loss that is reported if the table's values were not compared.
    var unseen: Place { Place(unseen: names[0]) }
  }
}

extension Losses.Excess: CustomStringConvertible {
  /// The loss as a phrase: `814 rows of player (3 accepted)`.
  public var description: String {
    let table = lost.table ?? ""
    let place = [lost.table, lost.column].compactMap { $0 }.joined(separator: ".")
    if let agreed, let count = lost.count {
      let noun = lost.kind == .rows ? "row" : "value"
      return "\(count) \(noun)\(count == 1 ? "" : "s") of \(place) "
        + "(\(agreed == 0 ? "none" : "\(agreed)") accepted)"
    }
    return switch lost.kind {
    case .unseen: "values of \(table) that could not be compared"
    case .column: "the column \(lost.column ?? "") of \(table)"
    default: "the \(lost.kind.rawValue) \(lost.name ?? place)"
    }
  }
}
