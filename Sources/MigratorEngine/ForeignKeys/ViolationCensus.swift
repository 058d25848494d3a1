internal import MigratorSQLite

/// All violations of a database at one moment, small enough to be kept and compared.
struct ViolationCensus {
  /// What tells foreign keys apart, also after a migration that renumbers them.
  struct Key: Hashable {
    let origin: String
    let columns: [String]
    let destination: String

    init(_ key: ForeignKeyDescription) {
      origin = key.originTable.lowercased()
      columns = key.originColumns.map { $0.lowercased() }
      destination = key.destinationTable.lowercased()
    }
  }

  private(set) var rows: [Key: Set<TableShape.RowKey>] = [:]

  /// The number of violations.
  var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  /// Whether there is no violation.
  var isEmpty: Bool { rows.isEmpty }

  init() {}

  /// Counts the violations of a database; one look at every row of a table with foreign keys.
  init(_ db: Database) throws {
    try ViolationFinder(db).forEach {
      insert($0)
      return true
    }
  }

  mutating func insert(_ finding: ViolationFinder.Finding) {
    rows[Key(finding.foreignKey), default: []].insert(finding.rowKey)
  }

  /// Whether a violation is among these.
  func contains(_ finding: ViolationFinder.Finding) -> Bool {
    rows[Key(finding.foreignKey)]?.contains(finding.rowKey) ?? false
  }

  /// The number of violations that are in both.
  func countCommon(with other: ViolationCensus) -> Int {
    rows.reduce(0) { sum, entry in
      guard let others = other.rows[entry.key] else { return sum }
      return sum + entry.value.count { others.contains($0) }
    }
  }
}
