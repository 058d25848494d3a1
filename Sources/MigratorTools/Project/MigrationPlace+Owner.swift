import MigratorPlatform
import MigratorSession

extension MigrationPlace {
  /// Returns whether a user can trust the files of an owner.
  ///
  /// As in sudo and ssh, files of root are trusted, because root can change everything. Git's
  /// safe.directory does not accept them, but migrations of a service are often installed by root
  /// and run by another user. Root itself trusts every owner.
  static func isTrusted(owner: UInt32, by user: UInt32) -> Bool {
    user == 0 || owner == user || owner == 0
  }

  /// The first path that belongs to another user, among migrations that were found automatically.
  ///
  /// Without this check, anyone who can create a folder where migtui searches could choose what you
  /// run. The check covers the migrations and the folders that lead to them; for links, both the
  /// link and its target. It ignores write permissions: a file that another user adds to a shared
  /// folder belongs to that user.
  ///
  /// - Parameters:
  ///   - migrations: The paths of the migrations.
  ///   - user: The effective user of the process.
  /// - Returns: The first such path, searching from the outermost folder, or `nil`.
  /// - Complexity: Two file-system queries for each file and folder.
  func untrusted(among migrations: [String], for user: UInt32) -> UntrustedMigrations? {
    if reason == .named { return nil }
    var seen: Set<String> = [root]
    // For a group of files next to the database, the common folder is not checked.
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

  /// The options that name the place, quoted for a shell.
  private var options: String {
    "--migrations \(path.shellWord)" + (stem.map { " --group \($0.shellWord)" } ?? "")
  }
}
