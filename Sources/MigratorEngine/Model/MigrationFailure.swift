internal import MigratorPlatform
public import MigratorSQLite

/// Why and where a migration failed, and the state of the database.
///
/// The runner throws the errors of a migration's body unchanged. Events, dry runs and the console
/// use this type.
public struct MigrationFailure: Error, Sendable, Hashable {
  /// The phase of a migration that failed.
  public enum Phase: String, Sendable, Hashable {
    /// Acquiring the write lock.
    case begin
    /// The statements or the closure of the migration.
    case body
    /// Writing the ledger's record.
    case ledger
    /// The foreign-key check.
    case check
    /// Comparing the losses with the accepted ones.
    case agreement
    /// The commit.
    case commit
  }

  /// The state of the database after a failure.
  public enum DatabaseState: Sendable, Hashable {
    /// The transaction was rolled back: the database is unchanged.
    case rolledBack
    /// The migration runs outside a transaction: its first statements remain in the database.
    ///
    /// If `statements` is 0, only the ledger records that the migration began and failed. If
    /// `mayHoldMore` is true, the failed statement may remain too, because its commit failed.
    case partlyApplied(statements: Int, mayHoldMore: Bool = false)
    /// Unknown: the disk failed during the commit; see ``DatabaseError/isInDoubt``.
    case unknown
  }

  /// The identifier of the migration.
  public let identifier: String
  /// The part that failed.
  public let phase: Phase
  /// SQLite's message, or the description of the error.
  public let message: String
  /// SQLite's extended result code, if the error comes from SQLite.
  public let extendedResultCode: Int32?
  /// The statement that failed, with its place in the file.
  public let statement: ScriptStatement?
  /// The place of the error in the file.
  ///
  /// It is derived from SQLite's error offset, or is the first character of the statement. `nil`
  /// when the migration is not SQL.
  public let location: ScriptLocation?
  /// The failed SQL of a migration in code, trimmed and shortened.
  public let sql: String?
  /// The foreign-key violations that made the check fail, limited to those that were fetched.
  public internal(set) var violations: [ViolationDetail]
  /// The first of the existing violations.
  public let oldViolations: [ViolationDetail]
  /// The file of the migration, or `nil` when it is code.
  public let file: String?
  /// The state of the database after the failure.
  public let databaseState: DatabaseState
  /// The violations before the migration and at its check, or `nil` when they were not counted.
  public let violationCounts: ViolationCounts?
  /// True if the user cancelled the migration.
  public let isCancellation: Bool
  /// The displacement of the file, if it was moved, deleted or replaced during the run.
  public let displacement: FileDisplacement?
  /// The remedy, if the engine itself refused to continue.
  let refusalRemedy: Remedy?

  /// Creates a failure; the parameters are the properties.
  public init(
    identifier: String, phase: Phase, message: String, extendedResultCode: Int32? = nil,
    statement: ScriptStatement? = nil, location: ScriptLocation? = nil, sql: String? = nil,
    violations: [ViolationDetail] = [], oldViolations: [ViolationDetail] = [],
    file: String? = nil, databaseState: DatabaseState = .rolledBack,
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
  /// Returns the next step for the user.
  ///
  /// - Parameter subject: The target of the run; a copy needs no restore.
  /// - Returns: The remedy.
  public func remedy(on subject: RunSubject) -> Remedy {
    if let displacement { return DatabaseError(displacement).remedy }
    if subject == .database, isCorruption { return .rescue }
    if subject == .database, databaseState.isPartly {
      return .bringBack(isOfMigration: !(isCancellation || isLock || isDiskError || isOfFile))
    }
    if subject == .database, databaseState == .unknown { return .checkCommitOutcome }
    if isCancellation { return .stepAgain }
    if let refusalRemedy { return refusalRemedy }
    if isLock { return .waitForOthers }
    if isFull {
      return subject == .database ? .freeDisk : .freeSpace(folder: Environment.temporaryFolder)
    }
    if isDiskError { return .checkDisk }
    if isOfFile { return .checkFolder }
    if phase == .check, let key = uncheckedKey {
      return .makeParentKey(table: key.destinationTable, columns: key.destinationColumns)
    }
    // New violations come first; existing ones have to be fixed only if nothing was added.
    if phase == .check, let counts = violationCounts, counts.remaining > 0, counts.added == 0 {
      return .fixOldRows(count: counts.remaining, file: file)
    }
    if phase == .check {
      return .fixNewRows(place: fixLocation?.place)
    }
    if let missingFeature {
      if let version = missingFeature.sqliteVersion {
        return .useNewerSQLite(name: missingFeature.name, since: version)
      }
      return .loadFeature(name: missingFeature.name, kind: missingFeature.kind.rawValue)
    }
    // SQLite's message for VACUUM and for pragmas that change the connection's mode.
    if message.hasSuffix("from within a transaction") { return .leaveTransaction(file: file) }
    if location != nil, NamedObject(message)?.isMissing == false { return .markApplied }
    return .fixMigration(place: location?.place ?? file)
  }

  /// The place to fix: the error, or the statement that caused the first new violation.
  package var fixLocation: ScriptLocation? {
    location ?? violations.lazy.compactMap(\.causedBy).first
  }

  /// The foreign key that SQLite cannot check, if it stopped the migration.
  package var uncheckedKey: ForeignKeyDescription? {
    (violations.first ?? oldViolations.first).flatMap {
      $0.problem.isUnchecked ? $0.foreignKey : nil
    }
  }

  /// True if the disk failed or is full, so that the migration is not at fault.
  public var isDiskError: Bool { isFull || primaryCode == .SQLITE_IOERR }

  /// True if SQLite could not open or create a file of its own, such as the journal.
  ///
  /// The migration is not at fault then. If a database cannot be attached, SQLite's message names
  /// it.
  public var isOfFile: Bool {
    primaryCode == .SQLITE_CANTOPEN
      && message == DatabaseError(resultCode: .SQLITE_CANTOPEN).message
  }

  /// True if pages of the database are damaged, so that the migration is not at fault.
  public var isCorruption: Bool {
    extendedResultCode.map { ResultCode(rawValue: $0).isCorruption } ?? false
  }

  private var isFull: Bool { primaryCode == .SQLITE_FULL }

  private var primaryCode: ResultCode? {
    extendedResultCode.map { ResultCode(rawValue: $0).primaryResultCode }
  }

  /// True if waiting for another connection's lock timed out, so that the migration is not at
  /// fault.
  public var isLock: Bool {
    primaryCode == .SQLITE_BUSY && databaseState == .rolledBack
  }
}

extension ScriptLocation {
  /// The place in the format of compilers: `003_leagues.sql:5:1`.
  public var place: String { "\(file):\(line):\(column)" }
}

extension MigrationFailure.DatabaseState {
  /// True if a part of the migration is known to remain in the database.
  public var isPartly: Bool {
    if case .partlyApplied = self { true } else { false }
  }
}
