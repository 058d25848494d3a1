import MigratorEngine
import MigratorSQLite
import SQLSyntax
import Testing

@testable import MigratorWriter

/// A change of a schema, planned and applied to rows.
struct PlannerCase {
  let before: String
  let after: String
  var answers = WriterAnswers()
  var form = TableRebuild.Form.guarded
  var keepsOrder = false

  var options: SchemaPlanner.Options {
    var options = SchemaPlanner.Options()
    (options.answers, options.form, options.keepsOrder) = (answers, form, keepsOrder)
    return options
  }

  func plan() throws -> SchemaPlanner.Result {
    try plan(schema(before, "before.sql"), schema(after, "after.sql"))
  }

  private func schema(_ sql: String, _ file: String) throws -> WantedSchema {
    try WantedSchema(SQLScript(file: file, text: sql), Configuration())
  }

  private func plan(
    _ old: WantedSchema, _ new: WantedSchema, fillsMissing: Bool = false
  ) throws -> SchemaPlanner.Result {
    let configuration = Configuration()
    var options = options
    options.answers.renames += new.renames
    options.fillsMissing = fillsMissing
    return try ScratchSchema.onScratch(configuration) { db in
      try old.schema.create(in: db)
      return try ScratchSchema.onScratch(configuration) { wanted in
        try new.schema.create(in: wanted)
        return try SchemaPlanner.plan(from: db, to: wanted, options)
      }
    }
  }

  /// Plans the statements, and the way back, and tries them on generated rows.
  func judge() throws -> MigrationJudge.Verdict {
    let (old, new) = (try schema(before, "before.sql"), try schema(after, "after.sql"))
    var options = options
    options.answers.renames += new.renames
    let result = try MigrationWriter(Configuration(), options).plan(
      from: old.schema, to: new, writesDown: true)
    guard case .plans(let plan, let down) = result else {
      throw CaseError(description: "\(result)")
    }
    let script = SQLScript(
      file: "002_change.sql",
      text: plan.commentedStatements(acceptingLosses: false).map { "\($0);\n" }.joined())
    var migrator = DatabaseMigrator()
    migrator.registerMigration("001_base", script: SQLScript(file: "001_base.sql", text: before))
    migrator.registerMigration("002_change", script: script)
    let subject = MigrationJudge.Subject(
      migrator: migrator, identifier: "002_change", script: script, plan: plan,
      down: down?.statements.map(\.sql), former: old.schema, wanted: new.schema,
      keepsOrder: keepsOrder)
    return try MigrationJudge(subject, configuration: Configuration()).judge()
  }

  struct CaseError: Error, CustomStringConvertible { let description: String }

  /// The planned statements.
  func statements() throws -> [String] {
    switch try plan() {
    case .plan(let plan): return plan.statements.map(\.sql)
    case .questions(let questions):
      Issue.record("asks: \(questions.map(\.text))")
      return []
    }
  }
}
