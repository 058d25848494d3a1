import MigratorEngine
import MigratorSession
import TerminalUI

/// What screens and dialogs tell of, besides their own state.
struct Scene: Sendable {
  /// What does not change during the session.
  let context: ConsoleContext
  /// The size of the terminal.
  var size: Size
  /// Seconds since the session began; moves only while something on the screen depends on it.
  var now: Double = 0
  /// What is known of the database, and what was run.
  var known = Known()
  /// The work that runs on the operator's behalf.
  var work: Work?

  /// The characters that draw lines and marks.
  var glyphs: GlyphSet { context.glyphs }

  /// Raw text made fit for cells.
  ///
  /// - Parameter raw: The text.
  /// - Returns: The sanitised text, in ASCII where the terminal needs that.
  func text(_ raw: String) -> SafeText {
    let safe = SafeText(raw)
    return glyphs.isASCII ? safe.ascii : safe
  }

  /// Whether the screen is so low that a question must not take lines it can do without.
  var isLow: Bool { size.rows < 16 }

  /// The smallest screen on which the console works.
  static let smallest = Size(columns: 30, rows: 8)

  /// Whether the screen is too small to show anything but that it is.
  var isTooSmall: Bool {
    size.columns < Self.smallest.columns || size.rows < Self.smallest.rows
  }
}

/// What does not change during a session.
struct ConsoleContext: Sendable {
  /// The path of the database, as the operator gave it.
  var databasePath: String
  /// The characters that draw lines and marks.
  var glyphs: GlyphSet
  /// Whether steps of the real file are refused, and why.
  var readOnlyReason: String?
  /// When the session began.
  var startedAt = Timestamp.now

  /// The moment so many seconds after the session began.
  func moment(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: startedAt.nanoseconds + Int64(seconds * 1e9))
  }
}

/// The work that runs on the operator's behalf.
struct Work: Sendable, Hashable {
  /// What is done.
  enum Kind: Sendable, Hashable {
    /// A dry run on a copy.
    case dryRun(MigrationScope)
    /// A dry run that the confirm dialog waits for.
    case preparing(MigrationScope)
    /// Steps of the real file.
    case stepping
    /// The search for repairs of the ledger.
    case findingRepairs
    /// A repair of the real file's ledger.
    case repairing
    /// The comparison with the backup that would be brought back.
    case preparingRestore
    /// A backup is brought back.
    case restoring
    /// One migration, statement by statement, on a copy.
    case tracing
    /// The replay that tells drift.
    case drift

    /// Whether the real file is changed.
    var isOnRealFile: Bool {
      switch self {
      case .stepping, .repairing, .restoring: true
      case .dryRun, .preparing, .findingRepairs, .preparingRestore, .tracing, .drift: false
      }
    }
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

  /// The work in words, for sentences.
  var title: String {
    switch kind {
    case .dryRun(.next): "a dry run"
    case .dryRun: "a dry run of all pending migrations"
    case .preparing: "the dry run before the step"
    case .stepping: "a step of the real file"
    case .findingRepairs: "the search for repairs"
    case .repairing: "a repair of the ledger"
    case .preparingRestore: "the comparison with the backup"
    case .restoring: "a restore of the real file"
    case .tracing: "a trace"
    case .drift: "the comparison with what the migrations produce"
    }
  }
}

extension Work {
  /// The work in a word or two, for the line above the footer.
  var verb: String {
    switch kind {
    case .dryRun, .preparing: "dry run"
    case .stepping: "stepping"
    case .findingRepairs: "looking for repairs"
    case .repairing: "repairing"
    case .preparingRestore: "comparing with the backup"
    case .restoring: "restoring"
    case .tracing: "trace"
    case .drift: "comparing with what the migrations produce"
    }
  }
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
