internal import SQLSyntax

struct TableComparison {
  let former: ParsedTable
  /// The former table with current names.
  let rewritten: ParsedTable
  let after: ParsedTable
  /// Returns the current name of a column, or `nil` if the column was removed.
  let present: (SQLName) -> SQLName?

  /// The differences: columns in their order, then constraints, then options.
  var differences: [SchemaDifference] {
    columns + order + constraints
      + option(.withoutRowID, rewritten.isWithoutRowID, after.isWithoutRowID)
      + option(.strict, rewritten.isStrict, after.isStrict)
  }

  private var pairs: [(former: String, rewritten: ParsedTable.Column, after: ParsedTable.Column?)] {
    let columns = Dictionary(
      after.columns.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    return zip(former.columns, rewritten.columns).map { former, rewritten in
      (former.name, rewritten, present(SQLName(former.name)).flatMap { columns[$0] })
    }
  }

  private var columns: [SchemaDifference] {
    let pairs = pairs
    let removed = pairs.filter { $0.after == nil }
      .map {
        SchemaDifference.columnRemoved(
          $0.former, isComputed: $0.rewritten.aspects[.generated] != nil)
      }
    let kept = Dictionary(
      pairs.compactMap { pair in pair.after.map { (SQLName($0.name), pair) } },
      uniquingKeysWith: { first, _ in first })
    return removed
      + after.columns.flatMap { column -> [SchemaDifference] in
        guard let (former, rewritten, _) = kept[SQLName(column.name)] else {
          return [.columnAdded(column.name)]
        }
        var found: [SchemaDifference] = []
        if !former.hasSameBytes(as: column.name) {
          found.append(.columnRenamed(before: former, after: column.name))
        }
        let changes = ColumnClause.allCases.compactMap { aspect in
          Self.change(
            of: aspect, before: rewritten.aspects[aspect] ?? [],
            after: column.aspects[aspect] ?? [])
        }
        return found + (changes.isEmpty ? [] : [.columnChanged(column.name, changes)])
      }
  }

  private static func change(
    of aspect: ColumnClause, before: [SQLFragment], after: [SQLFragment]
  ) -> SchemaDifference.AspectChange? {
    guard Set(before) != Set(after) else { return nil }
    let old = before.map(\.readable).joined(separator: " ")
    let new = after.map(\.readable).joined(separator: " ")
    return .init(aspect: aspect, change: .init(before: old, after: new))
  }

  private var order: [SchemaDifference] {
    let kept = pairs.compactMap { $0.after?.name }
    let names = Set(kept.map(SQLName.init(_:)))
    let now = after.columns.map(\.name).filter { names.contains(SQLName($0)) }
    return kept.map(SQLName.init(_:)) == now.map(SQLName.init(_:)) ? [] : [.columnOrder(now)]
  }

  /// The changed constraints.
  ///
  /// Equal contents are matched before equal names: tools name constraints by their position, so a
  /// name may pass to another constraint.
  private var constraints: [SchemaDifference] {
    let (old, new) = (rewritten.constraints, after.constraints)
    let rules: [(ParsedTable.Constraint, ParsedTable.Constraint) -> Bool] = [
      { $0 == $1 }, { $0.words == $1.words }, { $0.subject == $1.subject },
      { $0.name != nil && $0.name == $1.name },
    ]
    var matches: [Int: Int] = [:]
    var left = Array(new.indices)
    for rule in rules {
      for index in old.indices where matches[index] == nil {
        guard let place = left.firstIndex(where: { rule(old[index], new[$0]) }) else { continue }
        matches[index] = left.remove(at: place)
      }
    }
    var found: [SchemaDifference.Constraint] = []
    for (index, constraint) in old.enumerated() {
      let words = constraint.words.readable
      let match = matches[index]
      if let match, new[match] == constraint { continue }
      if let match, new[match].name == constraint.name {
        let change = SchemaDifference.ValueChange.changed(
          before: words, after: new[match].words.readable)
        found.append(.init(name: constraint.name, change: change))
      } else {
        // A constraint whose name changed is listed under both names.
        if let match { left.append(match) }
        found.append(.init(name: constraint.name, change: .removed(words)))
      }
    }
    return
      (found
      + left.sorted().map { .init(name: new[$0].name, change: .added(new[$0].words.readable)) })
      .map { .constraint($0) }
  }

  private func option(
    _ option: SchemaDifference.TableOption, _ before: Bool, _ after: Bool
  ) -> [SchemaDifference] {
    before == after ? [] : [.option(option, isSet: after)]
  }
}
