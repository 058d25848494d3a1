extension MigrationJudge.Verdict {
  /// The result of the trial, as a sentence.
  package var summary: String {
    rowCount == 0
      ? "Tried with foreign keys off and on: the schema matches the wanted one. No rows remain to "
        + "compare."
      : "Tried on \(rowCount) generated \(rowCount == 1 ? "row" : "rows"), with foreign keys off and "
        + "on: the schema matches the wanted one, and all remaining values are unchanged."
  }

  /// The cases in which the migration fails or cannot be undone, as sentences.
  package var warnings: [String] {
    [
      replayFailure.map {
        "Use the migration only for databases like the one it starts from. After the other "
          + "migrations: \($0)"
      }
    ].compactMap(\.self)
      + failures.map { "It fails on some rows that the current schema allows: \($0)." }
      + downFailures.map { "It cannot be undone with some rows. \($0)" }
  }
}
