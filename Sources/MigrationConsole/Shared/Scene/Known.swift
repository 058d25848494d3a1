import MigratorEngine
import MigratorSession

/// What is known of the database, and what was run in this session.
struct Known: Sendable {
  /// Facts, status and schema of the file, or why they cannot be read.
  var overview: Result<SessionOverview, WorkFailure>?
  /// What was there when the file could be read last.
  var last: SessionOverview?
  /// What was said when it could not be read.
  var readFailure: Notice?
  /// How often the file was read with success.
  var readings = 0
  /// Whether the file is being read for the screens.
  var isReading = false
  /// Whether it is being read because others may have changed it, not because somebody asked.
  var isFollowing = false
  /// Whether something may have changed that could not be read yet.
  var isTouched = false
  /// When another program was seen to have written to the file, in seconds since the session began.
  var writtenAt: Double?
  /// The drift of the live schema, or why it cannot be told.
  var drift: Result<SchemaDrift.Result, WorkFailure>?
  /// The last dry run and when it ended.
  var dryRun: Stamped<SessionDryRun>?
  /// Reports of the steps of this session, by migration.
  var stepReports: [String: Stamped<StepReport>] = [:]
  /// What the steps of the last dry run, or else of this session, lose; every frame shows it.
  var losses: [String: Losses] = [:]
  /// Reports of the run of steps that is under way.
  var runReports: [StepReport] = []
  /// The migration stepped last.
  var lastStep: String?
  /// Events of dry runs and steps, by migration.
  var logs: [String: [LogLine]] = [:]
  /// What was run in this session, newest last.
  var history: [HistoryEntry] = []
  /// What the file of the history tells, but for what ``history`` tells better.
  var past = History() { didSet { pastReadings += 1 } }
  /// How many times that was read.
  private(set) var pastReadings = 0

  /// Whether the file could not be read, and never could before.
  var isUnread: Bool {
    guard case .failure = overview else { return false }
    return last == nil
  }

  /// What is there, once the file could be read.
  var present: SessionOverview? { try? overview?.get() }

  /// Where the migrations come from; empty until the database was read.
  var origin: MigrationOrigin { present?.origin ?? MigrationOrigin(title: "") }

  /// Whether the file or the migrations are others than those of the last dry run.
  var isDryRunStale: Bool {
    guard let dryRun, let present else { return false }
    return !dryRun.value.isCurrent(present)
  }

  /// That the last dry run tells of what is not there any more, in a sentence, or `nil`.
  var staleWords: String? {
    isDryRunStale
      ? "The file or the migrations changed since the dry run, which tells of what was before."
      : nil
  }

  /// Whether a backup was made, in this session or before it, as far as the history tells.
  var hasBackup: Bool {
    history.contains { $0.backupPath != nil } || past.events.contains { $0.backup != nil }
  }

  /// Forgets the reports of steps, and marks the last of each migration that a backup that was brought back
  /// undid, as the history has it.
  mutating func forgetSteps(undone: [String: Bool] = [:]) {
    for (identifier, isUndone) in undone {
      let place = history.lastIndex {
        $0.kind == .step && $0.subject == identifier && !$0.isFailure
      }
      if let place { history[place].isUndone = isUndone }
    }
    for identifier in stepReports.keys { losses[identifier] = nil }
    stepReports = [:]
    lastStep = nil
  }

  /// Forgets the dry run, of other texts than there are now.
  mutating func forgetDryRun() {
    for step in dryRun?.value.report.steps ?? [] where stepReports[step.identifier] == nil {
      losses[step.identifier] = nil
    }
    dryRun = nil
  }

  /// The report that screens show of a migration: that of the real step, or of a dry run after it.
  func report(of identifier: String) -> (report: StepReport, isCopy: Bool, time: Double)? {
    let step = stepReports[identifier].map { (report: $0.value, isCopy: false, time: $0.time) }
    let tried = dryRun.flatMap { run in
      run.value.report.steps.first { $0.identifier == identifier }
        .map { (report: $0, isCopy: true, time: run.time) }
    }
    guard let step, let tried else { return step ?? tried }
    return tried.time > step.time ? tried : step
  }
}

/// A value and when it came.
struct Stamped<Value: Sendable>: Sendable {
  /// The value.
  var value: Value
  /// Seconds since the session began.
  var time: Double
}

/// A line of a migration's log.
struct LogLine: Sendable, Hashable {
  /// Seconds since the session began.
  var time: Double
  /// Whether it happened on a copy.
  var isCopy: Bool
  /// What happened.
  var text: String
  /// Whether it is a failure.
  var isFailure = false
}

/// An entry of the history: what was run in this session.
struct HistoryEntry: Sendable, Hashable {
  /// The kinds of entry.
  enum Kind: String, Sendable, Hashable {
    /// A dry run on a copy.
    case dryRun = "dry run"
    /// A step of the real file.
    case step
  }

  /// The kind of entry.
  var kind: Kind
  /// What it was about: a migration or several.
  var subject: String
  /// How it ended, in a few words.
  var outcome: String
  /// Whether it failed.
  var isFailure: Bool
  /// When it ended, in seconds since the session began.
  var endedAt: Double
  /// How long it took, in seconds.
  var seconds: Double
  /// The reports of its migrations.
  var steps: [StepReport] = []
  /// The backup that was made before it, or before the first of its run, or `nil`.
  var backupPath: String?
  /// Whether it was the first of its run to be applied, so that the backup is of the file as it was.
  var isFirst = true
  /// Whether a backup that was brought back has undone it.
  var isUndone = false
}
