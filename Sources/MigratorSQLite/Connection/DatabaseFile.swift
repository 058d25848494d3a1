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

  func isMeant(by path: String) -> Bool { path == self.path || path == canonical }

  /// Returns how the file was displaced, if the path now refers to another file or to none.
  ///
  /// A path that became a link to the same file counts as displaced: SQLite looks for the `-wal`
  /// and the journal next to the link's target.
  ///
  /// - Parameter isKept: True if the open file contains changes that are not in the file at the
  ///   path.
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
