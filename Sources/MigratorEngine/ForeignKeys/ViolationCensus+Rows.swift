internal import MigratorSQLite

extension ViolationCensus {
  /// Returns the earlier violations, assigned to the rows in which a later census has them.
  ///
  /// A row is matched by its values, or else by its rowid or primary key, and must have the same
  /// reference. Returns `nil` if this does not match more rows than matching by key does.
  func moved(
    to after: ViolationCensus, _ finder: ViolationFinder
  ) throws -> ViolationCensus? {
    var moved: [Key: ViolatedRows] = [:]
    for (key, old) in rows {
      guard let columns = columns[key], let new = after.rows[key] else { continue }
      let inPlace = new.countCommon(with: old)
      guard inPlace < old.count, inPlace < new.count else { continue }
      var present: [(row: Row, values: Int?)] = []
      try new.forEach { row, count in
        let identity = try finder.identity(of: row.key, in: key.originKey.text, columns: columns)
        present += Array(repeating: (row, identity?.values), count: count)
      }
      var matching = RowMatching(old.counted)
      matching.match(present)
      if matching.count > inPlace { moved[key] = matching.rows }
    }
    return moved.isEmpty ? nil : replacing(moved)
  }
}

/// Matches rows of violations with those of a later moment, each once.
private struct RowMatching {
  typealias Row = ViolationCensus.Row

  /// The hashes of a row's values and of its reference.
  private struct Values: Hashable {
    let row: Int
    let reference: Int
  }

  /// The earlier rows that are not matched yet.
  private var left: [Row: Int]
  private var byValues: [Values: [Row]] = [:]
  private var found: [Row: Int] = [:]
  private(set) var count = 0

  init(_ old: [Row: Int]) {
    left = old
    for (row, count) in old {
      guard let values = row.values else { continue }
      byValues[Values(row: values, reference: row.reference), default: []] +=
        Array(repeating: row, count: count)
    }
  }

  /// The later rows of the matched violations, and the earlier rows of the others.
  var rows: ViolatedRows { ViolatedRows(found.merging(left, uniquingKeysWith: +)) }

  /// Matches rows with equal keys and values, then with equal values, then with equal keys.
  mutating func match(_ present: [(row: Row, values: Int?)]) {
    var rest = present.filter { row, values in
      guard let values, let place = left.index(forKey: row), left[place].key.values == values
      else { return true }
      return !take(row, for: row)
    }
    rest = rest.filter { row, values in
      guard let values else { return true }
      let key = Values(row: values, reference: row.reference)
      while let former = byValues[key]?.popLast() {
        if take(former, for: row) { return false }
      }
      return true
    }
    for (row, _) in rest { _ = take(row, for: row) }
  }

  private mutating func take(_ former: Row, for row: Row) -> Bool {
    guard let rest = left[former], rest > 0 else { return false }
    left[former] = rest - 1
    found[row, default: 0] += 1
    count += 1
    return true
  }
}
