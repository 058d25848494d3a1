public import MigratorEngine

extension StepReport.Counting: Codable {}

/// A change to a database, or an attempt, stored as a line of JSON in the user's history.
///
/// It contains row values only if they are part of SQLite's error message.
public struct HistoryEvent: Sendable, Hashable, Codable {
  /// The kind of change.
  public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
    /// Apply a migration.
    case step
    /// Repair the ledger.
    case repair
    /// Restore a backup.
    case restore
  }

  /// The result of the change.
  public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// A migration has begun and no end is recorded: it is running, or its process was killed.
    case began
    /// A migration was applied.
    case applied
    /// A migration or a commit failed; ``HistoryEvent/message`` gives the reason.
    case failed
    /// The change did not start, because a condition was not met.
    case refused
    /// The operator stopped the change, and it was rolled back.
    case stopped
    /// The ledger was repaired.
    case repaired
    /// A backup was restored.
    case restored
  }

  /// The number of rows of a table before and after a migration.
  public struct Rows: Sendable, Hashable, Codable {
    /// The name of the table.
    public let table: String
    /// The number before the migration, or `nil` if the table did not exist.
    public let before: Int64?
    /// The number after the migration, or `nil` if the table no longer exists.
    public let after: Int64?
    /// Rows inserted, updated and deleted, if they were counted.
    public var inserted, updated, deleted: Int64?
    /// Updated rows whose values differ afterwards; `nil` if not compared, or in older histories.
    public var changed: Int64?
    /// True if the table was re-created, so that all its rows were inserted.
    public var isRecreated: Bool?
  }

  /// The record of a backup.
  public struct BackupRecord: Sendable, Hashable, Codable {
    /// The absolute path.
    public let path: String
    /// The size in bytes.
    public let size: Int64
    /// The file's identity, size and times, which change when the file is modified or replaced.
    public let version: String
    /// The fingerprint of the database in the backup, if it is known.
    public let state: String?
    /// The SHA-256 of the file in hexadecimal; `nil` in a history written by an older version.
    public let sha256: String?
  }

  /// When the change ended, in UTC as ISO 8601: `2026-11-22T09:31:07.120Z`.
  public let time: String
  /// The kind of change.
  public let action: Action
  /// The result.
  public let outcome: Outcome
  /// The absolute path of the database.
  public var database: String?
  /// The device and inode number of the database file; the path may now name another file.
  public var file: String?
  /// The name of the user.
  public var user: String?
  /// The identifier of the session that wrote the event.
  public var session: String?
  /// The migration; for a repair its description, for a restore the backup's path.
  public var subject: String?
  /// The SHA-256 of the migration file in hexadecimal; `nil` for code.
  public var digest: String?
  /// The duration in seconds.
  public var seconds: Double?
  /// The source of a step's numbers of rows, losses and violations.
  public var counting: StepReport.Counting?
  /// The tables whose rows changed.
  public var rows: [Rows]?
  /// The losses, counted by the step or predicted by the dry run.
  ///
  /// `nil` if there were none, or if ``counting`` says that they were not counted.
  public var losses: Losses?
  /// The violations, if they were counted.
  public var violations: ViolationCounts?
  /// The violations of the dry run, if the step itself did not count them.
  public var violationsPredicted: ViolationCounts?
  /// The backup made before this change, or before the first of several steps, if there is one.
  public var backup: BackupRecord?
  /// The backup that was restored.
  public var restored: BackupRecord?
  /// The fingerprint before the change, if it is certain that no other connection wrote in between.
  public var before: String?
  /// The fingerprint after the change, if it is certain.
  public var after: String?
  /// The number of statements of a failed migration that ran outside a transaction, and so were not
  /// rolled back.
  ///
  /// `nil` if nothing remains; 0 if only the ledger's record of the migration remains.
  public var keptStatements: Int?
  /// The reason for the failure or refusal.
  public var message: String?
  /// True if a later restore undid the change; computed from later events, never stored.
  public var isUndone: Bool?

  /// The keys in the history file; some are former names of the properties.
  private enum CodingKeys: String, CodingKey {
    case time, action, outcome, database, file, user, session, subject, digest, seconds, counting
    case rows, losses, violations
    case violationsPredicted = "violationsForetold"
    case backup, restored, before, after, keptStatements, message, isUndone
  }

  /// Creates an event with its required properties.
  public init(time: String, action: Action, outcome: Outcome) {
    self.time = time
    self.action = action
    self.outcome = outcome
  }
}

extension HistoryEvent {
  /// A second fingerprint of the final contents, or `nil`.
  ///
  /// It was read before a change that had no effect, or from the restored backup.
  fileprivate var same: String? {
    switch outcome {
    case .restored: restored?.state
    case .failed, .stopped, .refused: keptStatements == nil ? before : nil
    case .began, .applied, .repaired: nil
    }
  }
}

extension [HistoryEvent] {
  mutating func removeCompletedBeginnings() {
    var ended: Set<[String?]> = []
    var kept: Self = []
    for event in reversed() {
      let key = [event.session, event.action.rawValue, event.subject]
      if event.outcome != .began {
        ended.insert(key)
      } else if ended.remove(key) != nil {
        continue
      }
      kept.append(event)
    }
    self = kept.reversed()
  }
}

extension [HistoryEvent] {
  /// Marks the changes that a restore undid: all since the restored backup was made.
  ///
  /// A restore that was itself undone does not undo anything.
  mutating func markUndone() {
    var undoing: [Int?] = map { _ in nil }
    for (place, event) in enumerated() where event.outcome == .restored {
      guard let restored = event.restored,
        let first = self[..<place].firstIndex(where: { $0.backup == restored })
      else { continue }
      for earlier in 0..<place {
        if earlier >= first {
          undoing[earlier] = place
        } else if let by = undoing[earlier], by >= first {
          undoing[earlier] = nil
        }
      }
    }
    for place in indices {
      let isDone = !self[place].isFailure || self[place].keptStatements != nil
      self[place].isUndone = undoing[place] != nil && isDone ? true : nil
    }
  }

  /// True if the events lead from a backup's state to the current one.
  ///
  /// Returns `false` if there was any change other than the one that the backup was made for.
  func leadStraight(from backup: HistoryEvent.BackupRecord, to now: String) -> Bool {
    var states: Set = [now]
    for event in reversed() {
      guard let after = event.after, states.contains(after) else { continue }
      if let same = event.same { states.insert(same) }
      if event.backup?.path == backup.path, let before = event.before { states.insert(before) }
    }
    return backup.state.map(states.contains) ?? false
  }

  /// The paths of the backups of the changes now in effect, newest first.
  ///
  /// Skips changes that a restore undid.
  func backupPathsInEffect(from now: String) -> [String] {
    var state: String? = now
    var paths: [String] = []
    for event in reversed() where state != nil && event.after == state {
      if event.same == nil, let path = event.backup?.path, paths.last != path {
        paths.append(path)
      }
      state = event.same ?? event.before
    }
    return paths
  }
}
