public import MigratorEngine

extension Project {
  /// Returns the repairs of the ledger that make sense now, the most urgent first.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The project's migrator.
  ///   - selected: The migration a person has in view: a baseline ends with it.
  ///   - configuration: How to open the scratch database of an adoption.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs, each with its SQL; none when there is nothing to repair.
  /// - Throws: `OpenFailure`, `DatabaseError`, `MigrationError`; SQLITE_INTERRUPT when cancelled.
  public func repairs(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator, selected: String?,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [LedgerRepair] {
    var repairs: [LedgerRepair] = []
    let status = try inspection.status(of: migrator)
    let hasSchema = try !inspection.schema().objects.isEmpty
    try inspection.read { db in
      repairs += try clearing(db)
      repairs += try acceptances(status, db)
      if let selected { repairs += try baseline(upTo: selected, status, db) }
    }
    // A ledger that records anything, in whatever state, is no database to adopt.
    let isRecorded = status.migrations.contains {
      ![.pending, .outOfOrder, .code, .skipped].contains($0.state)
    }
    if hasSchema, !isRecorded, !folder.migrations.isEmpty {
      repairs.insert(
        contentsOf: try adoption(
          of: inspection, migrator: migrator, configuration: configuration,
          cancellation: cancellation), at: 0)
    }
    return repairs
  }

  private func clearing(_ db: Database) throws -> [LedgerRepair] {
    let rows = try folder.ledger.rows(db)
    let statements = folder.ledger.statements(for: .clearFailures, rows, .now())
    guard !statements.isEmpty else { return [] }
    let state = folder.ledger.state(rows)
    let dirty =
      state.exceptions.filter { $0.value.state == .dirty }.keys.sorted()
      + state.records.filter { $0.state == .dirty }.map(\.identifier)
    return [
      LedgerRepair(
        kind: .clearDirty, identifier: dirty.first,
        title: "clear the failure of \(dirty.joined(separator: ", "))",
        explanation: [
          "Right when nothing of it is in the schema, or when it may run again. Look at the schema "
            + "screen first: what it did before it failed may have stayed."
        ], statements: statements)
    ]
  }

  private func acceptances(_ status: StatusReport, _ db: Database) throws -> [LedgerRepair] {
    let rows = try folder.ledger.rows(db)
    return status.migrations.filter { $0.state == .changed }.compactMap { migration in
      let statements = folder.ledger.statements(
        for: .acceptChecksum(migration.identifier), rows, .now())
      guard !statements.isEmpty else { return nil }
      return LedgerRepair(
        kind: .acceptChecksum, identifier: migration.identifier,
        title: "accept the text of \(migration.identifier) as it is now",
        explanation: [
          migration.note ?? "Its text is not the one that was applied.",
          "Right when the change of the file makes no difference to the schema.",
        ], statements: statements)
    }
  }

  private func baseline(
    upTo identifier: String, _ status: StatusReport, _ db: Database
  ) throws -> [LedgerRepair] {
    let identifiers = folder.migrations.map(\.identifier)
    guard let index = identifiers.firstIndex(of: identifier) else { return [] }
    let states = Dictionary(status.migrations.map { ($0.identifier, $0.state) }) { first, _ in first
    }
    let missing = identifiers[...index].filter {
      switch states[$0] {
      case .applied, .changed, .merged, .skipped: false
      default: true
      }
    }
    guard !missing.isEmpty else { return [] }
    var rehearsal = try LedgerRehearsal(folder.ledger, of: db)
    try rehearsal.make(.clearFailures)
    try rehearsal.mark(missing)
    // A ledger that is only shown has no statement for it, and one that only the tool can fill for
    // some of them would have holes.
    guard try rehearsal.appliedIdentifiers().isSuperset(of: missing) else { return [] }
    let what =
      missing.count == 1 ? identifier : "\(missing.count) migrations up to \(identifier)"
    return [
      LedgerRepair(
        kind: .markApplied, identifier: identifier, title: "mark \(what) as applied",
        explanation: [
          "Nothing of them is run. Right when the schema has what they make; "
            + "the schema screen shows afterwards whether it has."
        ], statements: rehearsal.statements)
    ]
  }

  private func adoption(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator, configuration: Configuration,
    cancellation: Cancellation?
  ) throws -> [LedgerRepair] {
    let answer = try SchemaAdoption.search(
      of: inspection, migrator: migrator, configuration: configuration,
      cancellation: cancellation)
    guard let identifier = answer.identifier,
      let index = folder.migrations.firstIndex(where: { $0.identifier == identifier })
    else { return [] }
    let statements = try inspection.read { db in
      var rehearsal = try LedgerRehearsal(folder.ledger, of: db)
      try rehearsal.mark(folder.migrations[...index].map(\.identifier))
      return rehearsal.statements
    }
    var explanation = [
      answer.isExact
        ? "The schema is exactly what the migrations up to \(identifier) make on an empty database."
        : "The schema is nearest to what the migrations up to \(identifier) make; it differs in: "
          + answer.differences.summaryLines.joined(separator: "; ") + "."
    ]
    if !answer.untold.isEmpty {
      explanation.append(
        "These after it leave the schema as it is, so nothing tells whether they were run: "
          + answer.untold.joined(separator: ", ") + ".")
    }
    if let end = answer.end { explanation.append("The search ended early: \(end)") }
    return [
      LedgerRepair(
        kind: .adopt, identifier: identifier,
        title: index == 0
          ? "adopt: record \(identifier) as applied"
          : "adopt: record \(index + 1) migrations up to \(identifier) as applied",
        explanation: explanation, statements: statements)
    ]
  }
}
