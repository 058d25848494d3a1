/// An engine that runs migrations.
public protocol Peer: Sendable {
  /// The name in messages.
  var name: String { get }

  /// Opens a database, passes the connection to a closure, and closes it.
  func connect<T>(
    _ path: String, _ options: PeerOptions, _ body: (any PeerConnection) throws -> T
  ) throws -> T
}

/// The options for opening a database.
public struct PeerOptions: Sendable {
  /// True if SQLite enforces foreign keys.
  public var foreignKeysEnabled: Bool
  /// True if text in double quotes may be a string.
  public var acceptsDoubleQuotedStringLiterals = false
  /// Statements that run when the connection is opened.
  public var preparation: [String]

  /// Creates options.
  ///
  /// By default commits are not synced to disk.
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

  /// Returns the states of migrations.
  func answers(_ list: MigrationList) throws -> LedgerAnswers

  /// Gives access outside a transaction.
  func access<T>(_ body: (any PeerDatabase) throws -> T) throws -> T

  /// Converts an error of this engine.
  func failure(_ error: any Error) -> PeerFailure
}

/// The operations available to the body of a migration.
public protocol PeerDatabase {
  /// True if a transaction is open.
  var isInsideTransaction: Bool { get }

  /// Runs statements.
  func execute(_ sql: String) throws

  /// Returns the rows of a query.
  func rows(_ sql: String) throws -> [[PlainValue]]

  /// Returns the first row of a query in the engine's own description.
  func describedRow(_ sql: String) throws -> String?

  /// Runs a closure in a savepoint. If it returns true, the savepoint is released, otherwise rolled
  /// back.
  func savepoint(_ body: () throws -> Bool) throws

  /// Returns the violations in one table or in all tables.
  func violations(in table: String?) throws -> [PlainViolation]

  /// Throws for the first violation in one table or in all tables.
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

/// A violation with the engine's descriptions of it.
public struct PlainViolation: Sendable, Hashable {
  /// The child table, rowid, parent table and ID of the foreign key.
  public let place: String
  /// The plain description.
  public let description: String
  /// The detailed description, or an error.
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
