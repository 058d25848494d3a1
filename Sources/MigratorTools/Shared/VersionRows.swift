import MigratorEngine

/// Migrations of one version, where the ledger records versions alone.
enum TwinVersions {
  /// Why neither of two files is run.
  static func obstacle(
    _ one: String, _ other: String, _ version: String, _ tool: String
  ) -> StepObstacle {
    StepObstacle(
      "\(one) and \(other) both have version \(version), and \(tool) records versions alone: "
        + "running one of them would pass for both.",
      remedy: "Give one of them another version.")
  }

  /// What there is to know of a record that may be the other one's.
  static func note(_ version: String) -> String {
    "Another migration has version \(version) too: the ledger does not tell which was applied."
  }
}

/// Ledgers that hold a row with a text for each version, and nothing that can fail.
enum VersionRows {
  /// The records of such rows; every migration of a version counts.
  ///
  /// - Parameters:
  ///   - table: The table, with a column `version`.
  ///   - time: The column with the time, where there is one.
  ///   - files: The registered migrations.
  /// - Returns: The records, in the order of the rows; rows without a version are left out.
  static func records(
    _ table: LedgerRows.Table, time: String? = nil, of files: ToolFiles<Versioned<String>>
  ) -> [LedgerState.Record] {
    let byVersion = Dictionary(grouping: files.all, by: \.version)
    return table.rows.flatMap { row -> [LedgerState.Record] in
      guard let version = row.text("version") else { return [] }
      let appliedAt = time.flatMap { row.text($0) }
      guard let owners = byVersion[version] else {
        return [LedgerState.Record(version, appliedAt: appliedAt)]
      }
      let note = owners.count > 1 ? TwinVersions.note(version) : nil
      return owners.map { LedgerState.Record($0.identifier, appliedAt: appliedAt, note: note) }
    }
  }
}
