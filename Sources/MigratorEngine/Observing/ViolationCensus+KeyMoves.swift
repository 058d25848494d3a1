internal import MigratorSQLite

extension ViolationCensus {
  /// Returns the violations under the keys that SQLite reassigned, by the tables' current names.
  ///
  /// If the order of the keys changed, rows with changed keys count as different rows.
  func moved(by moves: [SQLName: KeyMoves]) -> ViolationCensus {
    if moves.isEmpty { return self }
    return replacing(
      Dictionary(
        uniqueKeysWithValues: rows.compactMap { key, rows in
          guard let moves = moves[key.originKey], moves.keepsOrder else { return nil }
          var moved: [Row: Int] = [:]
          rows.forEach { moved[$0.moved(by: moves), default: 0] += $1 }
          return (key, ViolatedRows(moved))
        }))
  }
}

extension ViolationCensus.Row {
  /// The row under its reassigned key; its other values are equal.
  fileprivate func moved(by moves: KeyMoves) -> Self {
    guard case .rowID(let rowID) = key else { return self }
    // The values identify rows by their former keys, which other rows may have now.
    return Self(
      key: .rowID(moves.present[rowID] ?? rowID), reference: reference, values: nil)
  }
}
