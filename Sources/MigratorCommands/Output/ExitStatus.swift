import MigratorPlatform

/// The exit status of a program; numbers from 64 are those of `sysexits.h`.
package enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case found = 1
  case migrationFailed = 2
  case unknown = 3
  case blocked = 4
  case usage = 64
  case badData = 65
  case noInput = 66
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case locked = 75
  case noPermission = 77
  case badMigrations = 78
  case late = 124
  case interrupted = 130

  /// Describes when a command exits with the status.
  package var meaning: String {
    switch self {
    case .success: "done; nothing pending, no difference, no violation"
    case .found: "pending, differences, violations, or a loss not agreed to"
    case .migrationFailed:
      "a migration failed; it was rolled back, ran on a copy, or what stays of it is told"
    case .unknown: "the question cannot be answered, for the reason that is printed"
    case .blocked:
      "no step is possible, or none after those that ran: dirty, changed, code, a function or module is missing, "
        + "or the ledger takes no record"
    case .usage: "the command line is wrong, or --yes is missing"
    case .badData: "not a database, encrypted, or damaged"
    case .noInput: "no such file or folder"
    case .internalError: "an error of the program itself"
    case .cannotCreate: "a file to be made is there already, or cannot be made"
    case .inputOutput: "reading or writing failed, or the disk is full"
    case .locked: "locked or changed by another program: try again"
    case .noPermission: "no permission, a read-only file, or a read-only folder"
    case .badMigrations:
      "the migrations or the configuration are unusable: a file, or a name given twice; nothing was run"
    case .late: "stopped by --timeout; what ran was rolled back, or what stays is told"
    case .interrupted:
      "stopped by Ctrl-C; what ran was rolled back, or what stays is told; 143 by SIGTERM, 129 by SIGHUP"
    }
  }

  /// The exit status for a category of errors.
  init(_ category: ErrorCategory) {
    self =
      switch category {
      case .usage: .usage
      case .noInput: .noInput
      case .dataError: .badData
      case .noPermission: .noPermission
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .busy: .locked
      case .badMigrations: .badMigrations
      case .blocked: .blocked
      case .migrationFailed: .migrationFailed
      case .notAccepted: .found
      case .undetermined: .unknown
      case .interrupted: .interrupted
      case .internalError: .internalError
      }
  }

  /// The status of the process; after an interruption it depends on the cause.
  var ofProcess: Int32 {
    guard self == .interrupted else { return rawValue }
    return Interruption.signal.map { 128 + $0 }
      ?? (Interruption.late.isSet ? ExitStatus.late : self).rawValue
  }

  /// The statuses and their meanings, one line each.
  package static let table = allCases.map { status in
    let number = String(status.rawValue)
    return String(repeating: " ", count: 4 - number.count) + number + "  " + status.meaning
  }.joined(separator: "\n")
}
