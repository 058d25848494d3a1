internal import MigratorSQLite

/// Identifies a row independently of its rowid, by its primary key, or else by all its values.
///
/// Rows that are copied to another table get new rowids unless a column is the rowid.
struct RowIdentity {
  struct Columns: Hashable {
    /// The names, in the order of comparison.
    var names: [SQLName]
    /// `true` if they are the primary key, in which case rows with NULL have no identity.
    let isKey: Bool
  }

  let columns: Columns
  /// The hash of the values of the identifying columns.
  let values: Int

  /// Reads the identity of a row, whose identifying columns are at `places`.
  ///
  /// Fails if a column is missing or truncated, or the key is NULL.
  init?(_ row: FoundRow, columns: Columns, at places: [Int?]) {
    if places.isEmpty { return nil }
    var hasher = Hasher()
    for place in places {
      guard let excerpt = place.map({ row.values[$0] }), excerpt.isWhole,
        !columns.isKey || !excerpt.value.isNull
      else { return nil }
      hasher.combine(excerpt.value.affinityNormalized)
    }
    self.columns = columns
    values = hasher.finalize()
  }

  /// The hash of the values of a row that its rowid identifies.
  static func values(ofRowID id: Int64) -> Int {
    var hasher = Hasher()
    hasher.combine(id.databaseValue.affinityNormalized)
    return hasher.finalize()
  }
}

extension RowIdentity.Columns {
  init(of table: TableShape) {
    let key = table.primaryKey
    names = (key.isEmpty ? table.storedColumns : key).map { SQLName($0.name) }
    isKey = !key.isEmpty
  }
}
