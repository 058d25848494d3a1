public import MigratorEngine
import MigratorSchema

extension Losses {
  /// Returns a line for each loss, data first: `LOSES 812 rows of player, the table is dropped`.
  ///
  /// - Parameter isDone: True if the loss has happened, false if it is predicted:
  ///   `LOST 812 rows`.
  /// - Returns: The lines.
  public func lines(isDone: Bool = false) -> [TextLine] { list.lines(isDone: isDone) }

  /// Returns a phrase for each kind: `loses 8,120 rows`, `1 unique index not created again`.
  ///
  /// - Parameter isDone: True if the loss has happened, false if it is predicted:
  ///   `lost 8,120 rows`.
  /// - Returns: The phrases.
  public func summary(isDone: Bool = false) -> [String] { list.summary(isDone: isDone) }
}

extension Loss {
  /// The loss as a phrase: `812 rows of player, the table is dropped`.
  public var words: String {
    switch self {
    case .rows(let table, let count, let way):
      "\(Format.count(count, "row")) of \(table), \(way.words)"
    case .values(let table, let column, let lost):
      "\(Format.count(lost.count, "value")) of \(table).\(column): \(lost.words)"
    case .table(let name, let isEmpty):
      "table \(name), \(isEmpty ? "which has no rows" : "whose rows nobody counted")"
    case .column(let table, let name, nil):
      "column \(name) of \(table), whose values nobody counted"
    case .column(let table, let name, let values?):
      "column \(name) of \(table), "
        + (values == 0 ? "without a value" : "with \(Format.count(values, "value"))")
    case .unseen(let table, let reason):
      "values of \(table), which may be others" + (reason.map { ": \($0.words)" } ?? "")
    case .object(let kind, let name): "\(kind) \(name.listed), not created again"
    case .uniqueKey(let table, let words):
      "\(words) of \(table): rows may agree in it from now on"
    case .constraint(let table, let column, let words):
      "\(words) of \(table)\(column.map { ".\($0)" } ?? ""), not created again"
    case .former(let words): words
    }
  }

  /// Returns the loss as a line: `LOSES 812 rows of player, the table is dropped`.
  ///
  /// The first piece is the word `LOSES`, `LOST` or `UNSEEN`, so that a table can show it in a
  /// column.
  ///
  /// - Parameter isDone: True if the loss has happened, false if it is predicted:
  ///   `LOST 812 rows`.
  /// - Returns: The line.
  public func line(isDone: Bool = false) -> TextLine {
    let verb = isDone ? "LOST" : "LOSES"
    return switch self {
    case .unseen: TextLine("UNSEEN", .danger).adding(" \(words)", .danger)
    case .object, .uniqueKey, .constraint:
      TextLine(verb, .warning).adding(" \(words)", .warning)
    default: TextLine(verb, .danger).adding(" \(words)", .danger)
    }
  }
}

extension Loss.Way {
  fileprivate var words: String {
    switch self {
    case .deleted: "deleted"
    case .cascade: ChangedRow.cascadeWords
    case .tableDropped: "the table is dropped"
    }
  }
}

extension Loss.Values {
  /// Describes how values are lost: `25 overwritten (20 cut, 3 rounded), 12 NULL now`.
  var words: String {
    var parts: [String] = []
    let ways = [(cut, ValueDifference.cut), (rounded, .rounded), (retyped, .retyped)]
      .filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1.words)" }.joined(separator: ", ")
    if overwritten > 0 {
      parts.append(
        "\(Format.number(overwritten)) overwritten" + (ways.isEmpty ? "" : " (\(ways))"))
    }
    if nulled > 0 { parts.append("\(Format.number(nulled)) NULL now") }
    return parts.joined(separator: ", ")
  }
}

extension [Loss] {
  func lines(isDone: Bool) -> [TextLine] { map { $0.line(isDone: isDone) } }

  /// A phrase for each kind.
  func summary(isDone: Bool) -> [String] {
    let (loses, drops) = isDone ? ("lost", "dropped") : ("loses", "drops")
    var (rows, values) = (Int64(0), Int64(0))
    var (unseen, columns, tables, keys, constraints) = (0, 0, 0, 0, 0)
    var kinds: [String: Int] = [:]
    var former: [String] = []
    for loss in self {
      switch loss {
      case .rows(_, let count, let way):
        rows += count
        if way == .tableDropped { tables += 1 }
      case .values(_, _, let lost): values += lost.count
      case .unseen: unseen += 1
      case .table: tables += 1
      case .column: columns += 1
      case .object(let kind, _): kinds[kind, default: 0] += 1
      case .uniqueKey: keys += 1
      case .constraint: constraints += 1
      case .former(let words): former.append(words)
      }
    }
    var parts = former.isEmpty ? [] : ["\(loses) \(former.joined(separator: ", "))"]
    if rows > 0 { parts.append("\(loses) \(Format.count(rows, "row"))") }
    if values > 0 { parts.append("\(loses) \(Format.count(values, "value"))") }
    if unseen > 0 { parts.append("values of \(Format.count(unseen, "table")) unseen") }
    if columns > 0 { parts.append("\(drops) \(Format.count(columns, "column"))") }
    if tables > 0 { parts.append("\(drops) \(Format.count(tables, "table"))") }
    let rules =
      kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      + [("unique key", keys), ("constraint", constraints)]
    for (kind, count) in rules where count > 0 {
      parts.append("\(Format.count(count, kind)) not created again")
    }
    return parts
  }
}
