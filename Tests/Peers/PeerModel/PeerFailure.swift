/// An error thrown by any of the engines.
public struct PeerFailure: Sendable, Hashable {
  /// The origin of the error.
  public enum Kind: Sendable, Hashable {
    /// The engine's `DatabaseError`.
    case database
    /// An error thrown by a migration's body.
    case thrown
    /// The engine refused the operation.
    case refused
  }

  /// The origin of the error.
  public let kind: Kind
  /// The primary code of a database error.
  public let code: Int32?
  /// The extended code of a database error.
  public let extendedCode: Int32?
  /// The message of a database error, or the description of another error.
  public let message: String?
  /// The description of a database error with its statement; `nil` if only a report of the error is
  /// available.
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

/// The state of a database according to a migrator.
public struct LedgerAnswers: Sendable, Hashable {
  /// The value of `migrations`.
  public var migrations: [String] = []
  /// The value of `appliedMigrations`.
  public var applied: [String] = []
  /// The value of `appliedIdentifiers`, in order.
  public var identifiers: [String] = []
  /// The value of `completedMigrations`.
  public var completed: [String] = []
  /// The value of `hasCompletedMigrations`.
  public var hasCompleted = false
  /// The value of `hasBeenSuperseded`.
  public var isSuperseded = false

  /// Creates empty answers.
  public init() {}
}

/// An error that bodies throw.
public struct BodyError: Error, Sendable, Hashable {
  /// A text that identifies the error.
  public let reason: String

  /// Creates an error.
  public init(_ reason: String) {
    self.reason = reason
  }
}
