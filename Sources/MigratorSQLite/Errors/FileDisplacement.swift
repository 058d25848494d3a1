internal import MigratorPlatform

/// A database file that was moved, deleted or replaced while it was open.
public struct FileDisplacement: Sendable, Hashable {
  /// The path at which the file was.
  public let path: String
  /// The number of the file that was open.
  public let inode: UInt64
  /// Whether no file is at the path now.
  public let isMissing: Bool
  /// Whether the file that was open holds changes that the file at the path does not.
  public let isKept: Bool

  /// What happened, without the state of the database.
  var words: String {
    "Another program \(isMissing ? "moved or deleted" : "replaced") \(path) while it was in use."
  }

  /// The file that was open.
  public var fileWords: String { "The file that was open (inode \(inode))" }

  /// What is at the path now.
  public var pathWords: String {
    isMissing ? "No file is at the path now." : "The file that is at the path now does not have it."
  }

  /// What happened, and which file has the changes.
  var sentence: String {
    words + (isKept ? " \(fileWords) has the change. \(pathWords)" : " No changes were made.")
  }

  /// What to do about it.
  var remedy: Remedy {
    isKept
      ? .findFile(folder: Paths.folder(of: path), inode: inode)
      : isMissing ? .putFileBack(path: path) : .lookAtFile(path: path)
  }
}

extension DatabaseError {
  /// Creates the error of a file that is not at its path any more.
  ///
  /// - Parameter displacement: What became of it.
  package init(_ displacement: FileDisplacement) {
    self.init(resultCode: .SQLITE_READONLY_DBMOVED, message: displacement.words)
    self.displacement = displacement
  }
}

extension Error {
  /// What became of the file that was open, where it is not at its path any more.
  package var displacement: FileDisplacement? {
    ((self as? ScriptError)?.underlying ?? self as? DatabaseError)?.displacement
  }

  /// Whether a backup may be the only copy of what the file held: it is damaged, or not at its path.
  package var endangersFile: Bool {
    guard let error = (self as? ScriptError)?.underlying ?? self as? DatabaseError else {
      return false
    }
    return error.displacement != nil || error.isOfDamage
  }
}

extension DatabaseError {
  /// Whether pages of the file are damaged, and not only what a virtual table stores in them.
  package var isOfDamage: Bool { extendedResultCode.isOfDamage }
}

extension ResultCode {
  /// Whether it says that pages of the file are damaged.
  package var isOfDamage: Bool {
    primaryResultCode == .SQLITE_CORRUPT && self != .SQLITE_CORRUPT_VTAB
  }
}
