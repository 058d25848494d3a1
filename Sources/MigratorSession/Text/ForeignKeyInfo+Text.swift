public import MigratorEngine

extension ForeignKeyInfo {
  /// Explains why SQLite cannot check the key; only for keys that it cannot check.
  public var uncheckedSentence: String {
    "SQLite cannot check this foreign key: there is no PRIMARY KEY or UNIQUE index of \(destinationTable)"
      + (destinationColumns.isEmpty ? "" : " (\(destinationColumns.joined(separator: ", ")))")
      + ". Violations in \(originTable) cannot be determined."
  }
}
