internal import MigratorSQLite

extension Losses {
  /// A loss beyond the accepted losses.
  public enum Excess: Sendable, Hashable {
    /// A table loses more rows than accepted.
    case rows(table: String, count: Int64, agreed: Int64)
    /// A column loses more values than accepted.
    case values(table: String, column: String, count: Int64, agreed: Int64)
    /// A table whose values were not compared.
    case unseen(table: String)
    /// A dropped table.
    case table(String)
    /// A dropped column.
    case column(table: String, column: String)
  }

  /// The greatest loss that an accepted number covers: 1 % more.
  ///
  /// Other programs may write between the dry run and the step, and their rows may be lost as well.
  ///
  /// - Parameter agreed: The accepted number.
  /// - Returns: The covered number.
  public static func covered(by agreed: Int64) -> Int64 { agreed + agreed / 100 }

  /// Returns the losses beyond the accepted ones.
  ///
  /// These are losses in other tables or columns, other kinds of loss, and numbers greater than
  /// ``covered(by:)``. Objects and unique keys are not compared: they follow from the schema, which
  /// is the same.
  ///
  /// - Parameter agreed: The accepted losses.
  /// - Returns: The excess, by kind and table.
  public func excess(over agreed: Losses) -> [Excess] {
    func counts<L, K: Hashable>(_ losses: [L], _ key: (L) -> K, _ count: (L) -> Int64) -> [K: Int64]
    {
      losses.reduce(into: [:]) { $0[key($1), default: 0] += count($1) }
    }
    let unseenBefore = Set(agreed.unseen.map { SQLName($0.table) })
    let goneBefore = Set(agreed.tables.map(SQLName.init(_:)))
    let rowsBefore = counts(agreed.rows, { SQLName($0.table) }, \.count)
    let valuesBefore = counts(agreed.values, { ColumnKey($0.table, $0.column) }, \.changes.lost)
    let columnsBefore = Dictionary(
      agreed.columns.map { (ColumnKey($0.table, $0.column), $0.values) },
      uniquingKeysWith: { first, _ in first })

    // Two tables may have had the same name, one after the other.
    let lostRows = counts(rows, { SQLName($0.table) }, \.count)
    let moreRows = lostRows.sorted { $0.key < $1.key }.compactMap { table, count -> Excess? in
      let agreed = rowsBefore[table] ?? 0
      return count <= Self.covered(by: agreed)
        ? nil : .rows(table: table.text, count: count, agreed: agreed)
    }
    let moreValues = values.compactMap { loss -> Excess? in
      let agreed = valuesBefore[ColumnKey(loss.table, loss.column)] ?? 0
      let isCovered =
        loss.changes.lost <= Self.covered(by: agreed) || unseenBefore.contains(SQLName(loss.table))
      return isCovered
        ? nil
        : .values(
          table: loss.table, column: loss.column, count: loss.changes.lost, agreed: agreed)
    }
    return moreRows + moreValues
      + unseen.filter { !unseenBefore.contains(SQLName($0.table)) }.map { .unseen(table: $0.table) }
      + tables.filter { !goneBefore.contains(SQLName($0)) }.map { .table($0) }
      + columns.compactMap { loss in
        guard let agreed = columnsBefore[ColumnKey(loss.table, loss.column)] else {
          return .column(table: loss.table, column: loss.column)
        }
        guard let agreed, let count = loss.values, count > Self.covered(by: agreed) else {
          return nil
        }
        return .values(table: loss.table, column: loss.column, count: count, agreed: agreed)
      }
  }

  private struct ColumnKey: Hashable {
    let table: SQLName
    let column: SQLName

    init(_ table: String, _ column: String) {
      self.table = SQLName(table)
      self.column = SQLName(column)
    }
  }
}

extension Losses.Excess: CustomStringConvertible {
  /// The loss as a phrase: `814 rows of player, where 3 were agreed to`.
  public var description: String {
    switch self {
    case .rows(let table, let count, let agreed):
      "\(count) \(count == 1 ? "row" : "rows") of \(table), where \(Self.words(agreed)) agreed to"
    case .values(let table, let column, let count, let agreed):
      "\(count) \(count == 1 ? "value" : "values") of \(table).\(column), where "
        + "\(Self.words(agreed)) agreed to"
    case .unseen(let table): "values of \(table) that could not be compared"
    case .table(let name): "the table \(name)"
    case .column(let table, let column): "the column \(column) of \(table)"
    }
  }

  private static func words(_ agreed: Int64) -> String {
    switch agreed {
    case 0: "none was"
    case 1: "1 was"
    default: "\(agreed) were"
    }
  }
}
