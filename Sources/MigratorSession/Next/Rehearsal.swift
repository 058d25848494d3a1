public import MigratorEngine
internal import MigratorPlatform

/// A dry run that may begin unasked, because it blocks no other connection and is short.
///
/// It runs only SQL of trusted migrations. Migrations in code are left out, because their effects
/// outside the database are real.
public struct Rehearsal: Sendable, Hashable {
  /// The migrations to try.
  public let scope: MigrationScope
  /// The longest time that it may take, in seconds.
  public let limit: Double

  /// The size of the largest file that is copied, in bytes.
  ///
  /// The copy holds a read lock, like any reader. An overlay needs no copy.
  private static let largestCopy: Int64 = 16 << 20
  private static let usualLimit = 3.0
  /// An overlay prevents checkpoints, and so prevents Litestream from limiting the size of the WAL.
  private static let replicatedLimit = 1.0

  /// The rehearsal of the pending migrations, or `nil` if it has a cost or nothing can be tried.
  init?(of overview: SessionOverview, form: CopyKind?) {
    let run = overview.pending(in: .all).prefix { $0.script != nil }
    guard overview.obstacle(in: .next) == nil, let last = run.last else { return nil }
    // A read-only file may be opened without locks, and is then copied.
    let isOverlaid = overview.facts.journalMode == "wal" && !overview.facts.isReadOnly
    let bytes = overview.facts.fileSize + (overview.facts.walSize ?? 0)
    guard isOverlaid && form != .full || bytes <= Self.largestCopy && form != .overlay else {
      return nil
    }
    let isAll = run.count == overview.status.migrations.count { $0.state.isDue }
    scope = run.count == 1 ? .next : isAll ? .all : .upTo(last.identifier)
    limit = overview.isReplicated ? Self.replicatedLimit : Self.usualLimit
  }
}

extension SessionOverview {
  /// True if Litestream replicates the file: its folder or its table exists.
  fileprivate var isReplicated: Bool {
    let path = Files.resolved(facts.path) ?? facts.path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = Paths.join(Paths.folder(of: path), ".\(name)-litestream")
    return Files.isTaken(folder) || schema.objects.contains { $0.name == "_litestream_seq" }
  }
}
