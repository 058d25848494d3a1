internal import MigratorEngine
internal import MigratorPlatform

/// The backups of one database: `app.sqlite.before-011_players`, beside it or in a folder of their own.
struct BackupShelf {
  private let folder: String
  private let prefix: String
  private let policy: BackupPolicy
  /// What stands between the name of the database and what a backup was made before.
  private static let infix = ".before-"

  /// Creates the shelf of a database; reads nothing.
  init(of database: String, _ policy: BackupPolicy) {
    self.policy = policy
    folder = policy.folder ?? Paths.folder(of: database)
    prefix = Paths.name(of: database) + Self.infix
  }

  /// Returns a path at which no file stands.
  func free(before occasion: Backup.Occasion) -> String {
    let safe = occasion.name.map { character -> Character in
      character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
    }
    let base = Paths.join(folder, prefix + String(safe.prefix(60)))
    var candidate = base
    var number = 2
    while Files.isTaken(candidate) {
      candidate = "\(base)-\(number)"
      number += 1
    }
    return candidate
  }

  /// Makes the folder.
  func makeFolder() throws {
    guard let folder = policy.folder else { return }
    do throws(SystemFailure) {
      try Files.createFolders(folder, for: .owner)
    } catch {
      throw MigrationError(.file(path: folder, action: "make the folder", errno: error.code))
    }
  }

  /// Returns the backups that are there, the newest first: those of its folder by their names, and
  /// those that the history names.
  func backups(_ events: [HistoryEvent]) -> [Backup] {
    // A folder that cannot be read shows none.
    let names = ((try? Files.names(in: folder)) ?? []).filter(isBackup)
    var seen: Set<String> = []
    let paths = names.map { Paths.join(folder, $0) } + events.compactMap { $0.backup?.path }
    return paths.compactMap { path in
      let full = Files.resolved(path) ?? path
      guard seen.insert(full).inserted else { return nil }
      return Backup(full, named: name(path), events)
    }.sorted { ($1.time, $1.path) < ($0.time, $0.path) }
  }

  /// What a backup was made before, by its name; `nil` for another name.
  func name(_ path: String) -> String? {
    let name = Paths.name(of: path)
    return name.firstRange(of: Self.infix).map { String(name[$0.upperBound...]) }
  }

  private func isBackup(_ name: String) -> Bool {
    name.hasPrefix(prefix) && !name.contains(".partial-")
      && !["-journal", "-wal", "-shm"].contains { name.hasSuffix($0) }
  }

  /// Tells which would be removed once some more are made.
  func plan(_ events: [HistoryEvent], adding added: Int = 1) -> BackupPlan {
    let all = backups(events)
    let ours = all.filter { $0.record != nil }
    let stay = policy.kept.map { max(1, $0) - added } ?? ours.count
    return BackupPlan(
      folder: policy.folder, kept: policy.kept, existing: all.count,
      removed: ours.dropFirst(stay).map(\.path),
      unproven: all.count - ours.count)
  }

  /// Removes those that are too many, as far as the history proves what they are, and returns their
  /// paths.
  func prune(_ events: [HistoryEvent]) -> [String] {
    guard policy.kept != nil else { return [] }
    let paths = plan(events, adding: 0).removed
    paths.forEach(Files.remove)
    // What a folder does not let go of was not removed.
    return paths.filter { !Files.isTaken($0) }
  }
}
