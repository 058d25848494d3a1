/// A tool's history table: which migrations were applied, by that tool's rules.
///
/// A ledger is pure: it takes rows and returns states and SQL. It knows its tool's migration files
/// and compares them with its rows. It refers to migrations by their registered identifiers.
///
/// Changes are SQL with literal values, so that the statements shown are the statements run. Table
/// names include the schema (`main.`), because a migration may have created a temporary table with
/// the same name.
public protocol Ledger: Sendable {
  /// The ledger's display name: its table, or `PRAGMA user_version`.
  var name: String { get }

  /// The tables to read, the ledger's own first.
  ///
  /// These tables are not part of the schema that migrations create.
  var tableNames: [String] { get }

  /// Determines which migrations are applied, changed, skipped or dirty, by the tool's rules.
  ///
  /// - Parameter rows: The ledger's contents.
  /// - Returns: The state of the registered migrations. Their records carry registered identifiers;
  ///   other records carry the ledger's own names.
  func state(_ rows: LedgerRows) -> LedgerState

  /// Reads one appended row without evaluating the whole ledger.
  ///
  /// - Parameters:
  ///   - row: The last row of the ledger's own table.
  ///   - state: The state of the rows before it.
  /// - Returns: The record to append to the state; `nil` if the row may change other parts of the
  ///   state, so that ``state(_:)`` is required.
  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record?

  /// Returns the value of `PRAGMA user_version` after a migration, if it is the ledger.
  ///
  /// - Parameter identifier: The migration's identifier.
  /// - Returns: The number; `nil` for other ledgers.
  func userVersion(after identifier: String) -> Int64?

  /// Returns the tool's lock if it is held; ``state(_:)`` then reports an obstacle.
  ///
  /// - Parameter rows: The ledger's contents.
  /// - Returns: The lock, with the statements that break it.
  func lock(_ rows: LedgerRows) -> LedgerLock?

  /// Returns the statements with which the tool makes a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - rows: The ledger's contents. For changes other than ``LedgerChange/create`` the tables
  ///     exist, except when the caller only checks whether there are statements.
  ///   - stamp: The time and author of the change.
  /// - Returns: The statements, without semicolons; empty if nothing needs to change or the tool
  ///   has no such change.
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String]
}

extension Ledger {
  /// Only the ledger's own table.
  public var tableNames: [String] { [name] }

  /// Returns `nil`: most ledgers are tables.
  public func userVersion(after identifier: String) -> Int64? { nil }

  /// Returns `nil`: the whole ledger has to be evaluated.
  public func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    nil
  }

  /// Adds an appended row to the state and returns the identifier that it records.
  ///
  /// Returns `nil`, with the state unchanged, if the row may change other parts of the state.
  func add(_ row: LedgerRows.Row, to state: inout LedgerState) -> String? {
    guard let record = record(of: row, behind: state), record.state != .dirty else { return nil }
    state.records.append(record)
    return record.identifier
  }

  /// Returns `nil`: the tool has no lock.
  public func lock(_ rows: LedgerRows) -> LedgerLock? { nil }

  /// The ledger's own table, or `nil` when it is missing.
  ///
  /// - Parameter rows: The ledger's contents.
  /// - Returns: The table.
  public func table(_ rows: LedgerRows) -> LedgerRows.Table? {
    tableNames.first.flatMap { rows.tables[$0] }
  }
}

/// A change of a ledger.
public enum LedgerChange: Sendable, Hashable {
  /// Creates the ledger unless it exists.
  case create
  /// Records the beginning of a migration that runs outside a transaction.
  ///
  /// After a crash, the ledger marks an interrupted migration the way the tool itself does.
  case begin(String)
  /// Records a migration that ran; requires no statements if the migration recorded itself.
  case record(String)
  /// Records that a migration failed after ``begin(_:)``, or that the changes of its first `ran`
  /// statements were not rolled back.
  case fail(String, message: String, ran: Int)
  /// Records migrations as applied without running them, in registration order: a baseline.
  ///
  /// A ledger that stores only the latest version records only that one. Migrations that share a
  /// record get one record.
  case baseline([String])
  /// Deletes the records of migrations that another one replaces.
  case forget(Set<String>)
  /// Clears the failed state, so that the failed migrations become pending.
  case clearFailures
  /// Stores the current checksum of a changed migration.
  case acceptChecksum(String)
}

extension LedgerChange {
  struct Outcome {
    let rows: LedgerRows
    /// The appended row, if the change appended one row and did nothing else.
    var added: LedgerRows.Row?
  }
}
