public import MigratorEngine

/// Something in a folder of migrations that keeps them from being run, with the remedy.
public struct SourceProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of problem.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// There is no such folder.
    case folderMissing
    /// The path is a file.
    case notAFolder
    /// The folder may not be read.
    case folderUnreadable
    /// Reading the folder failed.
    case folderFailed
    /// The folder has no migration.
    case noMigrations
    /// A file may not be read, or is none that can be.
    case fileUnreadable
    /// Reading a file failed: nothing is wrong with the file.
    case fileFailed
    /// A file is a symbolic link that leads out of the folder.
    case linkOutside
    /// A file, or all of them together, is far larger than migrations are.
    case fileTooLarge
    /// A file's bytes, or its name, are no UTF-8.
    case notUTF8
    /// A file holds a NUL character.
    case nulCharacter
    /// A file holds nothing at all.
    case emptyFile
    /// Two files have one version, or one identifier.
    case duplicateVersion
    /// A number in a name that the tool of the folder cannot take, or none where it needs one.
    case badVersion
    /// What the tool reads of a file besides SQL is missing or cannot be read.
    case badDeclaration
    /// A `-- migtui:` comment that says nothing known.
    case badDirective
    /// The table that was named as the ledger is none of the tool's.
    case badLedger
    /// A text, comment, name or trigger that never ends.
    case unterminated
    /// A file that the tool must have is missing.
    case fileMissing
    /// A file beside the migrations, which says what they are, does not say it as it must.
    case badJournal
    /// A name that the tool refuses.
    case badName
    /// Folders of versions that sort in two ways, and nobody said which is meant.
    case ambiguousOrder
    /// A migration depends on one that is missing, or on itself.
    case badDependency
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The file or folder, as it is shown to a person.
  public let path: String
  /// The place in the file, if the problem has one.
  public let location: ScriptLocation?
  /// What is wrong, without the place.
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// Creates a problem; the parameters are the properties.
  public init(
    _ kind: Kind, path: String, location: ScriptLocation? = nil, message: String, remedy: String
  ) {
    self.kind = kind
    self.path = path
    self.location = location
    self.message = message
    self.remedy = remedy
  }

  /// The same as everyone tells it who knows nothing of tools.
  package var ofFile: FileProblem {
    FileProblem(
      file: location?.file ?? path, location: location, message: "\(message).", remedy: remedy)
  }

  /// One sentence with the place, the problem and the remedy.
  public var description: String { ofFile.description }
}

/// All that keeps a folder's migrations from being run.
public struct SourceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, in the order of the files; never empty.
  public let problems: [SourceProblem]

  /// Creates a failure.
  ///
  /// - Parameter problems: The problems, at least one.
  public init(problems: [SourceProblem]) {
    self.problems = problems
  }

  /// Creates a failure of one problem; the parameters are its properties.
  init(
    _ kind: SourceProblem.Kind, path: String, location: ScriptLocation? = nil, _ message: String,
    remedy: String
  ) {
    self.init(problems: [
      SourceProblem(kind, path: path, location: location, message: message, remedy: remedy)
    ])
  }

  /// A line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension SourceFailure: ExplainedError {
  /// A line for each problem.
  public var sentence: String { description }
  /// What to do about it.
  public var remedy: Remedy { .mendFiles }
}
