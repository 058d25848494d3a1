public import MigratorEngine
package import MigratorPlatform

/// A file of a new migration.
public struct MigrationFile: Sendable, Hashable {
  /// The path; below the migrations' folder if a tool returns the file.
  public let path: String
  /// The file contents.
  public let text: String
  /// True if the file exists and its contents change, as for a journal.
  public let isReplacement: Bool

  /// Creates a file from its properties.
  public init(path: String, text: String, isReplacement: Bool = false) {
    self.path = path
    self.text = text
    self.isReplacement = isReplacement
  }
}

extension [MigrationFile] {
  /// Writes the files of one migration, those that already exist last.
  ///
  /// If a file cannot be written, the new ones are removed again. A new file never replaces an
  /// existing one.
  ///
  /// - Throws: ``MigrationWriteFailure``.
  package func write() throws(MigrationWriteFailure) {
    var written: [String] = []
    for file in filter({ !$0.isReplacement }) + filter(\.isReplacement) {
      do throws(SystemFailure) {
        try Files.createFolders(Paths.folder(of: file.path))
        if file.isReplacement {
          try Files.replace(file.path, file.text.utf8)
        } else {
          try Files.create(file.path, file.text.utf8, for: .everyone)
          written.append(file.path)
        }
      } catch {
        written.forEach(Files.remove)
        throw MigrationWriteFailure(file.isReplacement ? "change" : "create", file.path, error)
      }
    }
  }
}

/// A migration that could not be written.
public struct MigrationWriteFailure: ExplainedError, Hashable, CustomStringConvertible {
  /// The reason and the next step.
  public let explanation: Explanation
  /// The reason, as a sentence.
  public var message: String { explanation.sentence }
  /// The reason, as a sentence.
  public var description: String { message }

  package init(_ action: String, _ path: String, _ failure: SystemFailure) {
    explanation = Explanation(.cannotCreate, "Cannot \(action) \(path): \(failure).", .checkFolder)
  }

  package init(explanation: Explanation) {
    self.explanation = explanation
  }
}
