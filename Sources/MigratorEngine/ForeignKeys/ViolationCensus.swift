internal import MigratorSQLite
internal import MigratorSchema

/// All violations of a database at one moment, small enough to be kept and compared.
///
/// A multiset: two foreign keys of the same columns to the same table count twice.
struct ViolationCensus {
  /// What tells foreign keys apart, also after a migration that renumbers them.
  struct Key: Hashable {
    let originKey: SQLName
    let columns: [SQLName]
    let destinationKey: SQLName

    init(originKey: SQLName, columns: [SQLName], destinationKey: SQLName) {
      self.originKey = originKey
      self.columns = columns
      self.destinationKey = destinationKey
    }

    init(_ key: ForeignKeyDescription) {
      self.init(
        originKey: SQLName(key.originTable), columns: key.originColumns.map(SQLName.init(_:)),
        destinationKey: SQLName(key.destinationTable))
    }
  }

  /// What tells violations of one foreign key apart.
  struct Row: Hashable {
    let key: TableShape.RowKey
    let reference: Int
    /// The values of the columns that identify the row, as a hash.
    let values: Int?

    init(_ finding: ViolationFinder.Finding) {
      key = finding.rowKey
      reference = finding.reference
      values = finding.identity?.values
    }

    static func == (one: Row, other: Row) -> Bool {
      one.key == other.key && one.reference == other.reference
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(reference)
    }
  }

  private(set) var rows: [Key: [Row: Int]] = [:]
  /// The columns that identify the rows of each foreign key, under their present names.
  private(set) var columns: [Key: RowIdentity.Columns] = [:]

  /// The number of violations.
  var count: Int { rows.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// Whether there is no violation.
  var isEmpty: Bool { rows.isEmpty }

  init() {}

  /// Counts the violations of a database; one look at every row of a table with foreign keys that is
  /// not proven to have none.
  init(_ db: Database, proof: @escaping (String) throws -> TableProof = { _ in .unknown }) throws {
    try ViolationFinder(db, tellsReferences: true, proof: proof).forEach {
      insert($0)
      return true
    }
  }

  /// The same violations in other rows.
  func replacing(_ rows: [Key: [Row: Int]]) -> ViolationCensus {
    var census = self
    census.rows.merge(rows) { $1 }
    return census
  }

  /// Counts the violations of a database beside those of an earlier moment, under the names that
  /// their tables have now, and tells of each whether it was there before.
  ///
  /// Where rows that identify themselves have other rowids than before, `old` is given the present ones,
  /// and all are told once more, after `begin` was called again.
  init(
    _ finder: ViolationFinder, since old: inout ViolationCensus?, begin: () -> Void,
    _ body: (ViolationFinder.Finding, _ isOld: Bool) throws -> Void
  ) throws {
    begin()
    try self.init(finder, since: old, body)
    guard let moved = try old?.moved(to: self, finder) else { return }
    old = moved
    begin()
    try self.init(finder, since: moved, body)
  }

  private init(
    _ finder: ViolationFinder, since old: ViolationCensus?,
    _ body: (ViolationFinder.Finding, _ isOld: Bool) throws -> Void
  ) throws {
    try finder.forEach { finding in
      insert(finding)
      try body(finding, old.map { count(of: finding) <= $0.count(of: finding) } ?? false)
      return true
    }
  }

  /// How many violations there were before, of tables and columns too that are gone since, and are
  /// now, beside the same followed to now.
  func counts(since before: ViolationCensus, followed old: ViolationCensus) -> ViolationCounts {
    ViolationCounts(before: before.count, after: count, added: count - countCommon(with: old))
  }

  mutating func insert(_ finding: ViolationFinder.Finding) {
    let key = Key(finding.foreignKey)
    rows[key, default: [:]][Row(finding), default: 0] += 1
    if columns[key] == nil { columns[key] = finding.identity?.columns }
  }

  /// How often a violation is among these.
  func count(of finding: ViolationFinder.Finding) -> Int {
    rows[Key(finding.foreignKey)]?[Row(finding)] ?? 0
  }

  /// The number of violations that are in both.
  private func countCommon(with other: ViolationCensus) -> Int {
    rows.reduce(0) { sum, entry in
      guard let others = other.rows[entry.key] else { return sum }
      return entry.value.reduce(sum) { $0 + min($1.value, others[$1.key] ?? 0) }
    }
  }

  /// The violations of some of the foreign keys.
  func filter(_ isIncluded: (Key) -> Bool) -> ViolationCensus {
    var census = ViolationCensus()
    census.rows = rows.filter { isIncluded($0.key) }
    census.columns = columns.filter { isIncluded($0.key) }
    return census
  }

  /// The same violations under the names that their tables and columns have after statements.
  ///
  /// Those of a table that was dropped are kept for the one that was made in its place.
  func followed(through events: [SchemaEvent]) -> ViolationCensus {
    if rows.isEmpty || events.isEmpty { return self }
    // A table that is named first by another statement than the one that makes it was there.
    var isThere: [SQLName: Bool] = [:]
    for event in events where isThere[event.subject] == nil {
      if case .created = event {
        isThere[event.subject] = false
      } else {
        isThere[event.subject] = true
      }
    }
    let known = rows.keys.flatMap { [$0.originKey, $0.destinationKey] }
    let lineage = SchemaLineage(
      tables: Set(known).union(isThere.filter(\.value).keys), events: events)
    var census = ViolationCensus()
    for (former, rows) in rows {
      for key in former.followed(through: lineage) {
        let isFirst = census.rows[key] == nil
        census.rows[key, default: [:]].merge(rows, uniquingKeysWith: +)
        // Rows of two tables in one have no columns in common.
        census.columns[key] =
          isFirst ? columns[former]?.followed(through: lineage, in: former.originKey) : nil
      }
    }
    return census
  }
}

extension ViolationCensus.Key {
  /// The key under its present names; none where its table or a column of it is gone.
  ///
  /// Where another table has the place of the one that it refers to, it is the one or the other: its text
  /// may name that which has its place, and goes on to name the one that is gone.
  fileprivate func followed(through lineage: SchemaLineage) -> [Self] {
    let named = lineage.present(ofTable: destinationKey) ?? destinationKey
    let destinations = Set([named, lineage.place(ofTable: destinationKey) ?? named])
    guard let origin = lineage.place(ofTable: originKey) else {
      if lineage.former(ofTable: originKey) != nil { return [] }
      return destinations.map {
        Self(originKey: originKey, columns: columns, destinationKey: $0)
      }
    }
    let present = columns.compactMap { lineage.present(ofColumn: $0, in: originKey) }
    guard present.count == columns.count else { return [] }
    return destinations.map { Self(originKey: origin, columns: present, destinationKey: $0) }
  }
}

extension RowIdentity.Columns {
  /// The columns under their present names, or `nil` where one is gone.
  fileprivate func followed(through lineage: SchemaLineage, in table: SQLName) -> Self? {
    let present = names.compactMap { lineage.present(ofColumn: $0, in: table) }
    return present.count == names.count ? Self(names: present, isKey: isKey) : nil
  }
}
