struct CheckScope {
  /// A foreign key that only a few rows may violate.
  struct AffectedRows {
    let key: ForeignKeyInfo
    let rows: Set<Int64>
  }

  let rows: SchemaRows
  let directory: ForeignKeyDirectory
  /// The foreign keys that may have been violated since the last check.
  var suspects: [ForeignKeyInfo]
  var rowSuspects: [AffectedRows] = []
  /// The violations of the other foreign keys, or `nil` when they were not counted.
  var others: ViolationCensus?
}
