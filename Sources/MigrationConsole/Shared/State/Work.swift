import MigratorEngine

struct Work: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case dryRun(MigrationScope)
    /// The preparation of a step, which may include a dry run.
    case preparing(MigrationScope)
    case stepping
    case tryingFix
    case fixing
    case drafting
    case findingRepairs
    case repairing
    case preparingRestore
    case restoring
    case tracing
    case drift

    var isOnRealFile: Bool {
      switch self {
      case .stepping, .fixing, .repairing, .restoring: true
      case .dryRun, .preparing, .tryingFix, .drafting, .findingRepairs, .preparingRestore, .tracing,
        .drift:
        false
      }
    }
  }

  var kind: Kind
  var generation: Int
  /// The start in seconds since the session began.
  var startedAt: Double
  /// The running migration, with its position if there are several; `nil` before the first one
  /// starts.
  var subject: String?
  var phase = ""
  /// The progress from 0 to 1, or `nil` if unknown.
  var fraction: Double?
  /// True if it pauses between its statements.
  var isTraced = false
  /// How long it may take, in seconds, if it began by itself; `nil` if a command began it.
  var limit: Double?
  var isCancelling = false

  /// A noun phrase for sentences.
  var title: String {
    switch kind {
    case .dryRun(.next): "a dry run"
    case .dryRun: "a dry run of several migrations"
    case .preparing: "the dry run before the step"
    case .stepping: "a step on the real file"
    case .tryingFix: "the trial of fixes on a copy"
    case .fixing: "a fix of the real file"
    case .drafting: "the trial of a new migration"
    case .findingRepairs: "the search for repairs"
    case .repairing: "a repair of the ledger"
    case .preparingRestore: "the comparison with the backup"
    case .restoring: "a restore of the real file"
    case .tracing: "a trace"
    case .drift: "the search for schema drift"
    }
  }

  /// A short phrase for the line above the footer.
  var verb: String {
    switch kind {
    case .dryRun, .preparing: limit == nil ? "dry run" : "automatic dry run"
    case .stepping: "step"
    case .tryingFix: "trying the fixes on a copy"
    case .fixing: "fixing"
    case .drafting: "writing a migration and trying it"
    case .findingRepairs: "looking for repairs"
    case .repairing: "repairing"
    case .preparingRestore: "comparing with the backup"
    case .restoring: "restoring"
    case .tracing: "trace"
    case .drift: "looking for schema drift"
    }
  }
}
