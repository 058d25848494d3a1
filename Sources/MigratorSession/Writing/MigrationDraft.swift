package import MigratorWriter

/// A new migration that produces a wanted schema, tried before it is written.
package struct MigrationDraft: Sendable, Hashable {
  /// The schemas that a migration starts from and produces.
  package enum Goal: Sendable, Hashable {
    /// From the schema of the database to the one that all migrations produce.
    case databaseToMigrations
    /// From the schema that all migrations produce to that of the database.
    case migrationsToDatabase
    /// From the schema that all migrations produce to that of a script.
    case migrationsToScript(String)
  }

  /// The result of planning.
  package enum Result: Sendable, Hashable {
    /// The files, which are not written yet.
    case draft(MigrationDraft)
    /// The schemas are the same.
    case same
    /// The decisions that the user must make first.
    case questions([WriterQuestion])
  }

  /// The files.
  package let files: [MigrationFile]
  /// The statements and notes.
  package let plan: SchemaPlan
  /// The result of the trial on generated rows.
  package let verdict: MigrationJudge.Verdict
  /// The result of the trial on the database from which the migration starts, or `nil` if none.
  package let rehearsal: MigrationRehearsal?

  /// Creates a draft from its properties.
  package init(
    files: [MigrationFile], plan: SchemaPlan, verdict: MigrationJudge.Verdict,
    rehearsal: MigrationRehearsal? = nil
  ) {
    (self.files, self.plan, self.verdict) = (files, plan, verdict)
    self.rehearsal = rehearsal
  }
}
