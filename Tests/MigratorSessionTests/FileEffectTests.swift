import MigratorEngine
import MigratorSchema
import Testing

@testable import MigratorSession

/// The effect of a step on the file, which decides what happens to backups.
struct FileEffectTests {
  private func effect(_ state: MigrationFailure.DatabaseState?, code: Int32? = nil) -> FileEffect {
    let schema = SchemaSnapshot(objects: [])
    return StepReport(
      identifier: "1", seconds: 0, statementCount: 1, schemaBefore: schema, schemaAfter: schema,
      failure: state.map {
        MigrationFailure(
          identifier: "1", phase: .body, message: "", extendedResultCode: code, databaseState: $0)
      }
    ).effect
  }

  @Test func `a step is reported to have no effect only if it was rolled back in an intact file`() {
    let corrupt: Int32 = 11
    #expect(effect(.rolledBack) == .none)
    #expect(effect(.rolledBack, code: corrupt) == .uncertain)
    #expect(effect(.unknown) == .uncertain)
    #expect(effect(.partlyApplied(statements: 1)) == .changed)
    #expect(effect(.partlyApplied(statements: 0, mayHoldMore: true)) == .changed)
    #expect(effect(nil) == .changed)
  }

  @Test
  func
    `a backup is kept unless nothing changed, and old ones are pruned only if a change is certain`()
  {
    let all: [FileEffect] = [.none, .uncertain, .changed]
    #expect(all == all.sorted())
    #expect(all.map(\.keepsBackup) == [false, true, true])
    #expect(all.map(\.prunesBackups) == [false, false, true])
  }
}
