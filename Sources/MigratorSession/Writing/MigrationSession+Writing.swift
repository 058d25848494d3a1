public import MigratorEngine
package import MigratorWriter

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
      guard let files = try loaded.newFiles(title, statements, .last), !files.isEmpty else {
        throw Self.cannotWrite
      }
      return try write(files)
    }
  }

  /// Plans a new migration and tries it on generated rows, without writing it.
  ///
  /// - Parameters:
  ///   - goal: The schemas that the migration starts from and produces.
  ///   - answers: The renames and values that the user chose.
  ///   - cancellation: Stops it.
  /// - Returns: The draft, or the reason why there is none.
  /// - Throws: ``MigrationWriteFailure``; an error of the source, such as the reason why no form is
  ///   safe for the tool.
  package func draftMigration(
    _ goal: MigrationDraft.Goal, answering answers: WriterAnswers = WriterAnswers(),
    cancellation: Cancellation? = nil
  ) throws -> MigrationDraft.Result {
    try look { inspection, loaded in
      guard let make = loaded.draft else { throw Self.cannotWrite }
      return try make(goal, answers, inspection, cancellation)
    }
  }

  /// Writes the files of a new migration.
  ///
  /// - Parameter files: The files.
  /// - Returns: Their paths.
  /// - Throws: ``MigrationWriteFailure``.
  package func write(_ files: [MigrationFile]) throws(MigrationWriteFailure) -> [String] {
    try files.write()
    return files.map(\.path)
  }

  static var cannotWrite: MigrationWriteFailure {
    MigrationWriteFailure(
      explanation: Explanation(
        .blocked, "migtui cannot create migration files for this tool.",
        "Create the file with the tool itself, or write the migration in the app's code."))
  }
}
