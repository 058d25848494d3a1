/// The reason why a database could not be opened, with a sentence and a remedy.
///
/// Functions throw a ``DatabaseError`` with SQLite's code and this as its
/// ``DatabaseError/openFailure``.
public struct OpenFailure: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The path does not exist.
    case noSuchFile
    /// The path is a folder.
    case folder
    /// The path is a device, a pipe or a socket.
    case notARegularFile
    /// The path is a dangling symbolic link, or a cycle of links.
    case brokenLink
    /// The process lacks permission to read the file or to search a folder of its path.
    case noPermission
    /// The file is read-only, but was opened for writing.
    case readOnlyFile
    /// The folder is read-only, but SQLite needs to create a file in it.
    case readOnlyFolder
    /// The `-wal` file holds changes and cannot be read.
    case unreadableWAL
    /// An unfinished transaction must be rolled back first, which requires writing.
    case hotJournal
    /// The file is not a database, or it is encrypted.
    case notADatabase
    /// The key does not match the file, or the file is not a database.
    case wrongKey
    /// A key was given, but the file is not encrypted.
    case notEncrypted
    /// A key was given, but this library cannot read encrypted files.
    case noCipher
    /// This SQLite does not support the format of the file.
    case unknownFormat
    /// The file is damaged.
    case corrupt
    /// Another connection holds a lock.
    case locked
    /// Reading failed.
    case inputOutput
    /// The process or the system has too many open files.
    case tooManyFiles
    /// The disk is full, and SQLite needs to create a file next to the database.
    case diskFull
    /// Anything else.
    case other
  }

  /// The kind of failure.
  public let kind: Kind
  /// The path as given.
  public let path: String
  /// SQLite's error, if SQLite was called.
  public let underlying: DatabaseError?
}

extension OpenFailure {
  init(_ kind: Kind, path: String, underlying: DatabaseError? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
  }
}

extension OpenFailure: CustomStringConvertible {
  /// The sentence and the remedy.
  public var description: String { "\(explanation.sentence) \(explanation.remedy)" }
}

extension OpenFailure: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { underlying?.extendedResultCode ?? .SQLITE_CANTOPEN }
}

extension OpenFailure: ExplainedError {
  /// The problem, the next step, and the category.
  public var explanation: Explanation {
    let said = underlying.flatMap(\.message) ?? "unknown error"
    return switch kind {
    case .noSuchFile where path.contains("\u{FFFD}"):
      // The conversion of the path to a string replaced each invalid byte with this character.
      Explanation(
        .noInput, "The file \(path) does not exist, or its name is not valid UTF-8.",
        "Check the path. If it is correct, rename the file, or use a symbolic link with a UTF-8 name."
      )
    case .noSuchFile:
      Explanation(
        .noInput, "The file \(path) does not exist. No file was created.", "Check the path.")
    case .folder:
      Explanation(
        .noInput, "\(path) is a folder, not a database file.",
        "Give the path of a file in this folder.")
    case .notARegularFile:
      Explanation(
        .noInput, "\(path) is a device, pipe or socket, not a file.",
        "Give the path of a database file.")
    case .brokenLink:
      Explanation(
        .noInput, "\(path) is a symbolic link to a file that does not exist.",
        "Fix the link, or give the path of the file itself.")
    case .noPermission:
      Explanation(
        .noPermission, "You do not have permission to read \(path).",
        """
        Run as a user with permission to read the file and to enter its folders, or change their \
        permissions.
        """)
    case .readOnlyFile:
      Explanation(
        .noPermission, "You have permission to read \(path), but not to write to it.", .becomeWriter
      )
    case .readOnlyFolder:
      Explanation(
        .noPermission,
        "SQLite must create files next to \(path), but its folder is not writable.",
        "Run as a user with write permission for the folder, or copy the database elsewhere.")
    case .unreadableWAL:
      Explanation(
        .noPermission, "The newest changes are in \(path)-wal, but SQLite cannot read that file.",
        """
        Run as a user with write permission for the folder, or copy both files together and open the \
        copy. Without the -wal file you would see older data.
        """)
    case .hotJournal:
      Explanation(
        .undetermined,
        "\(path) contains an unfinished transaction. SQLite rolls it back with \(path)-journal.",
        """
        Roll it back with write permission: \(shell: "sqlite3", path, ".schema"). Or copy both files and \
        open the copy. Do not delete the journal: without it the database is damaged.
        """)
    case .notADatabase:
      Explanation(
        .dataError, "\(path) is not an SQLite database, or it is encrypted.",
        SQLiteLibrary.readsEncryptedFiles
          ? "Check the path. If the database is encrypted, give its key: --key-file FILE."
          : """
          Check the path. To open encrypted databases, build the program with SQLCipher: \
          \(shell: "make", "install", "TRAITS=SQLCipher").
          """)
    case .wrongKey:
      Explanation(
        .dataError,
        "\(path) is not an SQLite database, or the key or the type of encryption is wrong.",
        "Check the path and the key.")
    case .notEncrypted:
      Explanation(
        .dataError, "A key was given, but \(path) is not encrypted.", "Omit the key.")
    case .noCipher:
      Explanation(
        .usage, "A key was given for \(path), but this program is built without SQLCipher.",
        .buildWithCipher)
    case .unknownFormat:
      Explanation(
        .dataError,
        "SQLite \(SQLiteLibrary.version) does not support the format of \(path): \(said).",
        "Open it with a newer SQLite.")
    case .corrupt: Explanation(.dataError, "\(path) is damaged: \(said).", .rescue(path: path))
    case .locked: Explanation(.busy, "\(path) is locked by another program.", .waitForOthers)
    case .inputOutput:
      Explanation(.inputOutput, "Reading \(path) failed: \(said).", .checkDisk)
    case .tooManyFiles:
      Explanation(.inputOutput, "Cannot open \(path): too many files are open.", .closeFiles)
    case .diskFull:
      Explanation(.inputOutput, "The disk of \(path) is full: \(said).", .freeDisk)
    case .other:
      Explanation(
        .internalError, "Cannot open \(path): \(said).",
        "Check the file with the program that wrote it.")
    }
  }
}
