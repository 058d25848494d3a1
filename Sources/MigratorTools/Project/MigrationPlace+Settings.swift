import MigratorPlatform
import MigratorSession

extension MigrationPlace {
  /// The folders whose settings apply to the migrations, the most specific last.
  ///
  /// They are the parent of the folder and the folder itself, or only the folder if it is the root
  /// of a repository.
  private var settingsFolders: [String] {
    let path = path.last == "/" && path.count > 1 ? String(path.dropLast()) : path
    if Files.isTaken(Paths.join(path, ".git")) { return [path] }
    let name = Paths.name(of: path)
    let isNamed = name != "." && name != ".." && !name.isEmpty
    return [isNamed ? Paths.folder(of: path) : Paths.join(path, ".."), path]
  }

  /// The folders whose settings the user can trust, and notes on the others.
  ///
  /// As with migrations, settings that belong to someone else apply only if the user named the
  /// folder.
  func settingsFolders(for user: UInt32) -> (trusted: [String], notes: [String]) {
    let folders = settingsFolders
    if reason == .named { return (folders, []) }
    var notes: [String] = []
    let trusted = folders.filter { folder in
      let file = Paths.join(folder, ProjectSettings.fileName)
      let owners = [false, true].compactMap { isTarget in
        try? FileStatus(of: file, followsLinks: isTarget).owner
      }
      guard let owner = owners.first(where: { !Self.isTrusted(owner: $0, by: user) }) else {
        return true
      }
      notes.append(
        "\(file) is ignored: it belongs to another user (\(Environment.name(ofUser: owner))). To use "
          + "it, name the migrations with --migrations")
      return false
    }
    return (trusted, notes)
  }
}
