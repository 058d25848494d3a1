import MigratorTestSupport
import Testing

@testable import MigratorEngine

/// The state of a ledger that is read as a whole and record by record.
struct MigrationProgressTests {
  @Test
  func `updating the state record by record gives the same result as reading all at once`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let count = Int.random(in: 1...8, using: &generator)
      var list = MigrationList(ledger: GRDBLedger())
      for number in 1...count {
        list.add(
          Migration(
            identifier: "\(number)", foreignKeyChecks: .deferred,
            mergedIdentifiers: Bool.random(using: &generator) ? ["old \(number)"] : [],
            body: .code({ _, _ in }), transaction: .whole))
      }
      // Mostly in order, with some records missing and sometimes an unregistered one.
      var recorded = (1...count).filter { _ in Int.random(in: 0..<6, using: &generator) > 0 }
        .map(String.init)
      if Bool.random(using: &generator) { recorded.append("old 1") }
      if Int.random(in: 0..<4, using: &generator) == 0 { recorded.shuffle(using: &generator) }

      let table = LedgerRows.Table(columns: [LedgerRows.Column(name: "identifier")])
      var rows = LedgerRows(tables: [GRDBLedger.tableName: table])
      let reading = LedgerReading(rows, in: list)
      for identifier in recorded {
        let row = LedgerRows.Row(["identifier": identifier.databaseValue])
        rows.tables[GRDBLedger.tableName]?.rows.append(row)
        #expect(reading.add(row, giving: rows, in: list) == identifier)
        let whole = LedgerReading(rows, in: list)
        #expect(reading.state == whole.state && reading.rows == rows)
        #expect(reading.progress.applied == Set(whole.state.appliedIdentifiers))
        #expect(reading.progress.doneCount == whole.progress.doneCount)
        for onlyNext in [false, true] {
          #expect(
            try list.plan(from: reading.state, knowing: reading.progress, onlyNext: onlyNext)
              == Self.slowPlan(list, reading.state, onlyNext: onlyNext))
        }
      }
    }
  }

  /// Computes the plan migration by migration.
  private static func slowPlan(
    _ list: MigrationList, _ state: LedgerState, onlyNext: Bool
  ) -> [PlannedStep] {
    let applied = Set(state.appliedIdentifiers)
    let steps = list.migrations.compactMap { migration -> PlannedStep? in
      let merged = migration.mergedIdentifiers.intersection(applied)
      if !applied.contains(migration.identifier) {
        return PlannedStep(identifier: migration.identifier, action: .run(merged: merged))
      }
      return merged.isEmpty
        ? nil : PlannedStep(identifier: migration.identifier, action: .forget(merged: merged))
    }
    guard onlyNext, let next = steps.firstIndex(where: \.runs) else { return steps }
    return Array(steps[...next])
  }
}
