package import MigratorEngine
internal import MigratorPlatform
internal import MigratorSQLite
package import MigratorWriter

/// A new migration that ran on an overlay or a copy of the database that it starts from.
package struct MigrationRehearsal: Sendable, Hashable {
  /// The name of the database, which was only read.
  package let name: String
  /// The effects of the migration.
  package let report: StepReport
  private let plan: SchemaPlan
  /// The consent that all lost data requires.
  private let needed: [Agreement]

  /// Runs only the new migration, regardless of the database's ledger.
  ///
  /// - Parameters:
  ///   - identifier: The new migration.
  ///   - migrator: All migrations, including the new one.
  ///   - plan: The plan, which lists the data that is dropped on purpose.
  ///   - inspection: The database.
  ///   - configuration: How to open the overlay or copy.
  ///   - cancellation: Stops the run.
  /// - Throws: ``RehearsalFailure``; `MigrationError` if neither an overlay nor a copy can be made;
  ///   `DatabaseError`.
  package init(
    of identifier: String, in migrator: DatabaseMigrator, _ plan: SchemaPlan,
    on inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws {
    name = Paths.name(of: inspection.path)
    let others = Set(migrator.registeredMigrations.map(\.identifier)).subtracting([identifier])
    let run = try DryRun.runPastObstacles(
      on: inspection, migrator: migrator, from: nil, skipping: others, form: nil,
      configuration: configuration, cancellation: cancellation, onEvent: { _ in },
      passing: { _ in false })
    guard let report = run.report.steps.first else {
      throw MigrationWriteFailure(
        explanation: Explanation(
          .blocked,
          "The migration could not be tried on a copy of \(inspection.path). "
            + "No file was written.", .report))
    }
    (self.plan, self.report) = (plan, report)
    needed = Agreement.needed(for: [report], among: migrator.registeredMigrations)
    if let failure = RehearsalFailure(of: name, report) { throw failure }
  }

  /// The lost data that the wanted schema has no place for.
  package var drops: [Loss] { dataLosses.filter(isPlanned) }

  /// The other lost data, such as values that a new column type does not preserve.
  package var losses: [Loss] { dataLosses.filter { !isPlanned($0) } }

  /// The phrase that accepts ``losses``: `lose 1 value`; `nil` if there are none.
  ///
  /// Unlike the phrase of a step, it does not name the migration: the name of the next file can
  /// contain the time.
  package var phrase: String? {
    let kinds = Set(losses.map(\.kind))
    let words = needed.filter { $0.kind.map { kinds.contains($0) } ?? true }.map(\.words)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The losses that require consent, and the first rows of each table that loses values.
  package var lossLines: [String] {
    let tables = Set(losses.compactMap { $0.facts.table.map { SQLName($0) } })
    let changes = report.changedRows.filter { changed in
      [changed.table, changed.formerName].contains { name in
        name.map { tables.contains(SQLName($0)) } ?? false
      }
    }
    return losses.map { "  LOSES \($0.words)" }
      + changes.flatMap { changed in
        changed.rows.filter { row in
          row.kind == .deleted
            || row.values.contains { ![nil, .filled, .converted].contains($0.difference) }
        }.prefix(10).map { "  \(changed.line(of: $0).plain)" }
      }
  }

  private var dataLosses: [Loss] {
    Losses(of: [report]).list(of: .data).filter { !isCopied($0) }
  }

  /// True if the values of a virtual table were not compared, but the plan copies them all.
  ///
  /// Its columns can have other names, which a dry run takes for other columns.
  private func isCopied(_ loss: Loss) -> Bool {
    guard case .unseen(let table, _) = loss else { return false }
    return plan.statements.contains { $0.reason == .copyVirtual(SQLName(table)) }
  }

  private func isPlanned(_ loss: Loss) -> Bool {
    let facts = loss.facts
    return plan.losses.contains { planned in
      switch (planned, loss) {
      case (.table(let name), .rows(_, _, .tableDropped)), (.table(let name), .table):
        facts.table.map(SQLName.init(_:)) == name
      case (.column(let column), .column(let table, let name, _)):
        SQLName(name) == column.column
          && [column.table, plan.tables[column.table]].contains(SQLName(table))
      default: false
      }
    }
  }

  /// The effects on the rows: losses, the rows of each table, and warnings.
  package var lines: [TextLine] {
    let rows = report.rows.filter { $0.before != nil || $0.after != nil }
    let effects =
      drops.map { TextLine("intended drop: \($0.words)", .danger, level: 1) }
      + losses.map { TextLine("LOSES \($0.words)", .danger, level: 1) }
      + rows.map { TextLine($0.line.plain, level: 1) }
      + (report.countLines + report.warningLines).map { TextLine($0.plain, .warning, level: 1) }
    return [
      TextLine(
        "Tried on a copy of \(name): \(effects.isEmpty ? "no row changes." : "it succeeds.")", .ok)
    ] + effects
  }
}

/// A new migration that fails on a copy of the database that it starts from.
package struct RehearsalFailure: ExplainedError, Sendable, Hashable {
  /// The failure, or `nil` if the migration completes but rows violate a foreign key.
  package private(set) var failure: MigrationFailure?
  private let name: String
  private let report: StepReport
  private var rejectedRows: RejectedRows?

  /// Returns `nil` if the migration succeeds, and no row violates a foreign key because of it.
  fileprivate init?(of name: String, _ report: StepReport) {
    guard report.failure != nil || (report.violations?.added ?? 0) > 0 else { return nil }
    (self.name, self.report, failure) = (name, report, report.failure)
    rejectedRows = failure?.rejectedRows
  }

  /// True if a constraint failed, but the rows are not known.
  package var isOfConstraint: Bool { failure?.phase == .body && rejectedRows == nil }

  /// Returns the failure with the rows that caused it.
  package func showing(_ rows: RejectedRows?) -> RehearsalFailure {
    var failure = self
    failure.rejectedRows = rows
    return failure
  }

  /// The reason, the rows, and the next step.
  package var explanation: Explanation {
    let category = failure?.category(on: .copy) ?? .migrationFailed
    let result =
      failure.map { "the migration fails: \($0.message)." }
      ?? "rows violate a foreign key after the migration."
    let violations = (failure?.violations ?? report.newViolations).prefix(10).map(\.line)
      .filter { failure?.message.hasPrefix($0) != true }
    let rows = violations.map { "  \($0)" } + (rejectedRows?.lines ?? []).map(\.plain)
    // If there are no rows to fix, only the wanted schema can be changed.
    let remedy: Remedy =
      rows.isEmpty ? "Change the wanted schema." : "Fix these rows, or change the wanted schema."
    return Explanation(
      category, lines: ["On a copy of \(name), \(result) No file was written."] + rows,
      category == .migrationFailed ? remedy : failure?.remedy(on: .copy) ?? .report)
  }
}
