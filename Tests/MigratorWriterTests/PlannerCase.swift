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
    let configuration = Configuration()
    let old = try WantedSchema(SQLScript(file: "before.sql", text: before), configuration)
    let new = try WantedSchema(SQLScript(file: "after.sql", text: after), configuration)
    var options = options
    options.answers.renames += new.renames
    return try ScratchSchema.onScratch(configuration) { db in
      try old.schema.create(in: db)
      return try ScratchSchema.onScratch(configuration) { wanted in
        try new.schema.create(in: wanted)
        return try SchemaPlanner.plan(from: db, to: wanted, options)
      }
    }
  }

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
