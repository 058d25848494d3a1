import MigratorEngine
import MigratorSchema
import TerminalUI

/// The whole state of the console: a value that `update` changes and `render` draws.
struct ConsoleModel: Sendable {
  /// What does not change during a session.
  let context: ConsoleContext
  /// The size of the terminal.
  var size: Size
  /// Seconds since the session began; moves only while something on the screen depends on it.
  var now: Double = 0

  /// Facts, status and schema of the file, or why they cannot be read.
  var overview: Result<ConsoleOverview, WorkFailure>?
  /// Whether the file is being read for the screens.
  var isReading = false
  /// The drift of the live schema, or why it cannot be told.
  var drift: Result<SchemaDrift.Result, WorkFailure>?
  /// The last dry run and when it ended.
  var dryRun: Stamped<DryRunReport>?
  /// Reports of the steps of this session, by migration.
  var stepReports: [String: Stamped<StepReport>] = [:]
  /// What the steps of the last dry run, or else of this session, lose; every frame shows it.
  var losses: [String: Losses] = [:]
  /// The migration stepped last.
  var lastStep: String?
  /// Events of dry runs and steps, by migration.
  var logs: [String: [LogLine]] = [:]
  /// What was run in this session, newest last.
  var history: [HistoryEntry] = []

  /// The screen in front.
  var screen = Screen.migrations
  /// The focused pane.
  var focus = Pane.list
  /// Whether the focused pane has the whole body.
  var isZoomed = false
  /// The tab of a migration's detail.
  var detailTab = DetailTab.sql
  /// The comparison of the schema screen.
  var schemaView = SchemaView.drift
  /// The position in each screen's list.
  var lists: [Screen: ListState] = [:]
  /// The filter of each screen's list.
  var filters: [Screen: String] = [:]
  /// The field in which a filter is being typed.
  var filterField: TextField?
  /// The text of the detail, made anew when what it shows changes.
  var detail = DetailContent()
  /// The groups of violations.
  var violations = ViolationsState()

  /// The work that runs on the operator's behalf.
  var work: Work?
  /// The number of the last work begun; results of others come too late and are dropped.
  var generation = 0
  /// The dialog in front.
  var dialog: Dialog?
  /// The line above the footer.
  var notice: Notice?
  /// When Ctrl-C was last pressed with nothing to stop.
  var interruptedAt: Double?
  /// Whether the program is to leave.
  var isQuitting = false
  /// The signal that asked the program to leave, if it was one.
  var endedBy: SignalKind?

  /// Creates the state of a session that has read nothing yet.
  ///
  /// - Parameters:
  ///   - context: What does not change during the session.
  ///   - size: The size of the terminal.
  init(context: ConsoleContext, size: Size) {
    self.context = context
    self.size = size
    // Without migrations there is nothing to compare with, but the objects can be looked at.
    if !context.hasMigrations { schemaView = .live }
  }
}

/// What does not change during a session.
struct ConsoleContext: Sendable {
  /// The path of the database, as the operator gave it.
  var databasePath: String
  /// Where the migrations come from, and why, in a few words: `from Migrations/`.
  var migrationsDescription: String
  /// Whether any migrations are registered.
  var hasMigrations: Bool
  /// What was seen of the tool whose migrations these are, in a line, or `nil`.
  var evidence: String?
  /// The characters that draw lines and marks.
  var glyphs: GlyphSet
  /// Whether steps of the real file are refused, and why.
  var readOnlyReason: String?
}

/// A value and when it came.
struct Stamped<Value: Sendable>: Sendable {
  /// The value.
  var value: Value
  /// Seconds since the session began.
  var time: Double
}

/// The work that runs on the operator's behalf.
struct Work: Sendable, Hashable {
  /// What is done.
  enum Kind: Sendable, Hashable {
    /// A dry run on a copy.
    case dryRun(RunScope)
    /// A dry run that the confirm dialog waits for.
    case preparing(RunScope)
    /// Steps of the real file.
    case stepping
    /// The search for repairs of the ledger.
    case findingRepairs
    /// A repair of the real file's ledger.
    case repairing
    /// The replay that tells drift.
    case drift
  }

  /// What is done.
  var kind: Kind
  /// The generation whose messages belong to this work.
  var generation: Int
  /// When it began, in seconds since the session began.
  var startedAt: Double
  /// What is being done now, in words.
  var phase = ""
  /// How much is done, from 0 to 1, or `nil` when that cannot be told.
  var fraction: Double?
  /// Whether the operator asked to stop it.
  var isCancelling = false
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
    /// A search of violations.
    case search
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
}

/// The line above the footer.
struct Notice: Sendable, Hashable {
  /// How much it matters.
  enum Level: Sendable, Hashable {
    /// It went well, or is just said.
    case info
    /// Something to look at.
    case warning
    /// Something failed.
    case error
  }

  /// How much it matters.
  var level: Level
  /// The text.
  var text: String
}
