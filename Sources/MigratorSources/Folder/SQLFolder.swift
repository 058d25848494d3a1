/// A folder of SQL files, each one migration, read and checked before the first is run.
///
/// Files run in the order of the numbers in their names. Hidden files, files of other kinds and
/// `*.down.sql` / `*.rollback.sql` take no part, nor do files without a number among numbered ones;
/// the ``notes`` tell which were left out.
public struct SQLFolder: Sendable, Hashable {
  /// The path of the folder.
  public let path: String
  /// The migrations in the order they run.
  public let files: [SQLFile]
  /// Files that were left out, and why, in words.
  public let notes: [String]

  /// Reads and checks all files of a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - stem: Take only files named `stem-NUMBER….sql`, for migrations that stand among other files.
  /// - Throws: `SourceFailure` with every problem found.
  /// - Complexity: O(*n*) for *n* bytes of files.
  public init(path: String, stem: String? = nil) throws {
    let listing = try FolderListing(path: path, stem: stem)
    var problems = listing.problems
    var files: [SQLFile] = []
    for entry in listing.entries {
      do {
        files.append(
          try SQLFile.read(
            identifier: entry.identifier, version: entry.name.version,
            path: FilePath.join(path, entry.fileName)))
      } catch let failure as SourceFailure {
        problems += failure.problems
      }
    }
    if listing.entries.isEmpty, problems.isEmpty {
      problems.append(
        SourceProblem(
          .noMigrations, path: path, message: "the folder has no migrations",
          remedy: "Put files like 001_create.sql in it, or name another with --migrations."))
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    self.path = path
    self.files = files
    notes =
      listing.notes
      + files.filter(\.statements.isEmpty).map { "\($0.identifier).sql has no statement" }
  }

  /// Returns the file of a migration.
  ///
  /// - Parameter identifier: The identifier of the migration.
  /// - Returns: The file, or `nil` when the folder has none of that name.
  public subscript(identifier: String) -> SQLFile? {
    files.first { $0.identifier == identifier }
  }
}
