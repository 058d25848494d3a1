struct MigrationProgress {
  private(set) var applied: Set<String> = []
  /// The number of migrations at the start of the list that are recorded in order and need no
  /// further step.
  private(set) var doneCount = 0
  private var recordedCount = 0

  init(_ recorded: [String], of list: MigrationList) {
    applied.reserveCapacity(recorded.count)
    for identifier in recorded { add(identifier, of: list) }
  }

  mutating func add(_ identifier: String, of list: MigrationList) {
    applied.insert(identifier)
    // By index, to avoid copying the migration.
    if doneCount == recordedCount, doneCount < list.migrations.count,
      list.migrations[doneCount].identifier == identifier,
      list.migrations[doneCount].mergedIdentifiers.isEmpty
    {
      doneCount += 1
    }
    recordedCount += 1
  }
}
