internal import MigratorSQLite

/// All violations of a database at one moment, small enough to be kept and compared.
///
/// A multiset: two foreign keys of the same columns to the same table count twice.
struct ViolationCensus {
  /// What tells foreign keys apart, also after a migration that renumbers them.
  struct Key: Hashable {
    let originKey: FoldedName
    let columns: [FoldedName]
    let destinationKey: FoldedName

    init(originKey: FoldedName, columns: [FoldedName], destinationKey: FoldedName) {
      self.originKey = originKey
      self.columns = columns
      self.destinationKey = destinationKey
    }

    init(_ key: ForeignKeyDescription) {
      self.init(
        originKey: FoldedName(key.originTable), columns: key.originColumns.map(FoldedName.init),
        destinationKey: FoldedName(key.destinationTable))
    }
  }

  private(set) var rows: [Key: [TableShape.RowKey: Int]] = [:]

  /// The number of violations.
  var count: Int { rows.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

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
    rows[Key(finding.foreignKey), default: [:]][finding.rowKey, default: 0] += 1
  }

  /// How often a violation is among these.
  func count(of finding: ViolationFinder.Finding) -> Int {
    rows[Key(finding.foreignKey)]?[finding.rowKey] ?? 0
  }

  /// Whether a violation is among these.
  func contains(_ finding: ViolationFinder.Finding) -> Bool {
    count(of: finding) > 0
  }

  /// The number of violations that are in both.
  func countCommon(with other: ViolationCensus) -> Int {
    rows.reduce(0) { sum, entry in
      guard let others = other.rows[entry.key] else { return sum }
      return entry.value.reduce(sum) { $0 + min($1.value, others[$1.key] ?? 0) }
    }
  }

  /// The violations of some of the foreign keys.
  func filter(_ isIncluded: (Key) -> Bool) -> ViolationCensus {
    var census = ViolationCensus()
    census.rows = rows.filter { isIncluded($0.key) }
    return census
  }
}
