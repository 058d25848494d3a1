public import MigratorEngine
internal import MigratorPlatform

/// A backup of a database, as it lies there.
public struct Backup: Sendable, Hashable {
  /// The path.
  public let path: String
  /// What it was made before, as its name says: a migration, `repair` or `restore`; empty for a file of
  /// another name.
  public let reason: String
  /// The size in bytes.
  public let size: Int64
  /// When it was written.
  public let time: Timestamp
  /// What the history knows of this very file, or `nil`: it is not ours, or was changed since.
  public let record: HistoryEvent.BackupRecord?
  /// What tells the file from another one, or from itself after a change.
  let version: String

  /// What every backup of a restore is called after.
  static let beforeRestore = "restore"

  /// Looks at a file; `nil` when there is none.
  init?(_ path: String, reason: String, records: [HistoryEvent.BackupRecord]) {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    self.init(
      path: path, reason: reason, size: status.size,
      time: Timestamp(nanoseconds: status.modifiedAt),
      record: records.last { $0.path == path && $0.version == status.version },
      version: status.version)
  }

  package init(
    path: String, reason: String, size: Int64, time: Timestamp,
    record: HistoryEvent.BackupRecord? = nil, version: String = ""
  ) {
    self.path = path
    self.reason = reason
    self.size = size
    self.time = time
    self.record = record
    self.version = version
  }

  /// Whether it may be removed to make room: it is ours, as it was made, and nobody has it open.
  var isDisposable: Bool {
    record != nil && !Files.isTaken(path + "-journal") && (Files.size(of: path + "-wal") ?? 0) == 0
  }
}
