internal import MigratorSQLite

/// The ledger of a dry run that continues even if an obstacle would stop its tool.
///
/// It begins with the state of the tool's ledger, without obstacles. Migrations that run are
/// recorded in a separate table, and the tool's tables remain unchanged.
struct TrialLedger: Ledger {
  private let base: any Ledger
  private let start: LedgerState
  private let ownTable: String
  let tableNames: [String]

  var name: String { base.name }

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - base: The ledger of the tool.
  ///   - start: Its state; `nil` if no migration is known to be applied.
  ///   - skipped: The migrations that are not run.
  ///   - db: The database before the run.
  /// - Throws: ``DatabaseError``.
  init(
    of base: any Ledger, from start: LedgerState?, skipping skipped: Set<String>, _ db: Database
  ) throws {
    var state = start ?? LedgerState()
    state.exists = true
    state.isReadable = true
    state.takesRecords = true
    (state.obstacle, state.obstacles) = (nil, [:])
    for identifier in skipped {
      state.exceptions[identifier] = LedgerState.Exception(.skipped, note: "It is not tried.")
    }
    self.base = base
    self.start = state
    let objects = try db.schemaRows {
      (name: SQLName(try $0.name), isTable: try $0.type == "table")
    }
    let names = Set(objects.map(\.name))
    var own = "migtui_trial"
    while names.contains(SQLName(own)) { own += "_" }
    ownTable = own
    // A view that has the name of a ledger table is not part of the ledger.
    let tables = Set(objects.filter(\.isTable).map(\.name))
    tableNames = [own] + base.tableNames.filter { tables.contains(SQLName($0)) }
  }

  func state(_ rows: LedgerRows) -> LedgerState {
    var state = start
    state.records += (table(rows)?.rows ?? []).compactMap { $0.text("identifier") }.map {
      LedgerState.Record($0)
    }
    return state
  }

  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    row.text("identifier").map { LedgerState.Record($0) }
  }

  func userVersion(after identifier: String) -> Int64? { base.userVersion(after: identifier) }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    let table = "main.\(ownTable.quotedDatabaseIdentifier)"
    switch change {
    case .create:
      return self.table(rows) == nil ? ["CREATE TABLE \(table) (identifier TEXT NOT NULL)"] : []
    case .record(let identifier):
      return ["INSERT INTO \(table) VALUES (\(identifier.databaseValue.sqlLiteral))"]
    case .begin, .fail, .baseline, .forget, .clearFailures, .acceptChecksum: return []
    }
  }
}
