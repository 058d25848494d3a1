import MigratorEngine
import MigratorSession
import MigratorTools
import MigtuiDemo

/// An error as a batch command tells it: a sentence, a remedy, an exit status.
struct BatchFailure: Error {
  let status: ExitStatus
  let message: String
  let remedy: String

  init(_ status: ExitStatus, _ message: String, _ remedy: String) {
    self.status = status
    self.message = message
    self.remedy = remedy
  }

  /// Words an error; the one place that does.
  init(_ error: any Error) {
    switch error {
    case let failure as BatchFailure: self = failure
    case let failure as OpenFailure:
      self.init(Self.status(of: failure.kind), failure.sentence, failure.remedy)
    case let failure as SourceFailure:
      self.init(Self.status(of: failure), failure.description, "No migration was run.")
    case let question as FormatQuestion:
      self.init(.usage, question.description, "Add one of these to the command.")
    case let question as LedgerQuestion:
      self.init(.usage, question.description, "Add one of these to the command.")
    case let refusal as SessionRefusal:
      self.init(Self.status(of: refusal), refusal.message, refusal.remedy)
    case let failure as MigrationError:
      self.init(Self.status(of: failure), failure.message, failure.remedy)
    case let failure as DemoFailure: self.init(failure)
    case let error as DatabaseError: self.init(error)
    default: self.init(.internalError, String(describing: error), "Please report this.")
    }
  }

  /// Why nobody can tell that nothing is pending; `nil` where nothing is.
  init?(_ overview: SessionOverview) {
    let standstill = overview.standstill
    guard let remedy = standstill.remedy else { return nil }
    self.init(.unknown, standstill.message, remedy)
  }

  private init(_ failure: DemoFailure) {
    switch failure {
    case .unknownFormat(let format):
      self.init(
        .usage,
        "The demonstration cannot be made in the format \(format.rawValue): "
          + "nobody is known to write it.",
        "Choose one of " + DemoLayout.formats.map(\.rawValue).joined(separator: ", ") + ".")
    case .taken(let path):
      self.init(
        .cannotCreate, "\(path) is there already; nothing was written.",
        "Name another folder with --into, or remove the old demonstration.")
    case .refused(let path, let reason):
      self.init(
        .cannotCreate, "Cannot make \(path): \(reason).",
        "Name a folder you may write, and a name that is not taken.")
    }
  }

  private init(_ error: DatabaseError) {
    let words = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_INTERRUPT:
      self.init(.interrupted, "Stopped.", "What was not finished is undone.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .locked, "The database is locked by another program (\(words)).",
        "Wait until it is done, or end it, and try again.")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(
        .badData, "The database is damaged (\(words)).",
        "Restore a backup, or save what can be read with `sqlite3 FILE .recover`, on a copy.")
    case .SQLITE_READONLY, .SQLITE_PERM:
      self.init(
        .noPermission, "The database cannot be written (\(words)).",
        "Run as a user who may write the file and its folder.")
    case .SQLITE_CANTOPEN:
      self.init(
        .cannotCreate, "A file could not be opened or made (\(words)).",
        "Check that its folder exists and is writable, and that no such file is there.")
    case .SQLITE_FULL, .SQLITE_IOERR:
      self.init(
        .inputOutput, "Reading or writing failed (\(words)).", "Check the disk and its free space.")
    default:
      self.init(.internalError, "\(error)", "Look at the database with the sqlite3 shell.")
    }
  }

  private static func status(of kind: OpenFailure.Kind) -> ExitStatus {
    switch kind {
    case .noSuchFile, .folder, .notARegularFile, .brokenLink: .noInput
    case .noPermission, .readOnlyFile, .readOnlyFolder, .unreadableWAL, .hotJournal: .noPermission
    case .notADatabase, .corrupt: .badData
    case .locked: .locked
    case .inputOutput: .inputOutput
    case .other: .internalError
    }
  }

  private static func status(of refusal: SessionRefusal) -> ExitStatus {
    switch refusal {
    case .readOnly: .noPermission
    case .migrationsChanged: .locked
    case .notAgreed: .found
    }
  }

  private static func status(of failure: SourceFailure) -> ExitStatus {
    switch failure.problems.first?.kind {
    case .folderMissing, .notAFolder, .noMigrations: .noInput
    case .folderUnreadable: .noPermission
    case .badLedger: .usage
    default: .badMigrations
    }
  }

  private static func status(of failure: MigrationError) -> ExitStatus {
    switch failure.kind {
    case .unknownTarget, .targetBehindApplied: .usage
    case .unexpectedNext, .databaseChanged, .notComparable: .locked
    case .losesMore: .found
    case .notEnoughSpace: .inputOutput
    case .damaged: .badData
    case .file: .cannotCreate
    case .duplicateIdentifier, .mergesRegistered, .changesLedger: .badMigrations
    case .obstacle, .missing: .blocked
    default: .internalError
    }
  }

  var json: JSON { ["error": error] }

  /// The failure as a member of a larger object.
  var error: JSON {
    [
      "message": .string(message), "remedy": .string(remedy),
      "exitStatus": .integer(Int64(status.rawValue)),
    ]
  }
}
