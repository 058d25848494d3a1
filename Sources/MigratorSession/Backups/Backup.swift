public import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite

/// A backup of a database, as it lies there.
public struct Backup: Sendable, Hashable {
  /// What a backup was made before.
  public enum Occasion: Sendable, Hashable {
    /// A migration, by its identifier.
    case step(String)
    /// A repair of the ledger.
    case repair
    /// Another backup being brought back.
    case restore
    /// What its name says, where the history does not tell of it.
    case named(String)

    /// What stands for it in the name of a file: the identifier, `repair` or `restore`.
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
  /// What it was made before; `nil` for a file of another name that the history does not tell of.
  public internal(set) var occasion: Occasion?
  /// The size in bytes.
  public let size: Int64
  /// When it was written.
  public let time: Timestamp
  /// What the history recorded when this file was made; `nil` if the history has no backup at this path, or
  /// the file has changed since.
  public internal(set) var record: HistoryEvent.BackupRecord?
  /// Whether the history has a backup at this path, and the file has changed since or was replaced.
  public internal(set) var isChanged = false
  /// What tells the file from another one, or from itself after a change.
  var version = ""
}

extension Backup {
  /// Looks at a file, whose name may say what it was made before; `nil` where there is none.
  init?(_ path: String, named name: String?, _ events: [HistoryEvent]) {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    self.init(
      path: path, occasion: name.map(Occasion.named), size: status.size,
      time: Timestamp(nanoseconds: status.modifiedAt), version: status.version)
    compare(with: events)
  }

  /// Compares the file with what the history recorded when the backup was made.
  ///
  /// - Parameters:
  ///   - events: The history.
  ///   - sha256: The SHA-256 of the file, or `nil` to compare only its identity, size and time.
  mutating func compare(with events: [HistoryEvent], sha256: String? = nil) {
    let recorded = events.filter { $0.backup?.path == path }
    // The events of a run of several steps name the one backup: it was made before the first of them.
    let maker = recorded.first { event in
      guard let recorded = event.backup?.sha256, let sha256 else {
        return event.backup?.version == version
      }
      return recorded == sha256
    }
    // Changes that wait in a `-wal` or `-journal` file beside the backup are not in the file.
    record = DatabaseCopy.isComplete(path) ? maker?.backup : nil
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

  /// Whether the backup holds what a restore replaced, as far as the history or the name tells.
  var isRestore: Bool {
    guard case .named(let name) = self else { return self == .restore }
    let restore = Self.restore.name
    let number = name.dropFirst(restore.count + 1)
    return name == restore
      || name.hasPrefix(restore + "-") && !number.isEmpty && number.allSatisfy(\.isNumber)
  }
}
