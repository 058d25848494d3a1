internal import MigratorSQLite

/// What tells a row from others where its rowid does not: the values of its primary key, or without one
/// all that it holds.
///
/// Rows that are copied to another table get other rowids where no column is one.
struct RowIdentity {
  /// Columns by which rows are told apart.
  struct Columns: Hashable {
    /// Their names, in the order in which they are compared.
    var names: [SQLName]
    /// Whether they are a primary key, in which no row of it is without a value.
    let isKey: Bool
  }

  /// The columns.
  let columns: Columns
  /// Their values, as a hash.
  let values: Int

  /// Reads it of a row; fails where a column is not there or not read whole, or the key is NULL.
  init?(_ row: [(column: String, value: ValueExcerpt)], columns: Columns) {
    if columns.names.isEmpty { return nil }
    var hasher = Hasher()
    for name in columns.names {
      guard let excerpt = row.first(where: { SQLName($0.column) == name })?.value, excerpt.isWhole,
        !columns.isKey || !excerpt.value.isNull
      else { return nil }
      hasher.combine(excerpt.value.ofAnyAffinity)
    }
    self.columns = columns
    values = hasher.finalize()
  }
}

extension RowIdentity.Columns {
  /// Those that tell the rows of a table apart under whatever rowid.
  init(of table: TableShape) {
    let key = table.primaryKey
    names = (key.isEmpty ? table.storedColumns : key).map { SQLName($0.name) }
    isKey = !key.isEmpty
  }
}
