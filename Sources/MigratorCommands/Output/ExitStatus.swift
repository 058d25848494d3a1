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

  package var meaning: String {
    switch self {
    case .success: "done; nothing pending, no differences, no violations"
    case .found: "pending migrations, differences, violations, or a loss you did not accept"
    case .migrationFailed:
      "a migration failed; it was rolled back, or the output lists what remains"
    case .unknown:
      "the state cannot be determined, for example because no migrations were found"
    case .blocked: "blocked: a failed, edited or non-SQL migration, or a missing function"
    case .usage: "usage error, or `step` without `--yes`"
    case .badData: "not a database, encrypted, or damaged"
    case .noInput: "no such file or folder"
    case .internalError: "internal error"
    case .cannotCreate: "an output file already exists or cannot be created"
    case .inputOutput: "reading or writing failed, or the disk is full"
    case .locked: "the database is locked or was changed by another program"
    case .noPermission: "no permission, a read-only file or folder, or `read-only = on`"
    case .badMigrations: "a migration file or `migtui.conf` cannot be used"
    case .late: "stopped by `--timeout`; rolled back, or the output lists what remains"
    case .interrupted: "stopped by Ctrl-C (143: SIGTERM, 129: SIGHUP), with the same effect"
    }
  }

  /// The usual next step, or `nil` if none is required.
  package var advice: String? {
    switch self {
    case .success: nil
    case .found: "read the report, or pass `--agree`"
    case .migrationFailed: "fix the file"
    case .unknown: "pass `--migrations DIR`"
    case .blocked, .noPermission: "follow the printed advice"
    case .usage: "run `\(ProgramName.text) help COMMAND`"
    case .badData: "check the path and the key"
    case .noInput: "check the path"
    case .internalError: "report a bug"
    case .cannotCreate: "choose another name or folder"
    case .inputOutput: "free space; run `\(ProgramName.text) status DB`"
    case .locked: "run the command again"
    case .badMigrations: "fix the printed line"
    case .late: "use a longer timeout"
    case .interrupted: "run `\(ProgramName.text) status DB`"
    }
  }

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
}
