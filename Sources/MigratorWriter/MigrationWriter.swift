package import MigratorEngine
package import MigratorSQLite
internal import MigratorSchema

/// Plans the next migration of a project from the schema that its migrations produce.
package struct MigrationWriter: Sendable {
  /// The result of planning.
  package enum Result: Sendable {
    /// The statements that produce the wanted schema, and those that undo them.
    case plans(up: SchemaPlan, down: SchemaPlan?)
    /// The decisions that the user must make first.
    case questions([WriterQuestion])

    /// The plan of the new migration, or `nil` if there are open questions.
    package var plan: SchemaPlan? {
      if case .plans(let up, _) = self { up } else { nil }
    }

    /// The open questions.
    package var questions: [WriterQuestion] {
      if case .questions(let questions) = self { questions } else { [] }
    }
  }

  private let configuration: Configuration
  private let options: SchemaPlanner.Options

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - configuration: How to open scratch databases.
  ///   - options: How to plan.
  package init(_ configuration: Configuration, _ options: SchemaPlanner.Options) {
    (self.configuration, self.options) = (configuration, options)
  }

  /// Returns the schema that all migrations produce, starting from an empty database.
  ///
  /// - Parameters:
  ///   - migrations: The migrations.
  ///   - configuration: How to open the scratch database.
  /// - Returns: The schema without ledgers.
  /// - Throws: ``WriterFailure/migration(_:)`` for a migration that fails; ``DatabaseError``.
  package static func schema(
    of migrations: ScratchMigrations, _ configuration: Configuration
  ) throws -> StoredSchema {
    try ScratchSchema.onScratch(configuration) { db in
      try migrations.prepare(db)
      for identifier in migrations.identifiers {
        if let failure = try migrations.run(identifier, on: db).failure {
          throw WriterFailure.migration(failure)
        }
      }
      return try StoredSchema(db, besides: migrations.ledgerTables)
    }
  }

  /// Plans the statements.
  ///
  /// - Parameters:
  ///   - present: The current schema.
  ///   - wanted: The wanted schema.
  ///   - writesDown: True to also plan the statements that undo the migration.
  /// - Returns: The plans, or the open questions.
  /// - Throws: ``WriterRefusal``; ``WriterFailure/empty``; ``WriterFailure/broken(_:)`` for a new view,
  ///   trigger or foreign key that does not work; ``DatabaseError``.
  package func plan(
    from present: StoredSchema, to wanted: WantedSchema, writesDown: Bool
  ) throws -> Result {
    // An empty script can be the output of a failed command. It must not drop every table.
    if wanted.schema.objects.isEmpty, !present.objects.isEmpty { throw WriterFailure.empty }
    var options = options
    // A rename comment in the wanted script may describe a rename that was already made.
    options.answers.renames += try wanted.renames.filter { try fits($0, present) }
    let up = try plan(from: present, to: wanted.schema, options, refusingBroken: true)
    guard case .plan(let plan) = up else {
      guard case .questions(let questions) = up else { return .questions([]) }
      return .questions(questions)
    }
    guard writesDown else { return .plans(up: plan, down: nil) }
    options.answers = plan.answersForReturn
    options.fillsMissing = true
    do {
      guard case .plan(let down) = try self.plan(from: wanted.schema, to: present, options)
      else { return .plans(up: plan, down: nil) }
      return .plans(up: plan, down: down)
    } catch WriterRefusal.foreignKey {
      // The purpose of the migration may be to replace this key.
      return .plans(up: plan, down: nil)
    }
  }

  private func plan(
    from present: StoredSchema, to wanted: StoredSchema, _ options: SchemaPlanner.Options,
    refusingBroken refusesBroken: Bool = false
  ) throws -> SchemaPlanner.Result {
    let part = PlannedPart(present, wanted, options.answers)
    let result = try ScratchSchema.onScratch(configuration) { db in
      try part.present.create(in: db)
      return try ScratchSchema.onScratch(configuration) { target in
        try part.wanted.create(in: target)
        if refusesBroken {
          // A trigger with statements on the child does not work either.
          if let message = try target.unusableKey(), try db.unusableKey() == nil {
            throw WriterFailure.broken("SQLite cannot use a foreign key: \(message).")
          }
          let known = Set(try db.brokenObjects())
          let new = try target.brokenObjects().first { !known.contains($0) }
          if let new { throw WriterFailure.broken(new) }
        }
        return try SchemaPlanner.plan(from: db, to: target, options)
      }
    }
    guard case .plan(let plan) = result else { return result }
    return .plan(part.completing(plan))
  }

  /// True if a rename has not happened yet.
  private func fits(_ rename: WriterAnswers.Rename, _ present: StoredSchema) throws -> Bool {
    guard let table = rename.table else {
      return present.table(rename.old) != nil && present.table(rename.new) == nil
    }
    let sources = present.all(.table).filter { object in
      SQLName(object.name) == table
        || options.answers.renames.contains {
          $0.table == nil && $0.new == table && $0.old == SQLName(object.name)
        }
    }
    return sources.contains { object in
      let columns = ObjectText(object).columns.map(SQLName.init(_:))
      return columns.contains(rename.old) && !columns.contains(rename.new)
    }
  }
}

extension SchemaPlan {
  /// The answers for a plan that restores the former schema.
  fileprivate var answersForReturn: WriterAnswers {
    let renamedTables = tables.filter { $0 != $1 }.map {
      WriterAnswers.Rename(old: $1, new: $0, text: "\($1)=\($0)")
    }
    let renamedColumns = columns.filter { $0.column != $1 }.map { column, name in
      WriterAnswers.Rename(
        table: tables[column.table] ?? column.table, old: name, new: column.column,
        text: "\(column)=\(name)")
    }
    return WriterAnswers(renames: renamedTables + renamedColumns, hasNoOtherRenames: true)
  }
}

extension Database {
  /// SQLite's message if a foreign key does not refer to a key of its parent table, or `nil`.
  fileprivate func unusableKey() throws -> String? {
    do {
      _ = try foreignKeyViolations().next()
      return nil
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return error.message
    }
  }
}
