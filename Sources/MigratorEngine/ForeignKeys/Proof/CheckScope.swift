/// What a check of foreign keys is about.
struct CheckScope {
  /// A foreign key of which only a few rows may violate it.
  struct RowSuspect {
    let key: ForeignKeyOutline
    let rows: Set<Int64>
  }

  let rows: SchemaRows
  let directory: ForeignKeyDirectory
  /// The foreign keys that may have been broken since the last check.
  var suspects: [ForeignKeyOutline]
  var rowSuspects: [RowSuspect] = []
  /// The violations of the other foreign keys, or `nil` when they were not counted.
  var others: ViolationCensus?
}
