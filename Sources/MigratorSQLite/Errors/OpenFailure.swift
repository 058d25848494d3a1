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
    /// The path is a symbolic link to nothing, or a cycle of links.
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
  /// The problem, in one sentence.
  public let sentence: String
  /// SQLite's error, if SQLite was called.
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
  init(_ kind: Kind, path: String, underlying: DatabaseError? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
    sentence = Self.sentence(for: kind, path: path, underlying: underlying)
  }

  private static func sentence(
    for kind: Kind, path: String, underlying: DatabaseError?
  ) -> String {
    let said = underlying.flatMap(\.message) ?? "unknown error"
    return switch kind {
    case .noSuchFile where path.contains("\u{FFFD}"):
      // The conversion of the path to a string replaced each invalid byte with this character.
      "\(path) cannot be opened: the name has bytes that are no UTF-8, or there is no such file."
    case .noSuchFile: "There is no file \(path)."
    case .folder: "\(path) is a folder, not a database file."
    case .notARegularFile: "\(path) is a device, pipe or socket, not a file."
    case .brokenLink: "\(path) is a symbolic link that leads to no file."
    case .noPermission: "You may not read \(path)."
    case .readOnlyFile: "You may read \(path), but not write it."
    case .readOnlyFolder:
      "You may not create files beside \(path), which SQLite needs to do."
    case .unreadableWAL: "\(path) has changes in \(path)-wal that cannot be read from here."
    case .hotJournal:
      "\(path) holds an unfinished transaction, which \(path)-journal would undo."
    case .notADatabase: "\(path) is not an SQLite database, or it is encrypted."
    case .wrongKey:
      "\(path) is not an SQLite database, or this is not its key, or it is encrypted in another way."
    case .notEncrypted: "\(path) is not encrypted, and a key was given."
    case .noCipher: "\(path) cannot be opened with a key: this program is built without SQLCipher."
    case .unknownFormat:
      "\(path) has a format that SQLite \(SQLiteLibrary.version) does not know: \(said)."
    case .corrupt: "\(path) is damaged: \(said)."
    case .locked: "\(path) is locked by another program."
    case .inputOutput: "Reading \(path) failed: \(said)."
    case .tooManyFiles: "\(path) could not be opened: too many files are open."
    case .diskFull: "The disk that \(path) is on is full: \(said)."
    case .other: "\(path) could not be opened: \(said)."
    }
  }
}

extension OpenFailure: ExplainedError {
  /// The remedy.
  public var remedy: Remedy {
    switch kind {
    case .noSuchFile where path.contains("\u{FFFD}"): .renameFile
    case .noSuchFile: .checkPath
    case .folder: .nameFileInFolder
    case .notARegularFile: .nameDatabase
    case .brokenLink: .fixLink
    case .noPermission: .becomeReader
    case .readOnlyFile: .becomeWriter
    case .readOnlyFolder: .becomeFolderWriter
    case .unreadableWAL: .readWithWAL
    case .hotJournal: .undoUnfinished
    case .notADatabase: SQLiteLibrary.readsEncryptedFiles ? .giveKey : .decrypt
    case .wrongKey: .checkKey
    case .notEncrypted: .omitKey
    case .noCipher: .buildWithCipher
    case .unknownFormat: .useNewerSQLite(name: nil, since: nil)
    case .corrupt: .rescue
    case .locked: .waitForOthers
    case .inputOutput: .checkDisk
    case .tooManyFiles: .closeFiles
    case .diskFull: .freeDisk
    case .other: .askItsProgram
    }
  }
}
