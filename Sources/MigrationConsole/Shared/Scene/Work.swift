import MigratorEngine

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
    /// A statement that mends violations, on a copy.
    case mending
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
      case .dryRun, .preparing, .mending, .findingRepairs, .preparingRestore, .tracing, .drift:
        false
      }
    }
  }

  /// What is done.
  var kind: Kind
  /// The generation whose messages belong to this work.
  var generation: Int
  /// When it began, in seconds since the session began.
  var startedAt: Double
  /// The migration that runs, with its place among several; `nil` before the first.
  var subject: String?
  /// What is being done now, in words.
  var phase = ""
  /// How much is done, from 0 to 1, or `nil` when that cannot be told.
  var fraction: Double?
  /// Whether it waits for the operator between its statements.
  var isTraced = false
  /// Whether the operator asked to stop it.
  var isCancelling = false

  /// The work in words, for sentences.
  var title: String {
    switch kind {
    case .dryRun(.next): "a dry run"
    case .dryRun: "a dry run of all pending migrations"
    case .preparing: "the dry run before the step"
    case .stepping: "a step of the real file"
    case .mending: "the trial of a statement on a copy"
    case .findingRepairs: "the search for repairs"
    case .repairing: "a repair of the ledger"
    case .preparingRestore: "the comparison with the backup"
    case .restoring: "a restore of the real file"
    case .tracing: "a trace"
    case .drift: "the comparison with what the migrations produce"
    }
  }

  /// The work in a word or two, for the line above the footer.
  var verb: String {
    switch kind {
    case .dryRun, .preparing: "dry run"
    case .stepping: "stepping"
    case .mending: "trying the statement on a copy"
    case .findingRepairs: "looking for repairs"
    case .repairing: "repairing"
    case .preparingRestore: "comparing with the backup"
    case .restoring: "restoring"
    case .tracing: "trace"
    case .drift: "comparing with what the migrations produce"
    }
  }
}
