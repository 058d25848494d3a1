/// An error in parsing or running a script, with its location.
public struct ScriptError: Error, Sendable, Hashable {
  /// The kinds of errors.
  public enum Kind: Sendable, Hashable {
    /// SQLite rejected the statement, or it failed.
    case failed
    /// The statement ended a transaction that must remain open.
    case endedTransaction
    /// The script cannot be split into statements.
    case malformed(ScriptProblem.Kind)
    /// The statement has a parameter, which SQLite would silently treat as NULL.
    case parameter(String)
    /// SQLite finds a different end of the statement than the parser; the statement was not run.
    case differentEnd
  }

  /// The kind of error.
  public let kind: Kind
  /// The statement, or `nil` if the script could not be split into statements.
  public let statement: ScriptStatement?
  /// The location reported by SQLite, otherwise that of the statement's first token.
  public let location: ScriptLocation
  /// SQLite's error; its `offset` is relative to the start of the statement.
  public internal(set) var underlying: DatabaseError?

  /// The problem, in one sentence without the location.
  public var message: String {
    switch kind {
    case .failed: underlying?.message ?? "the statement failed"
    case .endedTransaction: "the statement ended the transaction of the migration"
    case .malformed(let problem): problem.message
    case .parameter(let name):
      "the statement has the parameter \(name), but a script cannot bind values"
    case .differentEnd: "SQLite ends this statement at a different place; it was not run"
    }
  }

  /// True if the statement was interrupted.
  public var isInterruption: Bool { underlying?.isInterruption ?? false }
}

extension ScriptError: CustomStringConvertible {
  /// The location and the message: `002_add.sql:3:8: near "FORM": syntax error`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(message)"
  }
}

extension ScriptError: ResultCodeCarrying {
  var carriedResultCode: ResultCode? { underlying?.extendedResultCode }
}

extension Error {
  /// True if this is, or wraps, the failure of a commit that may still take effect.
  package var isInDoubt: Bool {
    ((self as? ScriptError)?.underlying ?? self as? DatabaseError)?.isInDoubt ?? false
  }

  /// The same error, once the commit is known to be lost.
  var withoutDoubt: any Error {
    switch self {
    case var error as DatabaseError:
      error.isInDoubt = false
      return error
    case var error as ScriptError:
      error.underlying?.isInDoubt = false
      return error
    default: return self
    }
  }
}
