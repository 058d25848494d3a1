public import MigratorEngine
internal import MigratorPlatform

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
  public let occasion: Occasion?
  /// The size in bytes.
  public let size: Int64
  /// When it was written.
  public let time: Timestamp
  /// What the history knows of this very file, or `nil`: it is not ours, or was changed since.
  public internal(set) var record: HistoryEvent.BackupRecord?
  /// What tells the file from another one, or from itself after a change.
  var version = ""

  /// Whether it may be removed to make room: it is ours, as it was made, and nobody has it open.
  var isDisposable: Bool {
    record != nil && !Files.isTaken(path + "-journal") && (Files.size(of: path + "-wal") ?? 0) == 0
  }
}

extension Backup {
  /// Looks at a file, whose name may say what it was made before; `nil` where there is none.
  init?(_ path: String, named name: String?, _ events: [HistoryEvent]) {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    // The events of a run of several steps name the one backup: it was made before the first of them.
    let maker = events.first {
      $0.backup?.path == path && $0.backup?.version == status.version
    }
    self.init(
      path: path, occasion: maker.flatMap(Occasion.init) ?? name.map(Occasion.named),
      size: status.size, time: Timestamp(nanoseconds: status.modifiedAt),
      record: maker?.backup, version: status.version)
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
