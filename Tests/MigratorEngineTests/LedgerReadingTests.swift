import MigratorEngine
import MigratorTestSupport
import Testing

struct LedgerReadingTests {
  fileprivate static let count = 60

  fileprivate func migrator(_ ledger: CountingLedger) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(ledger: ledger)
    for number in 1...Self.count {
      migrator.registerMigration(
        "\(number)",
        script: SQLScript(file: "\(number).sql", text: "CREATE TABLE t\(number) (a)"))
    }
    return migrator
  }

  @Test func `a run of many migrations does not read the ledger for each of them`()
    throws
  {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    let ledger = CountingLedger()
    try migrator(ledger).migrate(queue)
    #expect(try queue.ledger() == (1...Self.count).map(String.init))
    #expect(ledger.looks.value < 8)
  }

  @Test func `a dry run of many migrations does not read the ledger for each of them`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE club (a)")
    let ledger = CountingLedger()
    let report = try DryRun.run(
      path: path, migrator: migrator(ledger), temporaryDirectory: folder.path)
    #expect(report.steps.count == Self.count && report.failure == nil)
    #expect(ledger.looks.value < 8)
  }
}

extension LedgerReadingTests {
  @Test func `a repair reads the ledger as often for many records as for one`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "CREATE TABLE club (a)")
    let ledger = CountingLedger(takesRows: false)
    let repairs = try DatabaseInspection.inspect(path: path) {
      try LedgerRepairSearch.repairs(
        of: $0, migrator: migrator(ledger), selected: "\(Self.count)", canReplay: false)
    }
    #expect(repairs.map(\.statements.count) == [Self.count + 1])
    #expect(ledger.looks.value < 12)
    let queue = try DatabaseQueue(path: path)
    try #require(repairs.first).apply(queue, expectedFingerprint: nil)
    #expect(try queue.ledger() == (1...Self.count).map(String.init))
  }
}

private struct CountingLedger: Ledger {
  let name = "grdb_migrations"
  /// True if an appended row is added to the known state without a new read.
  var takesRows = true
  let looks = AtomicCounter()

  func state(_ rows: LedgerRows) -> LedgerState {
    looks.add(1)
    guard let table = table(rows) else { return LedgerState(exists: false) }
    return LedgerState(
      records: table.rows.compactMap { row in
        row.text("identifier").map { LedgerState.Record($0) }
      })
  }

  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    takesRows ? row.text("identifier").map { LedgerState.Record($0) } : nil
  }

  func statements(
    for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp
  ) -> [String] {
    switch change {
    case .create:
      table(rows) == nil
        ? ["CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"] : []
    case .record(let identifier): ["INSERT INTO grdb_migrations VALUES ('\(identifier)')"]
    case .baseline(let identifiers):
      identifiers.map { "INSERT INTO grdb_migrations VALUES ('\($0)')" }
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }
}
