import MigratorPlatform
import MigratorSession

extension MigrationPlace {
  /// Whether a user may rely on the files of an owner.
  ///
  /// As for sudo and ssh, root's files count as one's own: root can change everything. Git's safe.directory
  /// does not accept them, but migrations are often installed by root and run by a service's user. Root itself
  /// relies on every owner.
  static func isTrusted(owner: UInt32, by user: UInt32) -> Bool {
    user == 0 || owner == user || owner == 0
  }

  /// What belongs to another user among migrations that were found and not named; `nil` for nothing.
  ///
  /// Otherwise anyone who can put a folder where migtui searches could choose what you run. The migrations and
  /// the folders that lead to them are checked; for links, both the link and its target. Write permissions are
  /// not: a file that another user adds to a shared folder belongs to that user.
  ///
  /// - Parameters:
  ///   - migrations: The paths of the migrations.
  ///   - user: The user whose permissions the process has.
  /// - Returns: The first path, from the outside in.
  /// - Complexity: Two questions of the file system for each file and folder.
  func untrusted(among migrations: [String], for user: UInt32) -> UntrustedMigrations? {
    if reason == .named { return nil }
    var seen: Set<String> = [root]
    // A group of files next to the database says nothing of the folder that both are in.
    var checked = path == root && stem == nil ? [root] : []
    for path in [path] + migrations {
      var way: [String] = []
      var next = path
      while seen.insert(next).inserted {
        way.append(next)
        next = Paths.folder(of: next)
      }
      checked += way.reversed()
    }
    for path in checked {
      for isTarget in [false, true] {
        guard let owner = try? FileStatus(of: path, followsLinks: isTarget).owner,
          !Self.isTrusted(owner: owner, by: user)
        else { continue }
        return UntrustedMigrations(
          path: path, owner: Environment.name(ofUser: owner), place: reason.words,
          options: options)
      }
    }
    return nil
  }

  /// The options that name the place, to be pasted into a shell.
  private var options: String {
    "--migrations \(path.shellWord)" + (stem.map { " --group \($0.shellWord)" } ?? "")
  }
}
