public import MigratorEngine

extension ForeignKeyInfo {
  /// Explains why SQLite cannot check the key; only for keys that it cannot check.
  public var uncheckedSentence: String {
    "SQLite cannot check this foreign key: \(destinationTable)"
      + (destinationColumns.isEmpty ? "" : " (\(destinationColumns.joined(separator: ", ")))")
      + " has no PRIMARY KEY or UNIQUE index. Violations in \(originTable) cannot be determined."
  }

  /// States that writes to the table fail because SQLite cannot use this foreign key.
  ///
  /// - Parameter isThere: True if the parent table exists.
  /// - Returns: The sentence.
  public func unusableSentence(parentExists isThere: Bool) -> String {
    let columns =
      destinationColumns.isEmpty ? "" : " (\(destinationColumns.joined(separator: ", ")))"
    let problem =
      isThere
      ? "\(destinationTable)\(columns) has no PRIMARY KEY or UNIQUE index"
      : "the table \(destinationTable) does not exist"
    return "Writes to \(originTable) fail while foreign keys are on: \(problem)."
  }
}
