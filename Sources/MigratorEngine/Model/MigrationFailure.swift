internal import MigratorPlatform
public import MigratorSQLite

/// Why a migration failed, where, and what state the database is in now.
///
/// The runner throws errors of a migration's body as they were thrown; this value is what the
/// events, the dry run and the console say of them.
public struct MigrationFailure: Error, Sendable, Hashable {
  /// The part of a migration's run that failed.
  public enum Phase: String, Sendable, Hashable {
    /// Taking the write lock.
    case begin
    /// The statements or the closure of the migration.
    case body
    /// Writing the ledger row.
    case ledger
    /// The check of foreign keys.
    case check
    /// Holding what was done against what was agreed to.
    case agreement
    /// The commit.
    case commit
  }

  /// What a failure left behind.
  public enum DatabaseState: Sendable, Hashable {
    /// The transaction was rolled back: the database is as it was before the migration.
    case asBefore
    /// The migration asked to run outside a transaction: its first statements stay. With none, it is
    /// the ledger that says, as its tool has it, that the migration began and failed. The one that failed
    /// may stay, too, where that was in its commit.
    case partlyApplied(statements: Int, mayHoldMore: Bool = false)
    /// Nobody knows: the disk failed in the commit itself, ``DatabaseError/isInDoubt``.
    case unknown
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The part that failed.
  public let phase: Phase
  /// SQLite's words, or the description of the error.
  public let message: String
  /// SQLite's extended result code, if the error came from SQLite.
  public let extendedResultCode: Int32?
  /// The statement that failed, with its place in the file.
  public let statement: ScriptStatement?
  /// Where in the file the error lies.
  ///
  /// SQLite's error offset turned into a place, otherwise the first character of the statement.
  /// `nil` when the migration is not SQL.
  public let location: ScriptLocation?
  /// The SQL that failed in a migration that is code, without white space around it, and cut where it is long.
  public let sql: String?
  /// The foreign-key violations that made the check fail, as far as they were fetched.
  public internal(set) var violations: [ViolationDetail]
  /// The first of those that were there before.
  public let oldViolations: [ViolationDetail]
  /// The file of the migration, or `nil` when it is code.
  public let file: String?
  /// What the failure left behind.
  public let databaseState: DatabaseState
  /// How many violations there were before the migration and at its check, or `nil` when they were
  /// not counted.
  public let violationCounts: ViolationCounts?
  /// Whether the operator cancelled.
  public let isCancellation: Bool
  /// What became of the file, where it was moved, deleted or replaced meanwhile.
  public let displacement: FileDisplacement?
  /// What to do about it, where the engine itself refused to go on.
  let refusalRemedy: Remedy?

  /// Creates a failure; the parameters are the properties.
  public init(
    identifier: String, phase: Phase, message: String, extendedResultCode: Int32? = nil,
    statement: ScriptStatement? = nil, location: ScriptLocation? = nil, sql: String? = nil,
    violations: [ViolationDetail] = [], oldViolations: [ViolationDetail] = [],
    file: String? = nil, databaseState: DatabaseState = .asBefore,
    violationCounts: ViolationCounts? = nil, isCancellation: Bool = false,
    displacement: FileDisplacement? = nil, refusalRemedy: Remedy? = nil
  ) {
    self.identifier = identifier
    self.phase = phase
    self.message = message
    self.extendedResultCode = extendedResultCode
    self.statement = statement
    self.location = location
    self.sql = sql.map { Self.shortened($0.trimmedStatement) }
    self.violations = violations
    self.oldViolations = oldViolations
    self.file = file ?? location?.file
    self.databaseState = databaseState
    self.violationCounts = violationCounts
    self.isCancellation = isCancellation
    self.displacement = displacement
    self.refusalRemedy = refusalRemedy
  }
}

extension MigrationFailure {
  /// What to do about it.
  ///
  /// - Parameter subject: What the migration ran on; what stays on a copy needs no way back.
  /// - Returns: The remedy.
  public func remedy(on subject: RunSubject) -> Remedy {
    if let displacement { return DatabaseError(displacement).remedy }
    if subject == .database, isOfDamage { return .rescue }
    if subject == .database, databaseState.isPartly {
      return .bringBack(isOfMigration: !(isCancellation || isLock || isOfDisk || isOfFile))
    }
    if subject == .database, databaseState == .unknown { return .lookIntoDoubt }
    if isCancellation { return .stepAgain }
    if let refusalRemedy { return refusalRemedy }
    if isLock { return .waitForOthers }
    if isFull {
      return subject == .database ? .freeDisk : .freeSpace(folder: Environment.temporaryFolder)
    }
    if isOfDisk { return .checkDisk }
    if isOfFile { return .checkFolder }
    if phase == .check, let key = uncheckedKey {
      return .makeParentKey(table: key.destinationTable, columns: key.destinationColumns)
    }
    // Only where old violations alone stop it do they have to be mended; new ones come first.
    if phase == .check, let counts = violationCounts, counts.remaining > 0, counts.added == 0 {
      return .mendOldRows(count: counts.remaining, file: file)
    }
    if phase == .check {
      return .mendNewRows(place: placeToMend?.place)
    }
    if let missingFeature {
      if let version = missingFeature.sqliteVersion {
        return .useNewerSQLite(name: missingFeature.name, since: version)
      }
      return .loadFeature(name: missingFeature.name, kind: missingFeature.kind.rawValue)
    }
    // The words of SQLite for VACUUM and for what changes how a connection works.
    if message.hasSuffix("from within a transaction") { return .leaveTransaction(file: file) }
    if location != nil, NamedObject(message)?.isMissing == false { return .markApplied }
    return .mendMigration(place: location?.place ?? file)
  }

  /// Where to mend it: where the error lies, or the statement that made the first new violation.
  package var placeToMend: ScriptLocation? {
    location ?? violations.lazy.compactMap(\.madeBy).first
  }

  /// The foreign key that stopped it because SQLite cannot check it.
  package var uncheckedKey: ForeignKeyDescription? {
    (violations.first ?? oldViolations.first).flatMap {
      $0.problem.isUnchecked ? $0.foreignKey : nil
    }
  }

  /// Whether the disk failed or is full: nothing is wrong with the migration.
  public var isOfDisk: Bool { isFull || primaryCode == .SQLITE_IOERR }

  /// Whether SQLite could not open or make a file of its own, such as the journal.
  ///
  /// Nothing is wrong with the migration then. A database that it attaches is named in SQLite's words.
  public var isOfFile: Bool {
    primaryCode == .SQLITE_CANTOPEN
      && message == DatabaseError(resultCode: .SQLITE_CANTOPEN).message
  }

  /// Whether pages of the database are damaged: nothing is wrong with the migration.
  public var isOfDamage: Bool {
    extendedResultCode.map { ResultCode(rawValue: $0).isOfDamage } ?? false
  }

  private var isFull: Bool { primaryCode == .SQLITE_FULL }

  private var primaryCode: ResultCode? {
    extendedResultCode.map { ResultCode(rawValue: $0).primaryResultCode }
  }

  /// Whether a lock of another connection was waited for in vain: nothing is wrong with the migration.
  public var isLock: Bool {
    primaryCode == .SQLITE_BUSY && databaseState == .asBefore
  }
}

extension ScriptLocation {
  /// The place as compilers write it: `003_leagues.sql:5:1`.
  public var place: String { "\(file):\(line):\(column)" }
}

extension MigrationFailure.DatabaseState {
  /// Whether it is known that something stays.
  public var isPartly: Bool {
    if case .partlyApplied = self { true } else { false }
  }
}
