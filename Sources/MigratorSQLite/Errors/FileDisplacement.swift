internal import MigratorPlatform

/// A database file that was moved, deleted or replaced while it was open.
public struct FileDisplacement: Sendable, Hashable {
  /// The former path of the file.
  public let path: String
  /// The inode number of the open file.
  public let inode: UInt64
  /// True if no file is at the path now.
  public let isMissing: Bool
  /// True if the open file contains changes that are not in the file at the path.
  public let isKept: Bool

  var words: String {
    "Another program \(isMissing ? "moved or deleted" : "replaced") \(path) while it was in use."
  }

  /// A description of the open file.
  public var fileWords: String { "The opened file (inode \(inode))" }

  /// A description of the file at the path now.
  public var pathWords: String {
    isMissing ? "The path no longer exists." : "The new file at that path does not contain it."
  }

  var explanation: Explanation {
    if isKept {
      return Explanation(
        .busy, "\(words) \(fileWords) contains the change. \(pathWords)",
        """
        Find the opened file: \(shell: "find", Paths.folder(of: path), "-xdev", "-inum", inode.description). If \
        it was deleted, restore a backup.
        """)
    }
    return Explanation(
      .busy, "\(words) No changes were made.",
      isMissing
        ? "Move the database or a backup of it to \(path). Then try again."
        : "Check the new file at that path: \(command: "status", path). Then try again.")
  }
}

extension DatabaseError {
  /// Creates the error for a file that is no longer at its path.
  ///
  /// - Parameter displacement: How the file was displaced.
  package init(_ displacement: FileDisplacement) {
    self.init(resultCode: .SQLITE_READONLY_DBMOVED, message: displacement.words)
    self.displacement = displacement
  }
}

extension Error {
  package var displacement: FileDisplacement? {
    ((self as? ScriptError)?.underlying ?? self as? DatabaseError)?.displacement
  }

  /// True if a backup may be the only copy of the data: the file is damaged or displaced.
  package var endangersFile: Bool {
    guard let error = (self as? ScriptError)?.underlying ?? self as? DatabaseError else {
      return false
    }
    return error.displacement != nil || error.isCorruption
  }
}

extension DatabaseError {
  /// True if pages of the file are damaged, not only the content of a virtual table.
  package var isCorruption: Bool { extendedResultCode.isCorruption }
}

extension ResultCode {
  package var isCorruption: Bool {
    primaryResultCode == .SQLITE_CORRUPT && self != .SQLITE_CORRUPT_VTAB
  }
}
