/// An engine that runs migrations.
public protocol Peer: Sendable {
  /// What tells it from the others in messages.
  var name: String { get }

  /// Opens a database, hands the connection over and closes it.
  func connect<T>(
    _ path: String, _ options: PeerOptions, _ body: (any PeerConnection) throws -> T
  ) throws -> T
}

/// How a database is opened.
public struct PeerOptions: Sendable {
  /// Whether SQLite enforces foreign keys.
  public var foreignKeysEnabled: Bool
  /// Statements that run as soon as the connection is open.
  public var preparation: [String]

  /// Creates options; by default commits do not wait for the disk.
  public init(
    foreignKeysEnabled: Bool = true, preparation: [String] = ["PRAGMA synchronous = OFF"]
  ) {
    self.foreignKeysEnabled = foreignKeysEnabled
    self.preparation = preparation
  }
}

/// An open connection of an engine.
public protocol PeerConnection {
  /// Migrates, and returns the error.
  func migrate(_ list: MigrationList, upTo target: String?) -> PeerFailure?

  /// Asks what is applied.
  func answers(_ list: MigrationList) throws -> LedgerAnswers

  /// Gives access outside a transaction.
  func access<T>(_ body: (any PeerDatabase) throws -> T) throws -> T

  /// Converts an error of this engine.
  func failure(_ error: any Error) -> PeerFailure
}

/// What the body of a migration may do.
public protocol PeerDatabase {
  /// Whether a transaction is open.
  var isInsideTransaction: Bool { get }

  /// Runs statements.
  func execute(_ sql: String) throws

  /// Returns the rows of a query.
  func rows(_ sql: String) throws -> [[PlainValue]]

  /// Returns the first row of a query as the engine describes it.
  func describedRow(_ sql: String) throws -> String?

  /// Runs a closure in a savepoint, which is released when it returns whether to.
  func savepoint(_ body: () throws -> Bool) throws

  /// Returns the violations of a table or of all.
  func violations(in table: String?) throws -> [PlainViolation]

  /// Throws for the first violation in a table, or in all.
  func checkForeignKeys(in table: String?) throws
}

/// A value in a row.
public enum PlainValue: Sendable, Hashable {
  /// NULL.
  case null
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// A blob.
  case blob([UInt8])
}

/// A violation with everything an engine says about it.
public struct PlainViolation: Sendable, Hashable {
  /// Origin, rowid, destination, id of the key.
  public let place: String
  /// The plain description.
  public let description: String
  /// The rich description, or the error instead of it.
  public let failureDescription: String
  /// The violation as an error.
  public let failure: PeerFailure

  /// Creates a violation.
  public init(
    place: String, description: String, failureDescription: String, failure: PeerFailure
  ) {
    self.place = place
    self.description = description
    self.failureDescription = failureDescription
    self.failure = failure
  }
}
