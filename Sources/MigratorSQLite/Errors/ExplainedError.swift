extension DatabaseError: ExplainedError {
  /// SQLite's message in context, the next step, and the category.
  public var explanation: Explanation {
    if let openFailure { return openFailure.explanation }
    if let displacement { return displacement.explanation }
    let said = message ?? "SQLite error \(resultCode.rawValue)"
    if let feature = missingFeature {
      return Explanation(
        .blocked,
        "This program's SQLite does not have the \(feature.kind.rawValue) \(feature.name) (\(said)).",
        """
        \(feature.name) is a \(feature.kind.rawValue) of the app or of an extension. Load the extension: \
        --load-extension FILE.
        """)
    }
    return switch resultCode {
    case .SQLITE_INTERRUPT: .stopped
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      Explanation(.busy, "The database is locked by another program (\(said)).", .waitForOthers)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      Explanation(.dataError, "The database is damaged (\(said)).", .rescue())
    case .SQLITE_READONLY, .SQLITE_PERM:
      Explanation(.noPermission, "The database is not writable (\(said)).", .becomeWriter)
    case .SQLITE_CANTOPEN:
      Explanation(
        .cannotCreate, "SQLite could not open or create a file (\(said)).", .checkFolder)
    case .SQLITE_IOERR where isInDoubt:
      Explanation(
        .inputOutput,
        "The disk failed during the commit (\(said)). The database may contain the changes.",
        .checkCommitOutcome)
    case .SQLITE_FULL, .SQLITE_IOERR:
      Explanation(.inputOutput, "Reading or writing failed (\(said)).", .checkDisk)
    default:
      Explanation(
        .internalError, "\(description).",
        "Examine the database with the sqlite3 shell: \(shell: "sqlite3", "-readonly", "DB").")
    }
  }

  package var missingFeature: NamedObject.Feature? {
    resultCode == .SQLITE_ERROR ? message.flatMap { NamedObject($0) }?.missingFeature : nil
  }
}
