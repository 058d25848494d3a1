public import MigratorEngine

extension StepReport.Counting: Codable {}

/// Something that was done to a database, or tried, as the history of a user keeps it: a line of JSON.
///
/// No value of a row is in it but what SQLite's own words of a failure repeat.
public struct HistoryEvent: Sendable, Hashable, Codable {
  /// What was to be done.
  public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
    /// Apply a migration.
    case step
    /// Repair the ledger.
    case repair
    /// Bring a backup back.
    case restore
  }

  /// How it ended.
  public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// A migration was begun, and no end of it is known: it runs still, or its process was killed.
    case began
    /// A migration was applied.
    case applied
    /// A migration failed, or the commit of something else; ``HistoryEvent/message`` says why.
    case failed
    /// Nothing was begun: a condition was not met.
    case refused
    /// The operator stopped it, and it was rolled back.
    case stopped
    /// The ledger was repaired.
    case repaired
    /// A backup was brought back.
    case restored
  }

  /// The rows of a table before and after.
  public struct Rows: Sendable, Hashable, Codable {
    /// The name of the table.
    public let table: String
    /// Rows before, or `nil` when the table was not there.
    public let before: Int64?
    /// Rows after, or `nil` when the table is gone.
    public let after: Int64?
    /// Rows inserted, updated and deleted, where that was counted.
    public var inserted, updated, deleted: Int64?
    /// Where rows were updated and compared, how many had other values afterwards; none in an older history.
    public var changed: Int64?
    /// Whether the table was made anew, so that all its rows were inserted.
    public var isRecreated: Bool?
  }

  /// What was lost, as counted or foretold.
  public struct Losses: Sendable, Hashable, Codable {
    /// Rows, those of tables that are gone included.
    public let rows: Int64
    /// Values of rows that stayed.
    public let values: Int64
    /// Tables whose values nobody compared.
    public let unseen: [String]
    /// Tables that are gone.
    public let tables: [String]
    /// Columns that are gone, each as `table.column`.
    public let columns: [String]
    /// Indexes, triggers and views that were not created again.
    public let objects: [String]
    /// The losses one by one; `nil` in an older history, which has what is above alone.
    let told: [Loss]?

    /// Creates what was lost; the parameters are the properties.
    init(
      rows: Int64, values: Int64, unseen: [String], tables: [String], columns: [String],
      objects: [String], told: [Loss]
    ) {
      (self.rows, self.values) = (rows, values)
      (self.unseen, self.tables, self.columns) = (unseen, tables, columns)
      (self.objects, self.told) = (objects, told)
    }
  }

  /// What is known of a backup.
  public struct BackupRecord: Sendable, Hashable, Codable {
    /// The absolute path.
    public let path: String
    /// The size in bytes.
    public let size: Int64
    /// What tells this very file from another, or from itself after a change.
    public let version: String
    /// The state of the database that it holds, if that is known.
    public let state: String?
    /// The SHA-256 of the file in hexadecimal; `nil` in a history written by an older version.
    public let sha256: String?
  }

  /// When it ended, in UTC as ISO 8601 has it: `2026-11-22T09:31:07.120Z`.
  public let time: String
  /// What was to be done.
  public let action: Action
  /// How it ended.
  public let outcome: Outcome
  /// The absolute path of the database.
  public var database: String?
  /// The device and the number of its file: another file may stand at the path by now.
  public var file: String?
  /// The name of the user.
  public var user: String?
  /// What tells the session that wrote it from others.
  public var session: String?
  /// The migration; for a repair what it did, for a restored backup its path.
  public var subject: String?
  /// The SHA-256 of the migration's text in hexadecimal; `nil` for code.
  public var digest: String?
  /// How long it took, in seconds.
  public var seconds: Double?
  /// Where the numbers of rows, losses and violations of a step come from.
  public var counting: StepReport.Counting?
  /// The tables whose rows changed.
  public var rows: [Rows]?
  /// What was lost, or `nil` where nothing was, or ``counting`` says that nobody counted.
  public var losses: Losses?
  /// The violations, where they were counted.
  public var violations: ViolationCounts?
  /// Those that the dry run told, where the step itself did not count them.
  public var violationsForetold: ViolationCounts?
  /// The backup of the database as it was before, or before the first of several steps, if there is one.
  public var backup: BackupRecord?
  /// The backup that was brought back.
  public var restored: BackupRecord?
  /// The state of the database before, if it is certain that nobody wrote between it and this.
  public var before: String?
  /// The state in which the database was left, if that is certain.
  public var after: String?
  /// How many statements of a migration that failed outside a transaction stay.
  ///
  /// `nil` where nothing does, and zero where only its ledger says that it began.
  public var keptStatements: Int?
  /// Why it failed or was refused.
  public var message: String?
  /// Whether a backup was brought back later that undid it, as later events tell; no line of the file says so.
  public var isUndone: Bool?

  /// Creates an event; the parameters are the properties.
  public init(time: String, action: Action, outcome: Outcome) {
    self.time = time
    self.action = action
    self.outcome = outcome
  }
}

extension HistoryEvent {
  /// A state with the same content as the one in which the database was left.
  fileprivate var same: String? {
    switch outcome {
    case .restored: restored?.state
    case .failed, .stopped, .refused: keptStatements == nil ? before : nil
    case .began, .applied, .repaired: nil
    }
  }
}

extension [HistoryEvent] {
  /// Leaves out that something began where its end is there, too.
  mutating func dropEndedBeginnings() {
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
  /// Marks what a backup that was brought back undid: all since that backup was made.
  ///
  /// What was undone when the backup was made, and no more afterwards, is as it was then.
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

  /// Whether the events alone lead from the state that a backup holds to the present one, and no other
  /// change was made than the one that it was made before.
  func leadStraight(from backup: HistoryEvent.BackupRecord, to now: String) -> Bool {
    var states: Set = [now]
    for event in reversed() {
      guard let after = event.after, states.contains(after) else { continue }
      if let same = event.same { states.insert(same) }
      if event.backup?.path == backup.path, let before = event.before { states.insert(before) }
    }
    return backup.state.map(states.contains) ?? false
  }

  /// The paths of the backups of what is in effect now, the last change first: what was undone by
  /// bringing a backup back is left out.
  func wayBack(from now: String) -> [String] {
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
