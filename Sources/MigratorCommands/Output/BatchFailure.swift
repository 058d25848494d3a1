import MigratorEngine
package import MigratorSession

/// An error as a batch command tells it: a sentence, what to do next, an exit status.
package struct BatchFailure: Error {
  package let status: ExitStatus
  /// What went wrong; a line end within a line is part of a name.
  let lines: [String]
  package var message: String { lines.joined(separator: "\n") }
  package let remedy: Remedy
  /// What was changed or not, where nobody knows.
  private let doubt: ChangeInDoubt?

  package init(_ status: ExitStatus, _ message: String, _ remedy: Remedy) {
    self.init(status, [message], remedy, nil)
  }

  /// A failure that takes several lines.
  init(_ status: ExitStatus, _ lines: [String], _ remedy: Remedy) {
    self.init(status, lines, remedy, nil)
  }

  private init(
    _ status: ExitStatus, _ lines: [String], _ remedy: Remedy, _ doubt: ChangeInDoubt?
  ) {
    self.status = status
    self.lines = lines
    self.remedy = remedy
    self.doubt = doubt
  }

  /// Takes the words of an error, and the status that it ends with.
  package init(_ error: any Error) {
    switch error {
    case let failure as BatchFailure: self = failure
    default:
      let explanation = Explanation(error)
      self.init(
        Self.status(of: error), (error as? any StatusError)?.lines ?? [explanation.sentence],
        explanation.remedy, error as? ChangeInDoubt)
    }
  }

  private static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let error as any StatusError: error.exitStatus
    case let doubt as ChangeInDoubt: status(of: doubt.underlying)
    case let obstacle as RestoreObstacle: status(of: obstacle.underlying)
    case let refusal as SessionRefusal: status(of: refusal)
    case let failure as MigrationError: status(of: failure)
    case let error as DatabaseError:
      error.openFailure.map { status(of: $0.kind) } ?? status(of: error)
    case is CancellationError: .interrupted
    default: .internalError
    }
  }

  /// What keeps files of migrations from being used, a line each; `nil` where nothing does.
  init?(_ problems: [FileProblem]) {
    guard let last = problems.last else { return nil }
    let lines = problems.dropLast().map(\.description) + [last.placedMessage]
    self.init(.badMigrations, lines, .ofTool(last.remedy))
  }

  /// Why it cannot be said that nothing is left to do, where nothing is pending; `nil` where it can.
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
    if failure.isOfDisk { return .inputOutput }
    return switch failure.kind {
    case .unknownTarget, .targetBehindApplied, .needsFullCopy: .usage
    case .cannotBeTraced: .unknown
    case .unexpectedNext, .databaseChanged, .notComparable, .copyDisturbed: .locked
    case .losesMore: .found
    case .notEnoughSpace: .inputOutput
    case .damaged: .badData
    case .file: failure.isOfDisk ? .inputOutput : .cannotCreate
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
            (doubt.underlying.isInDoubt ? MigrationFailure.DatabaseState.unknown : .asBefore).name)
        ),
        ("backup", doubt.keptPath.map(JSON.string) ?? .null),
      ]
    }
    return .object(members)
  }
}

/// An error of who brings migrations along that knows what a command ends with.
package protocol StatusError: Error {
  /// The status.
  var exitStatus: ExitStatus { get }
  /// What it tells in several lines, or `nil` if its sentence is all.
  var lines: [String]? { get }
}

extension StatusError {
  package var lines: [String]? { nil }
}

/// An error that speaks against single migrations, at their places.
package protocol FindingsError: StatusError {
  /// What it tells.
  var findings: [CheckFinding] { get }
}
