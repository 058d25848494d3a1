import MigratorEngine
import MigratorTestSupport
import MigratorTools
import Testing

/// A third-party tool built only on the public API: the target cannot access internal declarations.
struct OutsideToolTests {
  @Test func `migrations of a third-party tool are recognized, shown, applied and repaired`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("stairs/1.step", "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    try folder.write("stairs/2.step", "INSERT INTO club VALUES (1);")
    try folder.write("stairs/10.step", "INSERT INTO club VALUES (10);")
    let path = try folder.makeDatabase(
      sql: "CREATE TABLE steps (number INTEGER, at TEXT); CREATE TABLE other (id);")
    let project = try Project(databasePath: path, tools: MigrationTools.all + [Stairs()])
    #expect(project.folder.tool.format == "stairs")
    #expect(project.evidence == "Stairs: steps(number, at); 3 files `N.step`")
    let migrator = try project.migrator()
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    #expect(
      try queue.read { try migrator.statusReport($0) }.migrations.map(\.identifier)
        == ["1", "2", "10"])
    #expect(try migrator.step(queue)?.failure == nil)
    #expect(try migrator.step(queue)?.failure == nil)
    let rows = try queue.read { try Int.fetchAll($0, sql: "SELECT number FROM steps") }
    #expect(rows == [1, 2])
    let baseline = try DatabaseInspection.inspect(path: path) {
      try project.repairs(of: $0, migrator: migrator, selected: "10")
    }.first { $0.kind == .markApplied }
    #expect(baseline?.statements.last?.contains("VALUES (10") == true)
  }
}

/// Files named `N.step`, with a ledger row for each.
private struct Stairs: MigrationTool {
  let format: MigrationFormat = "stairs"
  let title = "Stairs"
  let habits = [ConventionalFolder("stairs")]

  func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    tables.tables(withColumns: ["number", "at"], preferring: "steps").first.map {
      LedgerEvidence(table: $0, words: "\($0)(number, at)", strength: .certain)
    }
  }

  func evidence(in folder: FolderTree) -> FolderEvidence? {
    let count = Self.numbers(folder).count
    return count == 0
      ? nil : FolderEvidence(words: "\(count) files `N.step`", strength: .certain, count: count)
  }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    let numbers = folder.map(Self.numbers) ?? []
    let migrations = try numbers.compactMap { number in
      try folder.map { folder in
        let file = "\(number).step"
        return ToolMigration(
          identifier: String(number), path: folder.path(of: file),
          body: .sql(
            script: SQLScript(file: folder.path(of: file), text: try folder.text(of: file)),
            transaction: .whole))
      }
    }
    return (migrations, StairsLedger(name: table ?? "steps"))
  }

  private static func numbers(_ folder: FolderTree) -> [Int] {
    folder.ownFiles.filter { $0.hasSuffix(".step") }.compactMap { Int($0.dropLast(5)) }.sorted()
  }
}

private struct StairsLedger: Ledger {
  let name: String

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    return LedgerState(
      records: table.rows.compactMap { row in
        row.text("number").map { LedgerState.Record($0, appliedAt: row.text("at")) }
      })
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create:
      table(rows) == nil ? ["CREATE TABLE main.\(name) (number INTEGER, at TEXT)"] : []
    case .record(let identifier): [insertion(of: identifier, stamp)]
    case .baseline(let identifiers): identifiers.map { insertion(of: $0, stamp) }
    default: []
    }
  }

  private func insertion(of identifier: String, _ stamp: RecordStamp) -> String {
    "INSERT INTO main.\(name) VALUES (\(identifier), '\(stamp.time.text)')"
  }
}
