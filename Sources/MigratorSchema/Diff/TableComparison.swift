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

  private var constraints: [SchemaDifference] {
    var left = after.constraints
    var gone: [ParsedTable.Constraint] = []
    for constraint in rewritten.constraints {
      if let index = left.firstIndex(of: constraint) {
        left.remove(at: index)
      } else {
        gone.append(constraint)
      }
    }
    let removed = gone.map { constraint in
      let old = constraint.words.readable
      guard let name = constraint.name, let index = left.firstIndex(where: { $0.name == name })
      else { return SchemaDifference.Constraint(name: constraint.name, change: .removed(old)) }
      let new = left.remove(at: index).words.readable
      return .init(name: name, change: .changed(before: old, after: new))
    }
    let added = left.map {
      SchemaDifference.Constraint(name: $0.name, change: .added($0.words.readable))
    }
    return (removed + added).map { .constraint($0) }
  }

  private func option(
    _ option: SchemaDifference.TableOption, _ before: Bool, _ after: Bool
  ) -> [SchemaDifference] {
    before == after ? [] : [.option(option, isSet: after)]
  }
}
