internal import MigratorSQLite
internal import MigratorSchema

/// All violations of a database at one moment, small enough to keep and compare.
///
/// A multiset: two foreign keys on the same columns to the same table count twice.
struct ViolationCensus {
  /// Identifies a foreign key, even after a migration that renumbers the keys.
  struct Key: Hashable {
    let originKey: SQLName
    let columns: [SQLName]
    let destinationKey: SQLName
    /// The cached hash, because a key is looked up for each of millions of violations.
    private let hash: Int

    init(originKey: SQLName, columns: [SQLName], destinationKey: SQLName) {
      self.originKey = originKey
      self.columns = columns
      self.destinationKey = destinationKey
      var hasher = Hasher()
      hasher.combine(originKey)
      hasher.combine(columns)
      hasher.combine(destinationKey)
      hash = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    init(_ key: ForeignKeyInfo) {
      self.init(
        originKey: SQLName(key.originTable), columns: key.originColumns.map(SQLName.init(_:)),
        destinationKey: SQLName(key.destinationTable))
    }
  }

  struct Row: Hashable {
    let key: TableShape.RowKey
    let reference: Int
    /// The hash of the values that identify the row.
    let values: Int?

    static func == (one: Row, other: Row) -> Bool {
      one.key == other.key && one.reference == other.reference
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(reference)
    }
  }

  private(set) var rows: [Key: ViolatedRows] = [:]
  /// The columns that identify the rows of each foreign key, under their current names.
  private(set) var columns: [Key: RowIdentity.Columns] = [:]

  var count: Int { rows.values.reduce(0) { $0 + $1.count } }

  var isEmpty: Bool { rows.isEmpty }

  init() {}

  /// Counts the violations of a database.
  ///
  /// Checks each row of a table with foreign keys, unless `proof` shows that the table has no
  /// violations.
  init(_ db: Database, proof: @escaping (String) throws -> TableVerdict = { _ in .unknown }) throws
  {
    try ViolationFinder(db, recordsReferences: true, proof: proof).forEach {
      insert($0)
      return true
    }
    finish()
  }

  /// Returns the census with the rows of some foreign keys replaced.
  func replacing(_ rows: [Key: ViolatedRows]) -> ViolationCensus {
    var census = self
    census.rows.merge(rows) { $1 }
    return census
  }

  /// Counts the violations, and passes each to `body` with a flag that shows whether `old` contains
  /// it.
  ///
  /// `old` must have the current names of the tables. If rows have new rowids but can be
  /// identified, sets `old` to these rows, calls `begin` again, and passes all violations again.
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
      insert(finding, sharing: old)
      try body(finding, old.map { count(of: finding) <= $0.count(of: finding) } ?? false)
      return true
    }
    finish(sharing: old)
  }

  /// Returns the numbers of earlier, current and added violations.
  ///
  /// `before` includes violations in tables and columns that no longer exist. `old` is `before`
  /// with the current names.
  func counts(since before: ViolationCensus, followed old: ViolationCensus) -> ViolationCounts {
    ViolationCounts(before: before.count, after: count, added: count - countCommon(with: old))
  }

  /// Adds a violation; `earlier` is a census that probably contains it, to share its memory.
  mutating func insert(
    _ finding: ViolationFinder.Finding, sharing earlier: ViolationCensus? = nil
  ) {
    let key = finding.subject.censusKey
    rows[key, default: ViolatedRows()].insert(Row(finding), sharing: earlier?.rows[key])
    if columns[key] == nil { columns[key] = finding.identity?.columns }
  }

  /// Releases memory after the last insertion.
  private mutating func finish(sharing earlier: ViolationCensus? = nil) {
    for key in rows.keys { rows[key]?.finish(sharing: earlier?.rows[key]) }
  }

  func count(of finding: ViolationFinder.Finding) -> Int {
    rows[finding.subject.censusKey]?[Row(finding)] ?? 0
  }

  private func countCommon(with other: ViolationCensus) -> Int {
    rows.reduce(0) { sum, entry in
      other.rows[entry.key].map { sum + entry.value.countCommon(with: $0) } ?? sum
    }
  }

  func filter(_ isIncluded: (Key) -> Bool) -> ViolationCensus {
    var census = ViolationCensus()
    census.rows = rows.filter { isIncluded($0.key) }
    census.columns = columns.filter { isIncluded($0.key) }
    return census
  }

  /// Returns the violations under the names that their tables and columns have after events.
  ///
  /// Violations of a dropped table are kept for the table that replaced it.
  func followed(through events: [SchemaEvent]) -> ViolationCensus {
    if rows.isEmpty || events.isEmpty { return self }
    // A table existed before the events unless its first event is its creation.
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
        census.rows[key, default: ViolatedRows()].merge(rows)
        // Rows of two tables that were merged into one have no common columns.
        census.columns[key] =
          isFirst ? columns[former]?.followed(through: lineage, in: former.originKey) : nil
      }
    }
    return census
  }
}

extension ViolationCensus.Row {
  init(_ finding: ViolationFinder.Finding) {
    self.init(
      key: finding.rowKey, reference: finding.reference, values: finding.identity?.values)
  }
}

extension ViolationCensus.Key {
  /// Returns the keys under their current names; empty if the table or a column is gone.
  ///
  /// If another table has replaced the parent table, there are two keys: the foreign key may refer
  /// to the renamed parent or to the replacement.
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
  /// Returns the columns under their current names, or `nil` if one is gone.
  fileprivate func followed(through lineage: SchemaLineage, in table: SQLName) -> Self? {
    let present = names.compactMap { lineage.present(ofColumn: $0, in: table) }
    return present.count == names.count ? Self(names: present, isKey: isKey) : nil
  }
}
