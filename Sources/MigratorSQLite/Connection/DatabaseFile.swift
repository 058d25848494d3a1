import CSQLite3
import MigratorPlatform

/// The file that a path led to when it was looked at.
///
/// Another program can move, delete or replace the file while a connection has it open. SQLite goes on
/// writing to the open file, which is then not the one at the path.
package struct DatabaseFile: Sendable, Hashable {
  /// The path as it was given, and without links.
  package let path: String
  private let canonical: String
  private let identity: FileStatus.Identity

  /// Looks at a path; `nil` when there is no file.
  ///
  /// - Parameter path: The path; links are followed each time.
  package init?(at path: String) {
    guard let identity = Files.identity(of: path), let canonical = Files.resolved(path) else {
      return nil
    }
    (self.path, self.canonical, self.identity) = (path, canonical, identity)
  }

  /// The numbers of the device and the file.
  package var text: String { identity.text }

  /// Whether a path is the one of this file.
  func isMeant(by path: String) -> Bool { path == self.path || path == canonical }

  /// What became of the file, where the path leads to another one or to none.
  ///
  /// A path that has become a link to the same file leads to another one, too: SQLite looks for the `-wal` and the
  /// journal next to the file that a link leads to.
  ///
  /// - Parameter isKept: Whether the file that was open holds changes that the one at the path does not.
  /// - Returns: What became of it; `nil` where it is at its path.
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
  /// Throws when the path does not lead to the open file any more.
  package func requireInPlace() throws {
    if let displacement = displacement(isKept: false) { throw DatabaseError(displacement) }
  }

  /// Whether the path leads to another file or to none.
  package var isDisplaced: Bool { displacement(isKept: false) != nil }

  /// Throws when the open file must not be committed to: the path does not lead to it, or another program
  /// cut off pages that were committed before.
  func requireCommittable() throws {
    try requireInPlace()
    guard let file, let size = committedSize, let now = Files.size(of: file.path), now < size else {
      return
    }
    throw DatabaseError(
      resultCode: .SQLITE_CORRUPT,
      message: "another program truncated \(file.path) from \(size) to \(now) bytes")
  }

  /// Throws when the path does not lead to the file that was committed to.
  ///
  /// The error is in doubt: the change is kept, but not in the file at the path.
  func requireCommitted() throws {
    guard let displacement = displacement(isKept: true) else { return }
    var error = DatabaseError(displacement)
    error.isInDoubt = true
    throw error
  }

  func displacement(isKept: Bool) -> FileDisplacement? {
    guard let file else { return nil }
    if let displacement = file.displacement(isKept: isKept) { return displacement }
    // The path may lead to the file again that was looked at, while another one was opened.
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
      ? file.displaced(isMissing: false, isKept: isKept) : nil
  }

  /// Notes the size that the file has at least, under the write lock and before anything is written.
  ///
  /// A checkpoint of another connection may cut off pages that the last commit made free. Where the numbers cannot
  /// be read, such as after a restore to another text encoding, the size is not compared.
  func noteCommittedSize() {
    committedSize = nil
    guard let file, let size = Files.size(of: file.path),
      let pages: Int64 = try? get(pragma: "page_count"),
      let pageSize: Int64 = try? get(pragma: "page_size")
    else { return }
    committedSize = min(size, pages * pageSize)
  }

  /// Moves what is committed in the `-wal` into the open file, where the path does not lead to it: SQLite does
  /// not when it closes such a file, and whoever opens the file at the path would apply that `-wal` to it.
  func settleIfDisplaced() {
    guard isDisplaced else { return }
    waitsForNobody = true
    defer { waitsForNobody = false }
    ignoringCancellation {
      if (try? journalMode()) == "wal" { _ = try? checkpoint(.truncate) }
    }
  }
}
