/// How far the migrations of a list are applied.
struct MigrationProgress {
  /// The identifiers that are recorded.
  private(set) var applied: Set<String> = []
  /// How many of the first migrations are recorded first, in their order, with nothing left to do for them.
  private(set) var doneCount = 0
  private var recordedCount = 0

  /// Creates the progress of what is recorded, in the order of recording.
  init(_ recorded: [String], of list: MigrationList) {
    applied.reserveCapacity(recorded.count)
    for identifier in recorded { add(identifier, of: list) }
  }

  /// Takes in what is recorded next.
  mutating func add(_ identifier: String, of list: MigrationList) {
    applied.insert(identifier)
    // By the place, as a migration is much to copy.
    if doneCount == recordedCount, doneCount < list.migrations.count,
      list.migrations[doneCount].identifier == identifier,
      list.migrations[doneCount].mergedIdentifiers.isEmpty
    {
      doneCount += 1
    }
    recordedCount += 1
  }
}
