import MigratorEngine
import MigratorSession

struct SessionData: Sendable {
  var overview: Result<SessionOverview, WorkFailure>?
  /// The overview of the last successful read.
  var last: SessionOverview?
  var readFailure: Notice?
  /// The number of successful reads of the file.
  var readings = 0
  var isReading = false
  /// True if the current read follows a change by another program, not a request of the operator.
  var isFollowing = false
  var needsRead = false
  /// When another program's write was detected, in seconds since the session began.
  var writtenAt: Double?
  var drift: Result<SchemaDrift.Result, WorkFailure>?
  var dryRun: Timestamped<SessionDryRun>?
  /// The value of ``readings`` for which a rehearsal was considered.
  var rehearsedReading = 0
  var lastRehearsal: PastRehearsal?
  /// Reports of the steps of this session, by migration.
  var stepReports: [String: Timestamped<StepReport>] = [:]
  /// The losses of the last dry run, or of the steps of this session; cached, because every frame
  /// shows them.
  var losses: [String: Losses] = [:]
  /// Reports of the current run of steps.
  var runReports: [StepReport] = []
  var lastStep: String?
  /// Events of dry runs and steps, by migration.
  var logs: [String: [LogLine]] = [:]
  /// The runs of this session, newest last.
  var history: [HistoryEntry] = []
  /// The history file, without the events that ``history`` has in more detail.
  var past = History() { didSet { pastReadings += 1 } }
  private(set) var pastReadings = 0

  /// True if the last read failed and none has succeeded before.
  var isUnread: Bool {
    guard case .failure = overview else { return false }
    return last == nil
  }

  var present: SessionOverview? { try? overview?.get() }

  /// The source of the migrations; empty until the database has been read.
  var origin: MigrationOrigin { present?.origin ?? MigrationOrigin(title: "") }

  var isDryRunStale: Bool {
    guard let dryRun, let present else { return false }
    return !dryRun.value.isCurrent(present)
  }

  var staleText: String? {
    isDryRunStale
      ? "The file or the migrations changed after the dry run, so its results may be outdated."
      : nil
  }

  /// True if the history has a backup, of this session or an earlier one.
  var hasBackup: Bool {
    history.contains { $0.backupPath != nil } || past.events.contains { $0.backup != nil }
  }

  /// Forgets the reports of steps, and marks whether the last step of each migration was undone by
  /// a restore.
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

  mutating func forgetDryRun() {
    for step in dryRun?.value.report.steps ?? [] where stepReports[step.identifier] == nil {
      losses[step.identifier] = nil
    }
    dryRun = nil
  }

  /// The report to show for a migration: the later one of its step and its dry run.
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

struct Timestamped<Value: Sendable>: Sendable {
  var value: Value
  /// The time in seconds since the session began.
  var time: Double
}

/// How the last dry run that began by itself ended.
struct PastRehearsal: Sendable {
  private let registered: [RegisteredMigration]
  private let isStopped: Bool
  private let restsUntil: Double

  /// Creates the record of work that ended, at a time in seconds since the session began.
  init(_ work: Work, isStopped: Bool, at now: Double, of overview: SessionOverview?) {
    registered = overview?.registered ?? []
    self.isStopped = isStopped
    // If another program writes all the time, at most a tenth of the time is spent.
    restsUntil = now + 10 * (now - work.startedAt)
  }

  /// True if it is too early to repeat it for the same migrations.
  func isResting(at now: Double, _ overview: SessionOverview) -> Bool {
    now < restsUntil && registered == overview.registered
  }

  /// True if it was stopped, or failed; it is not repeated for the same migrations.
  func wasStopped(_ overview: SessionOverview) -> Bool {
    isStopped && registered == overview.registered
  }
}

struct LogLine: Sendable, Hashable {
  /// The time in seconds since the session began.
  var time: Double
  var isCopy: Bool
  var text: String
  var isFailure = false
}

/// A run of this session.
struct HistoryEntry: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case dryRun = "dry run"
    case step
  }

  var kind: Kind
  var subject: String
  var outcome: String
  var isFailure: Bool
  /// When the run ended, in seconds since the session began.
  var endedAt: Double
  /// The duration in seconds.
  var seconds: Double
  var steps: [StepReport] = []
  /// The backup made before this entry, or before the first step of its run, or `nil`.
  var backupPath: String?
  /// True for the first step of a run, whose backup contains the state just before it.
  var isFirst = true
  var isUndone = false
}
