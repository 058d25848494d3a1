import MigratorEngine
import MigratorSession
import MigratorTools
import Testing

@testable import MigratorWriter

/// Parts of a written file are removed, which the comparison of the matrix must notice.
///
/// Without these controls, a comparison that finds nothing would prove nothing.
struct WriterMatrixControlTests {
  /// Compares the database after some of the planned statements.
  private func outcome(
    in surroundings: String, keeping isKept: (PlannedStatement) -> Bool
  ) throws -> MatrixCell.Outcome {
    let cell = try cell(in: surroundings)
    let (old, new) = cell.designs
    guard
      case .draft(let draft) = try WrittenMigration.draft(
        cell.change, from: old, to: new, for: cell.runner)
    else { return .wrong("no draft") }
    func run(_ statements: [PlannedStatement]) throws -> MatrixCell.Outcome {
      let text = statements.map { "\($0.sql);\n" }.joined()
      return try WrittenMigration.compare(cell.change, old, new, text, cell.runner)
    }
    #expect(try run(draft.plan.statements) == .kept)
    return try run(draft.plan.statements.filter(isKept))
  }

  /// A rebuild of the table, which sqlx runs with foreign keys on.
  private func cell(in surroundings: String) throws -> MatrixCell {
    MatrixCell(
      change: try #require(DesignChange.all.first { $0.title == "NOT NULL with a default" }),
      surroundings: try #require(DesignSurroundings.all.first { $0.title == surroundings }),
      runner: .sqlx)
  }

  private func isWrong(_ outcome: MatrixCell.Outcome) -> Bool {
    if case .wrong = outcome { true } else { false }
  }

  @Test(arguments: [
    "child with CASCADE", "children with SET NULL and SET DEFAULT", "cycle",
  ])
  func `the comparison fails if the rows of child tables are not guarded`(surroundings: String)
    throws
  {
    let outcome = try outcome(in: surroundings) { !$0.sql.contains(" migtui_keep_") }
    #expect(isWrong(outcome), "\(outcome)")
  }

  @Test func `the comparison fails without the guards and the handling of triggers`() throws {
    let outcome = try outcome(in: "children with SET NULL and SET DEFAULT") { statement in
      switch statement.reason {
      case .rebuild(_, .dropsTrigger), .restoreObject(.trigger, _): false
      default: !statement.sql.contains(" migtui_keep_")
      }
    }
    #expect(isWrong(outcome), "\(outcome)")
  }

  @Test func `the comparison fails if triggers are not re-created`() throws {
    let outcome = try outcome(in: "triggers on it") { statement in
      if case .restoreObject(.trigger, _) = statement.reason { false } else { true }
    }
    #expect(isWrong(outcome), "\(outcome)")
  }

  @Test func `the comparison fails if an AUTOINCREMENT sequence is not continued`() throws {
    let outcome = try outcome(in: "AUTOINCREMENT") { statement in
      if case .rebuild(_, .continuesSequence) = statement.reason { false } else { true }
    }
    #expect(isWrong(outcome), "\(outcome)")
  }

  /// The usual rebuild deletes rows of children if foreign keys are on.
  @Test func `the comparison and the judge both detect a faulty planner`() throws {
    let cell = try cell(in: "child with CASCADE")
    let (old, new) = cell.designs
    let planner = PlannerCase(before: old.script, after: new.script, form: .renaming)
    let text = try planner.statements().map { "\($0);\n" }.joined()
    let outcome = try WrittenMigration.compare(cell.change, old, new, text, cell.runner)
    #expect(isWrong(outcome), "\(outcome)")
    #expect(throws: MigrationJudge.Fault.self) { try planner.judge() }
  }
}
