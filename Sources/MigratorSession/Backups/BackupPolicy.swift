/// Where the backups of a database go, and how many of them stay.
public struct BackupPolicy: Sendable, Hashable {
  /// The folder, which is made when it is missing, or `nil` for the database's own.
  public var folder: String?
  /// How many of the newest stay when another was made, or `nil` for all.
  ///
  /// Only backups that the history records, with the recorded identity, size and time, are removed. The SHA-256 is
  /// compared only by a restore.
  public var kept: Int?

  /// Creates a policy; the parameters are the properties.
  public init(folder: String? = nil, kept: Int? = nil) {
    self.folder = folder
    self.kept = kept
  }
}

/// What becomes of the backups that are there when another is made.
public struct BackupPlan: Sendable, Hashable {
  /// The folder that they go into, or `nil` for the database's own.
  public internal(set) var folder: String?
  /// How many of the newest stay, or `nil` for all.
  public internal(set) var kept: Int?
  /// How many are there before.
  public internal(set) var existing = 0
  /// The paths of those that will be removed, the oldest last.
  public internal(set) var removed: [String] = []
  /// How many stay because nothing proves that they are ours.
  public internal(set) var unproven = 0
}
