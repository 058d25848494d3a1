public import MigratorEngine

/// A problem in a folder of migrations that prevents running them, with a remedy.
public struct SourceProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of problem.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The folder does not exist.
    case folderMissing
    /// The path is a file.
    case notAFolder
    /// Permission to read the folder is denied.
    case folderUnreadable
    /// Reading the folder failed.
    case folderFailed
    /// The folder has no migration.
    case noMigrations
    /// Permission to read a file is denied, or it is not a regular file.
    case fileUnreadable
    /// Reading a file failed for a reason outside the file, such as a disk error.
    case fileFailed
    /// A file is a symbolic link that leads out of the folder.
    case linkOutside
    /// A file exceeds the size limit, or all files together do.
    case fileTooLarge
    /// The contents or the name of a file are not UTF-8.
    case notUTF8
    /// A file contains a NUL character.
    case nulCharacter
    /// A file is empty.
    case emptyFile
    /// Two files have the same version or identifier.
    case duplicateVersion
    /// A number in a name is missing, or not valid for the tool.
    case badVersion
    /// A declaration that the tool requires besides SQL is missing or cannot be parsed.
    case badDeclaration
    /// A directive in a comment, such as `-- migtui:`, is unknown or misplaced.
    case badDirective
    /// The table that was named as the ledger does not belong to the tool.
    case badLedger
    /// A string, comment, name, trigger or statement is not terminated.
    case unterminated
    /// The file begins or ends a transaction, but the tool runs the file in its own transaction.
    case badTransaction
    /// A file that the tool requires is missing.
    case fileMissing
    /// A file that describes the migrations, such as a journal, is not valid.
    case badJournal
    /// The tool rejects a name.
    case badName
    /// Version folders have two possible orders, and the user has not chosen one.
    case ambiguousOrder
    /// A migration depends on one that is missing, or on itself.
    case badDependency
  }

  /// True if the folder can be used without the file.
  var isOfOneFile: Bool {
    switch kind {
    case .duplicateVersion, .badVersion, .badName, .badDependency, .fileMissing, .badDeclaration,
      .fileUnreadable, .notUTF8:
      true
    case .folderMissing, .notAFolder, .folderUnreadable, .folderFailed, .noMigrations, .fileFailed,
      .linkOutside, .fileTooLarge, .nulCharacter, .emptyFile, .badDirective, .badLedger,
      .unterminated, .badTransaction, .badJournal, .ambiguousOrder:
      false
    }
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The file or folder, for display.
  public let path: String
  /// The location in the file, or `nil`.
  public let location: ScriptLocation?
  /// A description of the problem, without the location.
  public let message: String
  /// The suggested remedy.
  public let remedy: String
  /// True if the tool could read the file, but running it would fail.
  var isOnlyOfItsTurn = false

  /// Creates a problem from its properties.
  public init(
    _ kind: Kind, path: String, location: ScriptLocation? = nil, message: String, remedy: String
  ) {
    self.kind = kind
    self.path = path
    self.location = location
    self.message = message
    self.remedy = remedy
  }

  /// The problem in the form that other modules use, without its kind.
  package var ofFile: FileProblem {
    FileProblem(
      file: location?.file ?? path, location: location, message: "\(message).", remedy: remedy,
      isOnlyOfItsTurn: isOnlyOfItsTurn)
  }

  /// One sentence with the location, the problem and the remedy.
  public var description: String { ofFile.description }
}

/// All problems that prevent running a folder's migrations.
public struct SourceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, in the order of the files; never empty.
  public let problems: [SourceProblem]

  /// Creates a failure.
  ///
  /// - Parameter problems: The problems, at least one.
  public init(problems: [SourceProblem]) {
    self.problems = problems
  }

  init(
    _ kind: SourceProblem.Kind, path: String, location: ScriptLocation? = nil, _ message: String,
    remedy: String, isOnlyOfItsTurn: Bool = false
  ) {
    var problem = SourceProblem(
      kind, path: path, location: location, message: message, remedy: remedy)
    problem.isOnlyOfItsTurn = isOnlyOfItsTurn
    self.init(problems: [problem])
  }

  /// A line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension SourceFailure: ExplainedError {
  /// A line for each problem, with its remedy, and the category of the first.
  public var explanation: Explanation {
    let category: ErrorCategory =
      switch problems.first?.kind {
      case .folderMissing, .notAFolder, .noMigrations: .noInput
      case .folderUnreadable: .noPermission
      case .folderFailed, .fileFailed: .inputOutput
      case .badLedger: .usage
      default: .badMigrations
      }
    return Explanation(category, lines: problems.map(\.description), "No migration was run.")
  }
}
