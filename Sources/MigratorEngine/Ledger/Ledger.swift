/// Where a database remembers which migrations were applied, by the rule of the tool that writes it.
///
/// Pure: rows in, judgements and SQL out. A ledger knows the files of its tool, with whatever its
/// rows repeat of them; migrations are spoken of by the identifiers they are registered under.
///
/// What is written is SQL text with literal values, so that what a person is shown is what is run.
/// Names of tables are written with their schema (`main.`): a migration may have made a temporary
/// table of that name.
public protocol Ledger: Sendable {
  /// What the ledger is called on the screen: its table, or `PRAGMA user_version`.
  var name: String { get }

  /// The tables to read, the ledger's own first. Those of them that are there are no part of the
  /// schema that migrations make.
  var tableNames: [String] { get }

  /// Tells which migrations are applied, changed, skipped or dirty, as the tool would.
  ///
  /// - Parameter rows: What the ledger holds.
  /// - Returns: The state of the registered migrations. Records of those carry their identifiers;
  ///   the others the ledger's own name.
  func state(_ rows: LedgerRows) -> LedgerState

  /// Tells what a row says that stands behind all others, where the rest of the state is as it would be
  /// without it; `nil` where only ``state(_:)`` can tell.
  ///
  /// - Parameters:
  ///   - row: The row, of the ledger's own table.
  ///   - state: The state of the rows before it.
  /// - Returns: The record behind those of the state, or `nil`.
  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record?

  /// Tells which number a migration leads to, where `PRAGMA user_version` is the ledger.
  ///
  /// - Parameter identifier: What identifies the migration.
  /// - Returns: The number; `nil` where the ledger is another.
  func userVersion(after identifier: String) -> Int64?

  /// The lock of the tool that is held, or `nil`; ``state(_:)`` has its obstacle.
  ///
  /// - Parameter rows: What the ledger holds.
  /// - Returns: The lock, with what breaks it.
  func lock(_ rows: LedgerRows) -> LedgerLock?

  /// The statements that make a change, as the tool makes it.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - rows: What the ledger holds; its tables are made before anything but
  ///     ``LedgerChange/create`` is asked for, except to learn whether there is anything to do.
  ///   - stamp: When the change is made, and by whom.
  /// - Returns: The statements, without semicolons; none where there is nothing to do, or where the
  ///   tool has no such change.
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String]
}

extension Ledger {
  /// The ledger's own table alone.
  public var tableNames: [String] { [name] }

  /// Most ledgers are tables.
  public func userVersion(after identifier: String) -> Int64? { nil }

  /// All rows have to be asked.
  public func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    nil
  }

  /// Takes a row behind the others into what they tell; says which migration is recorded by it, or `nil`,
  /// with nothing taken in, where it may tell more than that.
  func add(_ row: LedgerRows.Row, to state: inout LedgerState) -> String? {
    guard let record = record(of: row, behind: state), record.state != .dirty else { return nil }
    state.records.append(record)
    return record.identifier
  }

  /// The tool has none.
  public func lock(_ rows: LedgerRows) -> LedgerLock? { nil }

  /// The ledger's own table, or `nil` when it is missing.
  ///
  /// - Parameter rows: What the ledger holds.
  /// - Returns: The table.
  public func table(_ rows: LedgerRows) -> LedgerRows.Table? {
    tableNames.first.flatMap { rows.tables[$0] }
  }
}

/// A change of a ledger.
public enum LedgerChange: Sendable, Hashable {
  /// Makes the ledger, unless it is there already.
  case create
  /// Notes that a migration begins which no transaction holds together, so that a crash in its
  /// middle leaves the sign that the tool would leave.
  case begin(String)
  /// Records a migration that ran; no statements where its own statements recorded it.
  case record(String)
  /// Notes that a migration failed of which `ran` statements stay, or whose beginning was noted.
  case fail(String, message: String, ran: Int)
  /// Records migrations as applied that are not run, those first that come first: a baseline. A ledger that
  /// counts, or holds the last alone, gets that one; what one record stands for gets one.
  case baseline([String])
  /// Forgets migrations that another one replaces.
  case forget(Set<String>)
  /// Takes the signs of failures away, so that what failed is pending again.
  case clearFailures
  /// Puts the present checksum of a changed migration into the ledger.
  case acceptChecksum(String)
}

extension LedgerChange {
  /// What a ledger holds after a change.
  struct Outcome {
    let rows: LedgerRows
    /// The row that was added behind the others, where nothing else is other than before.
    var added: LedgerRows.Row?
  }
}
