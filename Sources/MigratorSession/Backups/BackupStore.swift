internal import MigratorEngine
internal import MigratorPlatform

/// The backups of one database: `app.sqlite.before-011_players`, next to it or in another folder.
struct BackupStore {
  private let folder: String
  private let prefix: String
  private let policy: BackupPolicy
  private static let infix = ".before-"

  /// Creates the store of a database; reads nothing.
  init(of database: String, _ policy: BackupPolicy) {
    self.policy = policy
    folder = policy.folder ?? Paths.folder(of: database)
    prefix = Paths.name(of: database) + Self.infix
  }

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

  func makeFolder() throws {
    guard let folder = policy.folder else { return }
    do throws(SystemFailure) {
      try Files.createFolders(folder, for: .owner)
    } catch {
      throw MigrationError(.file(path: folder, action: "create the folder", errno: error.code))
    }
  }

  /// Returns the existing backups, newest first.
  ///
  /// Finds them by name in the folder, and by the paths that the history records.
  func backups(_ events: [HistoryEvent]) -> [Backup] {
    // An unreadable folder counts as empty.
    let names = ((try? Files.names(in: folder)) ?? []).filter(isBackup)
    var seen: Set<String> = []
    let paths = names.map { Paths.join(folder, $0) } + events.compactMap { $0.backup?.path }
    return paths.compactMap { path in
      let full = Files.resolved(path) ?? path
      guard seen.insert(full).inserted else { return nil }
      return Backup(full, named: name(path), events)
    }.sorted { ($1.time, $1.path) < ($0.time, $0.path) }
  }

  /// The part of a backup's file name that names the change; `nil` for other file names.
  func name(_ path: String) -> String? {
    let name = Paths.name(of: path)
    return name.firstRange(of: Self.infix).map { String(name[$0.upperBound...]) }
  }

  private func isBackup(_ name: String) -> Bool {
    name.hasPrefix(prefix) && !name.contains(".partial-")
      && !["-journal", "-wal", "-shm"].contains { name.hasSuffix($0) }
  }

  func plan(before occasion: Backup.Occasion, _ events: [HistoryEvent]) -> BackupPlan {
    let all = backups(events)
    let ours = all.filter { $0.record != nil }
    return BackupPlan(
      occasion: occasion, path: free(before: occasion), folder: policy.folder, kept: policy.kept,
      existing: all.count,
      removed: excess(ours, adding: 1), unproven: all.count - ours.count)
  }

  /// Removes excess backups that the history records, and returns their paths.
  func prune(_ events: [HistoryEvent]) -> [String] {
    guard policy.kept != nil else { return [] }
    let paths = excess(backups(events).filter { $0.record != nil }, adding: 0)
    paths.forEach(Files.remove)
    // Files that could not be removed are not reported.
    return paths.filter { !Files.isTaken($0) }
  }

  /// The paths of the backups that exceed the limit after `added` new ones, the oldest last.
  private func excess(_ backups: [Backup], adding added: Int) -> [String] {
    policy.kept.map { backups.dropFirst(max(1, $0) - added).map(\.path) } ?? []
  }
}
