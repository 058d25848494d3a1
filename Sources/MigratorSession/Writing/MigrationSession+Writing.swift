public import MigratorEngine

extension MigrationSession {
  /// Writes a new migration to the project's folder, in the style of the existing ones.
  ///
  /// - Parameters:
  ///   - title: A short description.
  ///   - statements: The statements.
  /// - Returns: The paths of the files, the one with the statements first.
  /// - Throws: ``MigrationWriteFailure``; an error of the source, such as the reason why the tool
  ///   would not run the statements.
  public func writeMigration(titled title: String, _ statements: NewStatements) throws -> [String] {
    try look { _, loaded in
      guard let files = try loaded.newFiles(title, statements), !files.isEmpty else {
        throw MigrationWriteFailure(
          explanation: Explanation(
            .blocked, "migtui cannot create migration files for this tool.",
            "Create the file with the tool itself, or write the migration in the app's code."))
      }
      try files.write()
      return files.map(\.path)
    }
  }
}
