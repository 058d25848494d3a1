public import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

/// A backup file of a database.
public struct Backup: Sendable, Hashable {
  /// The change that a backup was made for.
  public enum Occasion: Sendable, Hashable {
    /// A migration, by its identifier.
    case step(String)
    /// A repair of the ledger.
    case repair
    /// A restore of another backup.
    case restore
    /// The suffix of the file name, if the history does not record the backup.
    case named(String)

    /// The name used in file names: the identifier, `repair` or `restore`.
    public var name: String {
      switch self {
      case .step(let name), .named(let name): name
      case .repair: HistoryEvent.Action.repair.rawValue
      case .restore: HistoryEvent.Action.restore.rawValue
      }
    }
  }

  /// The path.
  public let path: String
  /// The change that it was made for; `nil` if neither the history nor the file name shows it.
  public internal(set) var occasion: Occasion?
  /// The size in bytes.
  public let size: Int64
  /// The modification time.
  public let time: Timestamp
  /// The history's record of this file.
  ///
  /// `nil` if the history has no backup at this path, or if the file has since changed.
  public internal(set) var record: HistoryEvent.BackupRecord?
  /// True if the history has a backup at this path, but the file was changed or replaced.
  public internal(set) var isChanged = false
  /// The file's identity, size and times, which change when the file is modified or replaced.
  var version = ""
}

extension Backup {
  /// Reads the status of a file; returns `nil` if it is not a regular file.
  init?(_ path: String, named name: String?, _ events: [HistoryEvent]) {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    self.init(
      path: path, occasion: name.map(Occasion.named), size: status.size,
      time: Timestamp(nanoseconds: status.modifiedAt), version: status.version)
    compare(with: events)
  }

  /// Compares the file with the record that was made with the backup.
  ///
  /// - Parameters:
  ///   - events: The history.
  ///   - sha256: The SHA-256 of the file, or `nil` to compare only its identity, size and time.
  mutating func compare(with events: [HistoryEvent], sha256: String? = nil) {
    let recorded = events.filter { $0.backup?.path == path }
    // All steps of one run name the same backup, which was made before the first of them.
    let maker = recorded.first { event in
      guard let recorded = event.backup?.sha256, let sha256 else {
        return event.backup?.version == version
      }
      return recorded == sha256
    }
    // Changes that are still in a `-wal` or `-journal` file are not in the backup file.
    record = DatabasePath.isComplete(path) ? maker?.backup : nil
    isChanged = record == nil && !recorded.isEmpty
    if let occasion = maker.flatMap(Occasion.init) { self.occasion = occasion }
  }
}

extension Backup.Occasion {
  fileprivate init?(_ event: HistoryEvent) {
    switch event.action {
    case .step:
      guard let identifier = event.subject else { return nil }
      self = .step(identifier)
    case .repair: self = .repair
    case .restore: self = .restore
    }
  }

  /// True if the record or the file name shows that a restore replaced the database in the backup.
  var isRestore: Bool {
    guard case .named(let name) = self else { return self == .restore }
    let restore = Self.restore.name
    let number = name.dropFirst(restore.count + 1)
    return name == restore
      || name.hasPrefix(restore + "-") && !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}
