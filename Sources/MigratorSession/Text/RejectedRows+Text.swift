public import MigratorEngine

extension RejectedRows {
  /// The first rows or groups, the number of the others, and the query for all.
  public var lines: [TextLine] {
    let heading =
      constraint == .unique
      ? "These values occur in several rows of \(table):" : "These rows of \(table) are rejected:"
    return [TextLine(heading, .heading)]
      + entries.map { entry in
        let words = entry.fields.map(\.words).joined(separator: ", ")
        let count = entry.count.map { ": \(Format.count($0, "row"))" } ?? ""
        return TextLine(words + count, level: 1)
      }
      + moreLines
      + [TextLine("All of them, before the failed statement: ", .dim).adding(query, .code)]
  }

  private var moreLines: [TextLine] {
    guard more > 0 else { return [] }
    let count = Format.number(Int64(more))
    return [TextLine("… and \(isComplete ? "" : "at least ")\(count) more", .dim, level: 1)]
  }
}

extension ViolationDetail.Field {
  /// The column and its value: `name 'Harbour'`.
  var words: String {
    let rest = fullLength.map { "… (\($0) bytes)" } ?? ""
    return "\(column) \(value.sqlLiteral)\(rest)"
  }
}
