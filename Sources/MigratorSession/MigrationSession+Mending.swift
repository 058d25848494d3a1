public import MigratorEngine
internal import MigratorPlatform

/// What a statement that mends violations did to a copy.
public struct MendingTrial: Sendable, Hashable {
  /// The statement.
  public let remedy: GroupRemedy
  /// What it did, its failure included.
  public let report: StepReport
}

extension MigrationSession {
  /// Returns the statements that would mend all violations of each of some foreign keys.
  ///
  /// - Parameter keys: The foreign keys.
  /// - Returns: The statements by their keys.
  /// - Throws: `DatabaseError`.
  public func groupRemedies(
    of keys: [ForeignKeyDescription]
  ) throws -> [ForeignKeyDescription: [GroupRemedy]] {
    guard !keys.isEmpty else { return [:] }
    return try inspect { look in
      try keys.reduce(into: [:]) { $0[$1] = try look.groupRemedies(of: $1) }
    }
  }

  /// Runs a statement that mends violations on a copy, which is thrown away; the file stays as it is.
  ///
  /// - Parameters:
  ///   - remedy: The statement.
  ///   - cancellation: Stops it.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What it did.
  /// - Throws: An error when no copy could be made; SQLITE_INTERRUPT when cancelled.
  public func tryMending(
    _ remedy: GroupRemedy, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> MendingTrial {
    var migrator = DatabaseMigrator()
    // Unchecked, so that the remaining violations can be counted; a file of it is checked like all others.
    migrator.registerMigration(
      Self.mending, foreignKeyChecks: .disabled,
      script: SQLScript(file: Self.mending, text: remedy.sql))
    return try inspect { look in
      let run = try DryRun.run(
        on: look, migrator: migrator, scope: .next, form: copyForm, countsViolations: true,
        configuration: configuration, cancellation: cancellation, onEvent: onEvent)
      guard let report = run.steps.first else { throw CancellationError() }
      return MendingTrial(remedy: remedy, report: report)
    }
  }

  /// Writes a new migration into the folder of the project, in the style of those that are there.
  ///
  /// - Parameters:
  ///   - title: What it does, in a few words.
  ///   - sql: Its statements.
  /// - Returns: The paths of the files that were written.
  /// - Throws: ``MigrationWriteFailure``; an error of the source.
  public func writeMigration(titled title: String, sql: String) throws -> [String] {
    try look { _, loaded in
      guard let files = try loaded.newFiles(title, sql), !files.isEmpty else {
        throw MigrationWriteFailure(
          message: "No file can be made for these migrations: only their own tool, or code, can.")
      }
      for file in files {
        do throws(SystemFailure) {
          try Files.createFolders(Paths.folder(of: file.path))
          try Files.create(file.path, file.text.utf8, for: .everyone)
        } catch {
          throw MigrationWriteFailure(message: "Cannot make \(file.path): \(error).")
        }
      }
      return files.map(\.path)
    }
  }

  private static let mending = "the statement that mends"
}

/// A migration that could not be written.
public struct MigrationWriteFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, in a sentence.
  public let message: String
  /// Why, in a sentence.
  public var description: String { message }
}

/// A file of a migration that is to be written.
public struct MigrationFile: Sendable, Hashable {
  /// Its path.
  public let path: String
  /// Its text.
  public let text: String

  /// Creates a file; the parameters are the properties.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
