/// An error, whichever engine threw it.
public struct PeerFailure: Sendable, Hashable {
  /// Where the error comes from.
  public enum Kind: Sendable, Hashable {
    /// The engine's `DatabaseError`.
    case database
    /// The error of a body.
    case thrown
    /// The engine refused to do what it was asked for.
    case refused
  }

  /// Where the error comes from.
  public let kind: Kind
  /// The primary code of a database error.
  public let code: Int32?
  /// The extended code of a database error.
  public let extendedCode: Int32?
  /// The message of a database error, or the description of another.
  public let message: String?
  /// The description of a database error, which holds the statement; `nil` where only a report of
  /// the error is known.
  public let description: String?

  /// Creates a failure from a database error.
  public init(code: Int32, extendedCode: Int32, message: String?, description: String?) {
    kind = .database
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.description = description
  }

  /// Creates a failure from another error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.code = nil
    self.extendedCode = nil
    self.message = message
    self.description = nil
  }
}

/// What a migrator says of a database.
public struct LedgerAnswers: Sendable, Hashable {
  /// The answer of `migrations`.
  public var migrations: [String] = []
  /// The answer of `appliedMigrations`.
  public var applied: [String] = []
  /// The answer of `appliedIdentifiers`, in order.
  public var identifiers: [String] = []
  /// The answer of `completedMigrations`.
  public var completed: [String] = []
  /// The answer of `hasCompletedMigrations`.
  public var hasCompleted = false
  /// The answer of `hasBeenSuperseded`.
  public var isSuperseded = false

  /// Creates empty answers.
  public init() {}
}

/// An error that bodies throw.
public struct BodyError: Error, Sendable, Hashable {
  /// What tells it from others.
  public let reason: String

  /// Creates an error.
  public init(_ reason: String) {
    self.reason = reason
  }
}
