/// Why a database could not be opened, in one sentence, with what to do about it.
public struct OpenFailure: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// There is nothing under this path.
    case noSuchFile
    /// The path is a folder.
    case folder
    /// The path is a device, a pipe or a socket.
    case notARegularFile
    /// The path is a symbolic link to nothing, or one that goes in a circle.
    case brokenLink
    /// The process may not read the file, or not enter a folder on the way.
    case noPermission
    /// The file may only be read, but was to be written.
    case readOnlyFile
    /// The folder may only be read, but SQLite needs to make a file in it.
    case readOnlyFolder
    /// Changes wait in the `-wal` file and cannot be read.
    case unreadableWAL
    /// An unfinished transaction has to be rolled back first, which is writing.
    case hotJournal
    /// The file is no database, or an encrypted one.
    case notADatabase
    /// The file is damaged.
    case corrupt
    /// Another connection holds a lock.
    case locked
    /// Reading failed.
    case inputOutput
    /// Anything else.
    case other
  }

  /// The kind of failure.
  public let kind: Kind
  /// The path as it was given.
  public let path: String
  /// What is wrong, in one sentence.
  public let sentence: String
  /// What to do about it, in one or two sentences.
  public let remedy: String
  /// SQLite's error, if SQLite was asked at all.
  public let underlying: DatabaseError?
}

extension OpenFailure: CustomStringConvertible {
  /// The sentence and the remedy.
  public var description: String { "\(sentence) \(remedy)" }
}

extension OpenFailure: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { underlying?.extendedResultCode ?? .SQLITE_CANTOPEN }
}

extension OpenFailure {
  /// Words a failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - path: The path as it was given.
  ///   - underlying: SQLite's error.
  init(_ kind: Kind, path: String, underlying: DatabaseError? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
    (sentence, remedy) = Self.words(for: kind, path: path, underlying: underlying)
  }

  private static func words(
    for kind: Kind, path: String, underlying: DatabaseError?
  ) -> (sentence: String, remedy: String) {
    let said = underlying.flatMap(\.message) ?? "unknown error"
    return switch kind {
    case .noSuchFile:
      ("There is no file \(path).", "Check the path; nothing was created.")
    case .folder:
      ("\(path) is a folder, not a database file.", "Give the path of the file in it.")
    case .notARegularFile:
      ("\(path) is a device, pipe or socket, not a file.", "Give the path of a database file.")
    case .brokenLink:
      (
        "\(path) is a symbolic link that leads to no file.",
        "Mend the link, or give the path of the file itself."
      )
    case .noPermission:
      (
        "You may not read \(path).",
        "Run as a user who may read the file and enter its folders, or change their permissions."
      )
    case .readOnlyFile:
      (
        "You may read \(path), but not write it.",
        "Run as a user who may write the file, or change its permissions; looking still works."
      )
    case .readOnlyFolder:
      (
        "You may not create files beside \(path), which SQLite needs to do.",
        "Run as a user who may write the folder, or copy the database elsewhere."
      )
    case .unreadableWAL:
      (
        "\(path) has changes in \(path)-wal that cannot be read from here.",
        "Run as a user who may write the folder, or copy both files together into a folder of "
          + "your own and open the copy; without the -wal file you would see older data."
      )
    case .hotJournal:
      (
        "\(path) holds an unfinished transaction, which \(path)-journal would undo.",
        "Open it once with a program that may write it, which undoes the transaction (`sqlite3 FILE "
          + ".schema` will do, and so does `migtui step --yes` before it steps), or copy both "
          + "files and open the copy for writing. Do not delete the journal: it keeps the file whole."
      )
    case .notADatabase:
      (
        "\(path) is not an SQLite database, or it is encrypted.",
        "Check the path; an encrypted database has to be decrypted with its own program first."
      )
    case .corrupt:
      (
        "\(path) is damaged: \(said).",
        "Restore a backup, or save what can be read with `sqlite3 FILE .recover`, on a copy."
      )
    case .locked:
      (
        "\(path) is locked by another program.",
        "Wait until it is done, or end it, and try again."
      )
    case .inputOutput:
      ("Reading \(path) failed: \(said).", "Check the disk and its connection, and try again.")
    case .other:
      ("\(path) could not be opened: \(said).", "Check the file with the program that wrote it.")
    }
  }
}
