internal import MigratorSQLite

extension Losses {
  /// A loss beyond what was agreed to.
  public enum Excess: Sendable, Hashable {
    /// A table loses so many rows, and so many were agreed to.
    case rows(table: String, count: Int64, agreed: Int64)
    /// A column loses so many values, and so many were agreed to.
    case values(table: String, column: String, count: Int64, agreed: Int64)
    /// Nobody knows whether a table loses values.
    case unseen(table: String)
    /// A table is gone.
    case table(String)
    /// A column is gone.
    case column(table: String, column: String)
  }

  /// The greatest loss that an agreement to a number covers: one in a hundred more.
  ///
  /// Other programs write between the dry run and the step, and what they write may be lost as well.
  ///
  /// - Parameter agreed: The number that was agreed to.
  /// - Returns: The number that is covered.
  public static func covered(by agreed: Int64) -> Int64 { agreed + agreed / 100 }

  /// What is lost beyond what was agreed to: another table or column, another kind of loss, or a greater
  /// number than ``covered(by:)``.
  ///
  /// Objects and unique keys are no data and follow from the schema, which is the same.
  ///
  /// - Parameter agreed: The losses that were agreed to.
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

    // Two tables may have had one name after the other.
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

  /// A column of a table, as SQLite compares names.
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
  /// The loss in words: `814 rows of player, where 3 were agreed to`.
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
