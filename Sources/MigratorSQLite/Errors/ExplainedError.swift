/// An error with a sentence that explains it, and a remedy.
public protocol ExplainedError: Error {
  /// The problem, in one sentence.
  var sentence: String { get }
  /// The remedy.
  var remedy: Remedy { get }
}

extension DatabaseError: ExplainedError {
  /// The problem, in one sentence with SQLite's message.
  public var sentence: String {
    if let openFailure { return openFailure.sentence }
    if let displacement { return displacement.sentence }
    if let missingFeature {
      return "The SQLite of this program does not have the \(missingFeature.kind.rawValue) "
        + "\(missingFeature.name) (\(message ?? ""))."
    }
    let words = message ?? "SQLite error \(resultCode.rawValue)"
    return switch resultCode {
    case .SQLITE_INTERRUPT: "Stopped; what was not finished is undone."
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      "The database is locked by another program (\(words))."
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: "The database is damaged (\(words))."
    case .SQLITE_READONLY, .SQLITE_PERM: "The database cannot be written (\(words))."
    case .SQLITE_CANTOPEN: "A file could not be opened or made (\(words))."
    case .SQLITE_IOERR where isInDoubt:
      "Writing failed at its end (\(words)): the database may hold all of it."
    case .SQLITE_FULL, .SQLITE_IOERR: "Reading or writing failed (\(words))."
    default: "\(description)."
    }
  }

  /// The feature that SQLite lacks, if an app or an extension may provide it.
  package var missingFeature: NamedObject.Feature? {
    resultCode == .SQLITE_ERROR ? message.flatMap { NamedObject($0) }?.missingFeature : nil
  }

  /// The remedy.
  public var remedy: Remedy {
    if let openFailure { return openFailure.remedy }
    if let displacement { return displacement.remedy }
    if let missingFeature {
      return .loadExtension(name: missingFeature.name, kind: missingFeature.kind.rawValue)
    }
    return switch resultCode {
    case .SQLITE_INTERRUPT: .stepAgain
    case .SQLITE_BUSY, .SQLITE_LOCKED: .waitForOthers
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .rescue
    case .SQLITE_READONLY, .SQLITE_PERM: .becomeWriter
    case .SQLITE_CANTOPEN: .checkFolder
    case .SQLITE_IOERR where isInDoubt: .checkCommitOutcome
    case .SQLITE_FULL, .SQLITE_IOERR: .checkDisk
    default: .lookWithShell
    }
  }
}
