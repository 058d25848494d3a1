internal import MigratorSQLite

/// Describes violations, and writes the statements that would fix them.
///
/// The parts that are the same for all rows of a foreign key are written once, because there may be
/// millions of rows.
final class ViolationDescriber {
  /// The parts of the details that all violations of a foreign key share.
  struct Pattern {
    let shape: TableShape
    /// The description without the row, or `nil` if the parent's columns are unknown.
    let relation: String?
    let fixes: ViolationFixes
    /// The indexes of the key's columns in a row; `nil` until the first row is described.
    var places: [Int?]?
  }

  private struct KeyID: Hashable {
    let table: String
    let id: Int
  }

  private let finder: ViolationFinder
  private let valueLimit: Int?
  private var patterns: [KeyID: Pattern] = [:]
  /// The pattern of the last finding; consecutive findings usually have the same foreign key.
  private var last: (subject: ViolationFinder.Subject, pattern: Pattern)?

  /// Creates a describer.
  ///
  /// - Parameters:
  ///   - finder: The source of the findings.
  ///   - valueLimit: The maximum number of bytes of a value to describe, and of a row key in a fix;
  ///     `nil` for no limit.
  init(finder: ViolationFinder, valueLimit: Int? = ValueExcerpt.limit) {
    self.finder = finder
    self.valueLimit = valueLimit
  }

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable, limit: valueLimit)
    let pattern = try pattern(of: finding, row)
    let description = Self.description(of: finding, pattern, row)
    try finder.db.checkCancellation()
    let missingKey = zip(key.originColumns, pattern.places ?? []).compactMap { column, place in
      row.flatMap { row in place.map { row.field(at: $0, named: column) } }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, originIsWithoutRowID: pattern.shape.isWithoutRowID,
      row: row?.fields ?? [], missingKey: missingKey,
      remedies: try remedies(of: finding, pattern, missingKey: missingKey))
  }

  private func pattern(
    of finding: ViolationFinder.Finding, _ row: FoundRow?
  ) throws -> Pattern {
    if let last, last.subject === finding.subject, last.pattern.places != nil || row == nil {
      return last.pattern
    }
    let pattern = try makePattern(of: finding, row)
    last = (finding.subject, pattern)
    return pattern
  }

  private func makePattern(
    of finding: ViolationFinder.Finding, _ row: FoundRow?
  ) throws -> Pattern {
    let key = finding.foreignKey
    let id = KeyID(table: key.originTable, id: key.id)
    if let known = patterns[id], known.places != nil || row == nil { return known }
    let shape = try finder.catalog.table(key.originTable)
    let pattern = Pattern(
      shape: shape, relation: try? finding.violation.relation(of: key),
      fixes: try ViolationFixes(of: key, shape, finder.catalog),
      places: row?.places(of: key.originColumns.map(SQLName.init(_:))))
    patterns[id] = pattern
    return pattern
  }

  /// SQLite's message if the key cannot be checked, otherwise GRDB's.
  private static func description(
    of finding: ViolationFinder.Finding, _ pattern: Pattern, _ row: FoundRow?
  ) -> String {
    if case .mismatch(let message) = finding.problem { return message }
    guard let relation = pattern.relation else { return finding.violation.description }
    guard let rowID = finding.violation.originRowID else { return relation }
    guard let row else { return "\(relation), in rowid \(rowID)" }
    var text = ""
    text.reserveCapacity(relation.utf8.count + 32 * (row.values.count + 1))
    text += relation
    text += ", in ["
    for (index, value) in row.values.enumerated() {
      if index > 0 { text += " " }
      text += row.columns[index]
      text += ":"
      text += value.description
    }
    text += "]"
    return text
  }

  private func remedies(
    of finding: ViolationFinder.Finding, _ pattern: Pattern, missingKey: [ViolationDetail.Field]
  ) throws -> [ViolationDetail.Remedy] {
    // A statement with such a long key is too long to read or type.
    if let valueLimit, TableShape.size(finding.rowKey) > valueLimit { return [] }
    guard let condition = pattern.shape.condition(finding.rowKey) else { return [] }
    return try pattern.fixes.remedies(
      where: condition, of: finding.foreignKey, missingKey: missingKey, finder.db)
  }
}

extension FoundRow {
  fileprivate var fields: [ViolationDetail.Field] {
    values.indices.map { field(at: $0, named: columns[$0]) }
  }

  fileprivate func field(at index: Int, named column: String) -> ViolationDetail.Field {
    ViolationDetail.Field(
      column: column, value: values[index].value, fullLength: values[index].fullLength)
  }
}
