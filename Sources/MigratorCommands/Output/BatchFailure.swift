import MigratorEngine
package import MigratorSession

/// An error of a batch command: a message, a remedy and an exit status.
package struct BatchFailure: Error {
  package let status: ExitStatus
  /// The message; a line break within a line is part of a name.
  let lines: [String]
  package var message: String { lines.joined(separator: "\n") }
  package let remedy: Remedy
  /// The error if the result of a repair or restore is unknown.
  private let doubt: UncertainChange?

  package init(_ status: ExitStatus, _ message: String, _ remedy: Remedy) {
    self.init(status, [message], remedy, nil)
  }

  init(_ status: ExitStatus, _ lines: [String], _ remedy: Remedy) {
    self.init(status, lines, remedy, nil)
  }

  private init(
    _ status: ExitStatus, _ lines: [String], _ remedy: Remedy, _ doubt: UncertainChange?
  ) {
    self.status = status
    self.lines = lines
    self.remedy = remedy
    self.doubt = doubt
  }

  /// Converts an error to a message and an exit status.
  package init(_ error: any Error) {
    switch error {
    case let failure as BatchFailure: self = failure
    default:
      let explanation = Explanation(error)
      self.init(
        Self.status(of: error), (error as? any StatusError)?.lines ?? [explanation.sentence],
        explanation.remedy, error as? UncertainChange)
    }
  }

  private static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as any StatusError: error.exitStatus
    case let doubt as UncertainChange: status(of: doubt.underlying)
    case let obstacle as RestoreObstacle: status(of: obstacle.underlying)
    case let refusal as SessionRefusal: status(of: refusal)
    case let failure as MigrationError: status(of: failure)
    case let error as DatabaseError:
      error.openFailure.map { status(of: $0.kind) } ?? status(of: error)
    case is CancellationError: .interrupted
    default: .internalError
    }
  }

  /// Lists the problems of unusable migration files, one line each; returns `nil` if there are
  /// none.
  init?(_ problems: [FileProblem]) {
    guard let last = problems.last else { return nil }
    let lines = problems.dropLast().map(\.description) + [last.placedMessage]
    self.init(.badMigrations, lines, .ofTool(last.remedy))
  }

  /// Explains why "nothing pending" cannot be reported; returns `nil` if it can.
  init?(_ overview: SessionOverview) {
    if let caution = overview.status.caution {
      self.init(MigrationError(.obstacle(caution)))
      return
    }
    let standstill = overview.standstill
    guard let remedy = standstill.remedy else { return nil }
    self.init(.unknown, standstill.message, remedy)
  }

  private static func status(of error: DatabaseError) -> ExitStatus {
    if error.missingFeature != nil { return .blocked }
    if error.displacement != nil { return .locked }
    return switch error.resultCode {
    case .SQLITE_INTERRUPT: .interrupted
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .badData
    case .SQLITE_READONLY, .SQLITE_PERM: .noPermission
    case .SQLITE_CANTOPEN: .cannotCreate
    case .SQLITE_FULL, .SQLITE_IOERR: .inputOutput
    default: .internalError
    }
  }

  private static func status(of kind: OpenFailure.Kind) -> ExitStatus {
    switch kind {
    case .noSuchFile, .folder, .notARegularFile, .brokenLink: .noInput
    case .noPermission, .readOnlyFile, .readOnlyFolder, .unreadableWAL: .noPermission
    case .hotJournal: .unknown
    case .notADatabase, .wrongKey, .notEncrypted, .corrupt, .unknownFormat: .badData
    case .noCipher: .usage
    case .locked: .locked
    case .inputOutput, .tooManyFiles, .diskFull: .inputOutput
    case .other: .internalError
    }
  }

  private static func status(of refusal: SessionRefusal) -> ExitStatus {
    switch refusal {
    case .readOnly, .setReadOnly, .untrustedMigrations: .noPermission
    case .migrationsChanged, .backupChanged, .databaseChanged: .locked
    case .notAgreed, .digestDiffers, .notAgreedToUndo: .found
    case .noBackup: .noInput
    case .backupIsDatabase: .usage
    }
  }

  private static func status(of failure: MigrationError) -> ExitStatus {
    if failure.isDiskError { return .inputOutput }
    return switch failure.kind {
    case .unknownTarget, .targetBehindApplied, .needsFullCopy: .usage
    case .cannotBeTraced: .unknown
    case .unexpectedNext, .databaseChanged, .notComparable, .copyDisturbed: .locked
    case .losesMore: .found
    case .notEnoughSpace: .inputOutput
    case .damaged: .badData
    case .file: failure.isDiskError ? .inputOutput : .cannotCreate
    case .duplicateIdentifier, .mergesRegistered, .changesLedger, .dropsLedger:
      .badMigrations
    case .obstacle(let obstacle) where obstacle.isOfFile: .badMigrations
    case .obstacle, .missing, .pageSizes, .cannotBeHeld, .ledgerRefuses, .notRecorded,
      .firesTriggers:
      .blocked
    default: .internalError
    }
  }

  var json: JSON { ["error": error] }

  /// The failure as a member of a larger object.
  var error: JSON {
    var members: [(String, JSON)] = [
      ("message", .string(message)), ("remedy", .string(remedy.sentence)),
      ("exitStatus", .integer(Int64(status.ofProcess))),
    ]
    if let doubt {
      members += [
        (
          "databaseState",
          .string(
            (doubt.underlying.isInDoubt ? MigrationFailure.DatabaseState.unknown : .rolledBack).name
          )
        ),
        ("backup", doubt.keptPath.map(JSON.string) ?? .null),
      ]
    }
    return .object(members)
  }
}

/// An error with its own exit status, thrown by a source of migrations.
package protocol StatusError: Error {
  /// The exit status.
  var exitStatus: ExitStatus { get }
  /// A message of several lines, or `nil` to use the error's sentence.
  var lines: [String]? { get }
}

extension StatusError {
  package var lines: [String]? { nil }
}

/// An error that concerns individual migrations, with their locations.
package protocol FindingsError: StatusError {
  /// The problems of the migrations.
  var findings: [CheckFinding] { get }
}
