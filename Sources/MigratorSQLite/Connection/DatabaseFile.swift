import CSQLite3
import MigratorPlatform

/// The identity of the file that a path referred to at some time.
///
/// Another program can move, delete or replace a file that a connection has open. SQLite then
/// continues to write to the open file, which is no longer the one at the path.
package struct DatabaseFile: Sendable, Hashable {
  /// The path as given; `canonical` is the path without symbolic links.
  package let path: String
  private let canonical: String
  private let identity: FileStatus.Identity

  /// Examines a path; returns `nil` if the file is missing.
  ///
  /// - Parameter path: The path; symbolic links are followed each time.
  package init?(at path: String) {
    guard let identity = Files.identity(of: path), let canonical = Files.resolved(path) else {
      return nil
    }
    (self.path, self.canonical, self.identity) = (path, canonical, identity)
  }

  package var text: String { identity.text }

  /// Returns true if a path is the path of this file.
  func isMeant(by path: String) -> Bool { path == self.path || path == canonical }

  /// Returns how the file was displaced, if the path now leads to another file or to none.
  ///
  /// A path that became a link to the same file counts as displaced: SQLite looks for the `-wal`
  /// and the journal next to the link's target.
  ///
  /// - Parameter isKept: True if the open file holds changes that the file at the path does not.
  /// - Returns: The displacement; `nil` if the file is at its path.
  package func displacement(isKept: Bool = false) -> FileDisplacement? {
    let now = Files.identity(of: path)
    if now == identity, Files.resolved(path) == canonical { return nil }
    return displaced(isMissing: now == nil, isKept: isKept)
  }

  func displaced(isMissing: Bool, isKept: Bool) -> FileDisplacement {
    FileDisplacement(path: path, inode: identity.inode, isMissing: isMissing, isKept: isKept)
  }
}

extension Database {
  /// Throws if the path no longer leads to the open file.
  package func requireInPlace() throws {
    if let displacement = displacement(isKept: false) { throw DatabaseError(displacement) }
  }

  package var isDisplaced: Bool { displacement(isKept: false) != nil }

  /// Throws if the open file must not be committed to.
  ///
  /// This is so if the path does not lead to it, or if another program truncated committed pages.
  func requireCommittable() throws {
    try requireInPlace()
    guard let file, let size = committedSize, let now = Files.size(of: file.path), now < size else {
      return
    }
    throw DatabaseError(
      resultCode: .SQLITE_CORRUPT,
      message: "another program truncated \(file.path) from \(size) to \(now) bytes")
  }

  /// Throws if the path does not lead to the file that was committed to.
  ///
  /// The error is in doubt: the change is committed, but not to the file at the path.
  func requireCommitted() throws {
    guard let displacement = displacement(isKept: true) else { return }
    var error = DatabaseError(displacement)
    error.isInDoubt = true
    throw error
  }

  func displacement(isKept: Bool) -> FileDisplacement? {
    guard let file else { return nil }
    if let displacement = file.displacement(isKept: isKept) { return displacement }
    // The path may lead to the expected file again although another one was opened.
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
      ? file.displaced(isMissing: false, isKept: isKept) : nil
  }

  /// Records the minimum size of the file, under the write lock and before any write.
  ///
  /// A checkpoint of another connection may remove pages that the last commit freed. If the numbers
  /// cannot be read, for example after a restore to another text encoding, the size is not
  /// compared.
  func noteCommittedSize() {
    committedSize = nil
    guard let file, let size = Files.size(of: file.path),
      let pages: Int64 = try? get(pragma: "page_count"),
      let pageSize: Int64 = try? get(pragma: "page_size")
    else { return }
    committedSize = min(size, pages * pageSize)
  }

  /// Checkpoints the `-wal` into the open file if the path does not lead to it.
  ///
  /// SQLite does not do this when it closes such a file. The next connection to the file at the
  /// path would apply that `-wal` to it.
  func checkpointIfDisplaced() {
    guard isDisplaced else { return }
    ignoresBusyMode = true
    defer { ignoresBusyMode = false }
    ignoringCancellation {
      if (try? journalMode()) == "wal" { _ = try? checkpoint(.truncate) }
    }
  }
}
