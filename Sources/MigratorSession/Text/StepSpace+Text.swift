public import MigratorEngine

extension StepSpace {
  /// The growth, and the free space after it: `+12.3 kB, 4.1 kB free`.
  public var words: String {
    let sign = growth < 0 ? "" : "+"
    return sign + Format.bytes(growth)
      + (freePagesAfter > 0 ? ", \(Format.bytes(freeAfter)) free" : "")
  }
}

extension PreparedStep {
  /// The time and disk space that the steps need according to the dry run, or `nil` without one.
  public var needs: String? {
    guard dryRun != nil else { return nil }
    let seconds = Format.seconds(predicted.reduce(0) { $0 + $1.seconds })
    // Outside a transaction, writers wait for only one statement at a time.
    let wait = migrations.contains(where: \.runsOutsideTransaction) ? "" : ", writers blocked"
    let growth = predicted.reduce(0) { $0 + ($1.space?.growth ?? 0) }
    // The dry run of another engine does not measure disk space.
    guard predicted.contains(where: { $0.space != nil }) else { return "about \(seconds)\(wait)" }
    return "about \(seconds)\(wait); up to \(Format.bytes(neededBytes)) of disk"
      + (growth > 0 ? ", \(Format.bytes(growth)) kept" : "")
  }
}
