/// The folder for the backups of a database, and the number of backups to keep.
public struct BackupPolicy: Sendable, Hashable {
  /// The folder, which is created if it is missing, or `nil` for the database's folder.
  public var folder: String?
  /// The number of newest backups that are kept after a new backup, or `nil` for all.
  ///
  /// migtui removes only backups that the history records with the same identity, size and time.
  /// Only a restore compares the SHA-256.
  public var kept: Int?

  /// Creates a policy from its properties.
  public init(folder: String? = nil, kept: Int? = nil) {
    self.folder = folder
    self.kept = kept
  }
}

/// The path of the next backup, and its effects on existing ones.
public struct BackupPlan: Sendable, Hashable {
  /// The change that the backup is made for.
  public let occasion: Backup.Occasion
  /// The path.
  public let path: String
  /// The folder for the backups, or `nil` for the database's folder.
  public internal(set) var folder: String?
  /// The number of newest backups that are kept, or `nil` for all.
  public internal(set) var kept: Int?
  /// The number of existing backups.
  public internal(set) var existing = 0
  /// The paths of the backups that will be removed, the oldest last.
  public internal(set) var removed: [String] = []
  /// The number of backups that are kept because the history has no matching record of them.
  public internal(set) var unproven = 0
}
