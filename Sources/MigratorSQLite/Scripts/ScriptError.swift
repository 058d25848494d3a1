/// Why a script could not be read or run to its end, and where.
public struct ScriptError: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// SQLite refused or failed to run the statement.
    case failed
    /// The statement ended the transaction that was to stay open.
    case endedTransaction
    /// The script cannot be cut into statements.
    case malformed(ScriptProblem.Kind)
    /// The statement has a parameter, to which SQLite would silently give NULL.
    case parameter(String)
    /// SQLite sees another end of the statement than was announced; it was not run.
    case differentEnd
  }

  /// What went wrong.
  public let kind: Kind
  /// The statement, or `nil` when the script could not even be cut into statements.
  public let statement: ScriptStatement?
  /// Where: the place SQLite gives, otherwise the first token of the statement.
  public let location: ScriptLocation
  /// SQLite's error; its `offset` counts from the start of the statement.
  public internal(set) var underlying: DatabaseError?

  /// What went wrong, in one sentence without the place.
  public var message: String {
    switch kind {
    case .failed: underlying?.message ?? "the statement failed"
    case .endedTransaction: "the statement ended the transaction of the migration"
    case .malformed(let problem): problem.message
    case .parameter(let name): "the statement has the parameter \(name), but a script has no values"
    case .differentEnd: "SQLite sees another end of the statement; it was not run"
    }
  }

  /// Whether the statement was interrupted.
  public var isInterruption: Bool { underlying?.isInterruption ?? false }
}

extension ScriptError: CustomStringConvertible {
  /// The place and the message: `002_add.sql:3:8: near "FORM": syntax error`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(message)"
  }
}

extension ScriptError: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { underlying?.extendedResultCode }
}
