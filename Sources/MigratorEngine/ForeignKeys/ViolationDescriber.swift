internal import MigratorSQLite

struct ViolationDescriber {
  private let finder: ViolationFinder
  private let valueLimit: Int?
  private let fixes: ViolationFixes

  /// Creates a describer.
  ///
  /// - Parameters:
  ///   - finder: The source of the findings.
  ///   - valueLimit: The maximum number of bytes of a value to describe; `nil` for no limit.
  init(finder: ViolationFinder, valueLimit: Int? = ValueExcerpt.limit) {
    self.finder = finder
    self.valueLimit = valueLimit
    fixes = ViolationFixes(finder, valueLimit: valueLimit)
  }

  /// Describes a violation; reads its row.
  func detail(_ finding: ViolationFinder.Finding) throws -> ViolationDetail {
    let key = finding.foreignKey
    let shape = try finder.catalog.table(key.originTable)
    let row = try finder.catalog.row(finding.rowKey, of: key.originTable, limit: valueLimit)
    let fields = row.map { row in
      zip(row.columns, row.values).map { column, excerpt in
        ViolationDetail.Field(
          column: column, value: excerpt.value, fullLength: excerpt.fullLength)
      }
    }
    // SQLite's message if the key cannot be checked, otherwise that of GRDB.
    let description: String
    if case .mismatch(let message) = finding.problem {
      description = message
    } else {
      let seen = finding.violation.originRowID == nil ? nil : row.map(Self.words)
      // A missing parent table has no columns to name, so the plain description is used.
      description =
        (try? finding.violation.describe(key: key, row: seen)) ?? finding.violation.description
    }
    try finder.db.checkCancellation()
    let missingKey = key.originColumns.compactMap { column in
      fields?.first { SQLName($0.column) == SQLName(column) }.map {
        ViolationDetail.Field(column: column, value: $0.value, fullLength: $0.fullLength)
      }
    }
    return ViolationDetail(
      problem: finding.problem, violation: finding.violation, description: description,
      foreignKey: key, originIsWithoutRowID: shape.isWithoutRowID, row: fields ?? [],
      missingKey: missingKey,
      remedies: try fixes.remedies(of: finding, missingKey: missingKey))
  }

  /// Formats a row as GRDB does, with long values truncated.
  private static func words(_ row: FoundRow) -> String {
    "["
      + zip(row.columns, row.values).map { "\($0):\($1.description)" }.joined(separator: " ")
      + "]"
  }
}
