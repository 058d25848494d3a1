public import MigratorEngine
import MigratorSchema

extension Losses {
  /// What is lost, a line each, data first: `LOSES 812 rows of player, the table is dropped`.
  ///
  /// The first piece of each line is the word `LOSES`, `LOST` or `UNSEEN`, so that a form can have it in a column.
  ///
  /// - Parameter isDone: Whether it is lost already, and not only foretold: `LOST 812 rows`.
  /// - Returns: The lines.
  public func lines(isDone: Bool = false) -> [TextLine] {
    dataLines(isDone: isDone) + ruleLines(isDone: isDone)
  }

  /// The data that is lost, or may be.
  func dataLines(isDone: Bool = false) -> [TextLine] {
    let emptied = Set(rows.lazy.filter(\.tableIsGone).map(\.table))
    let data =
      rows.map { loss in
        "\(Format.count(loss.count, "row")) of \(loss.table), "
          + (loss.tableIsGone
            ? "the table is dropped" : loss.isCascade ? ChangedRow.cascadeWords : "deleted")
      }
      + values.map(\.words)
      + tables.filter { !emptied.contains($0) }.map {
        "table \($0), "
          + (emptyTables.contains($0) ? "which has no rows" : "whose rows nobody counted")
      }
      + columns.map(\.words)
    return data.map { TextLine(isDone ? "LOST" : "LOSES", .danger).adding(" \($0)", .danger) }
      + unseen.map {
        TextLine("UNSEEN", .danger).adding(
          " values of \($0.table), which may be others: \($0.reason.words)", .danger)
      }
  }

  /// What else is lost: objects, keys, constraints.
  func ruleLines(isDone: Bool = false) -> [TextLine] {
    let rules =
      objects.map { "\($0.kindWords) \($0.name.listed), not created again" }
      + uniqueKeys.map { "\($0.words) of \($0.table): rows may agree in it from now on" }
      + constraints.map(\.sentence)
    return rules.map { TextLine(isDone ? "LOST" : "LOSES", .warning).adding(" \($0)", .warning) }
  }

  /// What is lost, in a few words each: `loses 8,120 rows`, `1 unique index not created again`.
  ///
  /// - Parameter isDone: Whether it is lost already, and not only foretold: `lost 8,120 rows`.
  /// - Returns: A few words for each kind.
  public func summary(isDone: Bool = false) -> [String] {
    let (loses, drops) = isDone ? ("lost", "dropped") : ("loses", "drops")
    var parts: [String] = []
    if rowCount > 0 { parts.append("\(loses) \(Format.count(rowCount, "row"))") }
    if valueCount > 0 { parts.append("\(loses) \(Format.count(valueCount, "value"))") }
    if !unseen.isEmpty { parts.append("values of \(Format.count(unseen.count, "table")) unseen") }
    if !columns.isEmpty { parts.append("\(drops) \(Format.count(columns.count, "column"))") }
    if !tables.isEmpty { parts.append("\(drops) \(Format.count(tables.count, "table"))") }
    let kinds = Dictionary(grouping: objects, by: \.kindWords)
    for (kind, objects) in kinds.sorted(by: { $0.key < $1.key }) {
      parts.append("\(Format.count(objects.count, kind)) not created again")
    }
    if !uniqueKeys.isEmpty {
      parts.append("\(Format.count(uniqueKeys.count, "unique key")) not created again")
    }
    if !constraints.isEmpty {
      parts.append("\(Format.count(constraints.count, "constraint")) not created again")
    }
    return parts
  }
}

extension Losses.Column {
  /// The column in words: `column motto of club, with 37 values`.
  fileprivate var words: String {
    let count =
      switch values {
      case nil: "whose values nobody counted"
      case 0: "without a value"
      case let values?: "with \(Format.count(values, "value"))"
      }
    return "column \(column) of \(table), \(count)"
  }
}

extension Losses.Constraint {
  /// The constraint in words: `CHECK (age > 0) of player.age, not created again`.
  var sentence: String {
    "\(words) of \(table)\(column.map { ".\($0)" } ?? ""), not created again"
  }
}

extension Losses.Values {
  /// The values in words: `37 values of player.email: 25 overwritten, 12 NULL now`.
  var words: String {
    "\(Format.count(changes.lost, "value")) of \(table).\(column): \(changes.lossWords)"
  }
}

extension ValueChanges {
  /// How values are lost: `25 overwritten (20 cut, 3 rounded), 12 NULL now`.
  var lossWords: String {
    var parts: [String] = []
    let ways = [(cut, ValueDifference.cut), (rounded, .rounded), (retyped, .retyped)]
      .filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1.words)" }.joined(separator: ", ")
    if replaced > 0 {
      parts.append(
        "\(Format.number(replaced)) overwritten" + (ways.isEmpty ? "" : " (\(ways))"))
    }
    if nulled > 0 { parts.append("\(Format.number(nulled)) NULL now") }
    return parts.joined(separator: ", ")
  }
}
