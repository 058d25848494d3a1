/// The differences of two tables, in words.
struct TableComparison {
  let before: TableDefinition
  let after: TableDefinition

  /// The differences: columns in their order, then constraints, then options.
  var words: [String] {
    columnWords + orderWords + constraintWords
      + optionWords("WITHOUT ROWID", before.isWithoutRowID, after.isWithoutRowID)
      + optionWords("STRICT", before.isStrict, after.isStrict)
  }

  private var columnWords: [String] {
    let old = Dictionary(before.columns.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    let newNames = Set(after.columns.map(\.name))
    let removed = before.columns.filter { !newNames.contains($0.name) }
      .map { "- column \($0.name)" }
    let rest = after.columns.compactMap { column -> String? in
      guard let former = old[column.name] else { return "+ column \(column.name)" }
      let changes = TableDefinition.Facet.allCases.compactMap { facet in
        Self.change(
          of: facet, before: former.facets[facet] ?? [], after: column.facets[facet] ?? [])
      }
      return changes.isEmpty ? nil : "~ column \(column.name): " + changes.joined(separator: "; ")
    }
    return removed + rest
  }

  private static func change(
    of facet: TableDefinition.Facet, before: [SQLWords], after: [SQLWords]
  ) -> String? {
    guard Set(before) != Set(after) else { return nil }
    let old = before.map(\.readable).joined(separator: " ")
    let new = after.map(\.readable).joined(separator: " ")
    switch facet {
    case .type: return "type \(old.isEmpty ? "none" : old) → \(new.isEmpty ? "none" : new)"
    case .nullability: return "\(old.isEmpty ? "NULL" : old) → \(new.isEmpty ? "NULL" : new)"
    default:
      if old.isEmpty { return "+ \(new)" }
      if new.isEmpty { return "- \(old)" }
      return "\(old) → \(new)"
    }
  }

  private var orderWords: [String] {
    let shared = Set(before.columns.map(\.name)).intersection(after.columns.map(\.name))
    let old = before.columns.map(\.name).filter(shared.contains)
    let new = after.columns.map(\.name).filter(shared.contains)
    return old == new ? [] : ["~ order of columns: \(new.joined(separator: ", "))"]
  }

  private var constraintWords: [String] {
    var left = after.constraints
    var removed: [TableDefinition.Constraint] = []
    for constraint in before.constraints {
      if let index = left.firstIndex(of: constraint) {
        left.remove(at: index)
      } else {
        removed.append(constraint)
      }
    }
    var words: [String] = []
    for constraint in removed {
      if let name = constraint.name, let index = left.firstIndex(where: { $0.name == name }) {
        let new = left.remove(at: index)
        words.append(
          "~ constraint \(name): \(constraint.words.readable) → \(new.words.readable)")
      } else {
        words.append("- constraint \(Self.readable(constraint))")
      }
    }
    return words + left.map { "+ constraint \(Self.readable($0))" }
  }

  private static func readable(_ constraint: TableDefinition.Constraint) -> String {
    (constraint.name.map { "\($0): " } ?? "") + constraint.words.readable
  }

  private func optionWords(_ option: String, _ before: Bool, _ after: Bool) -> [String] {
    before == after ? [] : [(after ? "+ " : "- ") + option]
  }
}

/// The differences of two indexes, in words.
enum IndexComparison {
  static func words(before: IndexDefinition, after: IndexDefinition) -> [String] {
    var words: [String] = []
    if before.table != after.table { words.append("~ table \(before.table) → \(after.table)") }
    if before.columns != after.columns {
      words.append("~ columns \(before.columnList) → \(after.columnList)")
    }
    if before.isUnique != after.isUnique { words.append(after.isUnique ? "+ UNIQUE" : "- UNIQUE") }
    switch (before.condition, after.condition) {
    case (let old?, let new?) where old != new:
      words.append("~ WHERE \(old.readable) → \(new.readable)")
    case (let old?, nil): words.append("- WHERE \(old.readable)")
    case (nil, let new?): words.append("+ WHERE \(new.readable)")
    default: break
    }
    return words
  }
}
