internal import MigratorPlatform
public import MigratorSQLite

/// Why and where a migration failed, and the state of the database.
///
/// The runner throws the errors of a migration's body unchanged. Events, dry runs and the console
/// use this type.
public struct MigrationFailure: Error, Sendable, Hashable {
  /// The phase in which a migration failed.
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
  /// The phase in which the migration failed.
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
  /// The rows for which a constraint stopped the statement, if they could be determined.
  public internal(set) var rejectedRows: RejectedRows?
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
  /// The kind of table, if this program's connection forbids writing to it.
  var guardedTable: GuardedTable?
  /// The cause, if it determines the remedy.
  var cause: FailureCause?
  /// How to make the tool run the file outside a transaction; `nil` if the file does not belong to
  /// a tool.
  var transactionSwitch: TransactionSwitch?
  /// True if the file itself, not its tool, began the transaction.
  var isInOwnTransaction = false
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
    if subject == .database {
      if isCorruption { return .rescue() }
      if databaseState.isPartly { return remedyAfterPart }
      if databaseState == .unknown { return .checkCommitOutcome }
    }
    if isCancellation { return .stepAgain }
    if let refusalRemedy { return refusalRemedy }
    if isLock { return .waitForOthers }
    if isFull {
      return subject == .database ? .freeDisk : .freeSpace(folder: Environment.temporaryFolder)
    }
    if isDiskError { return .checkDisk }
    if isOfFile { return .checkFolder }
    if isOfVirtualTable {
      return """
        The file is not damaged: the statement, or a trigger that it fires, writes to a full-text index that \
        does not match its table. Rebuild the index before the statement: INSERT INTO name(name) VALUES \
        ('rebuild'), where name is the index. A contentless index cannot be rebuilt: refill it.
        """
    }
    if let remedy = cause?.remedy { return remedy }
    if phase == .check { return remedyOfCheck }
    if let guardedTable { return guardedTable.remedy }
    if let sql = statement?.sql ?? sql, AlterColumn.isUsed(in: sql),
      message.asciiUppercased.hasPrefix("NEAR \"ALTER\"")
    {
      return AlterColumn.remedy
    }
    if let sql = statement?.sql ?? sql,
      let (syntax, version) = SQLiteFeatureVersions.syntax(message, in: sql)
    {
      return Self.newerSQLite(for: syntax, version)
    }
    if let missingFeature { return Self.remedy(for: missingFeature) }
    if let remedy = remedyOfTransaction { return remedy }
    if location != nil, NamedObject(message)?.isMissing == false {
      return """
        If the schema already has all changes of the migration, record it as applied: press R, or run \
        \(command: "repair", "DB"). Otherwise remove or rename the object in the database, or fix \(location?.place ?? "the file").
        """
    }
    return """
      Fix \(rejectedRows == nil ? "" : "these rows or ")\(location?.place ?? file ?? "the migration") and try it \
      again: press d, or run \
      \(command: "dry-run", "DB", "--all").
      """
  }

  /// Returns the category, which decides the exit status.
  ///
  /// - Parameter subject: The target of the run.
  /// - Returns: The category of the cause, if the migration did not cause the failure.
  public func category(on subject: RunSubject) -> ErrorCategory {
    if isCancellation { return .interrupted }
    if subject == .database {
      if isLock || displacement != nil { return .busy }
      if isCorruption { return .dataError }
    }
    if isDiskError { return .inputOutput }
    if isOfFile { return .cannotCreate }
    return phase == .ledger ? .blocked : .migrationFailed
  }

  private var remedyAfterPart: Remedy {
    let isAtFault = !(isCancellation || isLock || isDiskError || isOfFile)
    return """
      If there is a backup from before the migration, restore it (press u, or run \(command: "restore", "DB")), \
      \(isAtFault ? "fix the migration" : "remove the cause") and retry the step. Without a backup, run the \
      remaining statements by hand.
      """
  }

  private var remedyOfCheck: Remedy {
    if let key = uncheckedKey {
      let columns = key.destinationColumns.joined(separator: ", ")
      return """
        Create a PRIMARY KEY or UNIQUE index on \(key.destinationTable) (\(columns)) in the migration. \
        Without one, SQLite cannot check the foreign key.
        """
    }
    // New violations come first; existing ones have to be fixed only if nothing was added.
    if let counts = violationCounts, counts.remaining > 0, counts.added == 0 {
      let immediate =
        switch (file, transactionSwitch) {
        case (let file?, .own):
          "add the line `-- migtui: foreign-keys immediate` at the top of \(file), or the option "
            + "--foreign-keys immediate"
        // Files of other tools cannot contain this setting.
        case (.some, .some): "add the option --foreign-keys immediate"
        default: "register it with foreignKeyChecks: .immediate"
        }
      return """
        The migration did not cause \(counts.remaining == 1 ? "this violation" : "these violations"). Fix the \
        old rows: press 3, or run \(command: "violations", "DB", "--fix"). Or check only the rows that the statements change: \
        \(immediate). A DROP TABLE may then delete child rows by cascade.
        """
    }
    let cause = fixLocation.map { "The statement at \($0.place) caused the first violation. " }
    return """
      \(cause ?? "")Fix the migration so that each child row has its parent row, and try it again: press d, or \
      run \(command: "dry-run", "DB", "--all").
      """
  }

  private static func newerSQLite(for feature: String, _ version: Int) -> Remedy {
    """
    \(feature) requires SQLite \(SQLiteFeatureVersions.words(version)), and this program has \
    \(SQLiteLibrary.version) (see \(SQLiteFeatureVersions.page(version))). \
    \(Remedy.useNewerSQLite.sentence)
    """
  }

  private static func remedy(for feature: MissingFeature) -> Remedy {
    if let version = feature.versionNumber {
      return newerSQLite(for: feature.name, version)
    }
    return """
      \(feature.name) is a \(feature.kind.rawValue) of the app or of an extension. Let the app run the \
      migration, or load the extension: --load-extension FILE.
      """
  }

  /// The place to fix: the error, or the statement that caused the first new violation.
  package var fixLocation: ScriptLocation? {
    location ?? violations.lazy.compactMap(\.causedBy).first
  }

  package var uncheckedKey: ForeignKeyInfo? {
    (violations.first ?? oldViolations.first).flatMap {
      $0.problem.isUnchecked ? $0.foreignKey : nil
    }
  }

  /// True if the disk failed or is full, so that the migration is not at fault.
  public var isDiskError: Bool { isFull || primaryCode == .SQLITE_IOERR }

  /// True if SQLite could not open or create a file of its own, such as the journal.
  ///
  /// In that case, the migration is not at fault. If a database cannot be attached, SQLite's
  /// message names it.
  public var isOfFile: Bool {
    primaryCode == .SQLITE_CANTOPEN
      && message == DatabaseError(resultCode: .SQLITE_CANTOPEN).message
  }

  /// True if pages of the database are damaged, so that the migration is not at fault.
  public var isCorruption: Bool {
    extendedResultCode.map { ResultCode(rawValue: $0).isCorruption } ?? false
  }

  /// True if the content of a virtual table is damaged, but no page of the file is.
  ///
  /// SQLite's message is the same for both.
  private var isOfVirtualTable: Bool {
    extendedResultCode == ResultCode.SQLITE_CORRUPT_VTAB.rawValue
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
  /// The place in the format of compiler messages: `003_leagues.sql:5:1`.
  public var place: String { "\(file):\(line):\(column)" }
}

extension MigrationFailure.DatabaseState {
  /// True if a part of the migration is known to remain in the database.
  public var isPartly: Bool {
    if case .partlyApplied = self { true } else { false }
  }
}
