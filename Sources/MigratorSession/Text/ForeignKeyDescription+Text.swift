public import MigratorEngine

extension ForeignKeyDescription {
  /// Why SQLite cannot check the key, in a sentence, for one that it cannot.
  public var uncheckedSentence: String {
    "SQLite cannot check this foreign key: there is no PRIMARY KEY or UNIQUE index of \(destinationTable)"
      + (destinationColumns.isEmpty ? "" : " (\(destinationColumns.joined(separator: ", ")))")
      + ". Which rows of \(originTable) break it is not known."
  }
}
