public import MigratorEngine

extension Project {
  /// Returns the repairs of the ledger that make sense now, the most urgent first.
  ///
  /// - Parameters:
  ///   - databasePath: The database, which is only read.
  ///   - selected: The migration a person has in view: a baseline ends with it.
  ///   - configuration: How to open the scratch database of an adoption.
  ///   - cancellation: Stops the replay that an adoption needs.
  /// - Returns: The repairs, each with its SQL; none when there is nothing to repair.
  /// - Throws: `OpenFailure`, `DatabaseError`, `MigrationError`; SQLITE_INTERRUPT when cancelled.
  public func repairs(
    databasePath: String, selected: String?, configuration: Configuration = Configuration(),
    cancellation: Cancellation? = nil
  ) throws -> [LedgerRepair] {
    let inspection = try DatabaseInspection(path: databasePath, configuration: configuration)
    let migrator = try migrator()
    var repairs: [LedgerRepair] = []
    let status = try inspection.status(of: migrator)
    let hasSchema = try !inspection.schema().objects.isEmpty
    let found = Result {
      try inspection.read { db in
        repairs += try clearing(db)
        repairs += try blessings(status, db)
        if let selected { repairs += try baseline(upTo: selected, status, db) }
      }
    }
    try inspection.close()
    try found.get()
    // A ledger that records anything, in whatever state, is no database to adopt.
    let isRecorded = status.migrations.contains {
      ![.pending, .outOfOrder, .code, .skipped].contains($0.state)
    }
    if hasSchema, !isRecorded, !folder.migrations.isEmpty {
      repairs.insert(
        contentsOf: try adoption(
          databasePath: databasePath, migrator: migrator, configuration: configuration,
          cancellation: cancellation), at: 0)
    }
    return repairs
  }

  private func clearing(_ db: Database) throws -> [LedgerRepair] {
    let contents = try LedgerContents(of: folder.rule.tableNames, db)
    let statements = folder.rule.clearing(folder.migrations, contents)
    guard !statements.isEmpty else { return [] }
    let reading = folder.rule.reading(of: folder.migrations, contents)
    let dirty =
      reading.exceptions.filter { $0.value.state == .dirty }.keys.sorted()
      + reading.records.filter { $0.state == .dirty }.map(\.identifier)
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

  private func blessings(_ status: StatusReport, _ db: Database) throws -> [LedgerRepair] {
    let contents = try LedgerContents(of: folder.rule.tableNames, db)
    let changed = Set(status.migrations.filter { $0.state == .changed }.map(\.identifier))
    return folder.migrations.filter { changed.contains($0.identifier) }.compactMap { migration in
      let statements = folder.rule.blessing(migration, contents)
      guard !statements.isEmpty else { return nil }
      let note = status.migrations.first { $0.identifier == migration.identifier }?.note
      return LedgerRepair(
        kind: .acceptChecksum, identifier: migration.identifier,
        title: "accept the text of \(migration.identifier) as it is now",
        explanation: [
          note ?? "Its text is not the one that was applied.",
          "Right when the change of the file makes no difference to the schema.",
        ], statements: statements)
    }
  }

  private func baseline(
    upTo identifier: String, _ status: StatusReport, _ db: Database
  ) throws -> [LedgerRepair] {
    guard let index = folder.migrations.firstIndex(where: { $0.identifier == identifier }) else {
      return []
    }
    let states = Dictionary(status.migrations.map { ($0.identifier, $0.state) }) { first, _ in first
    }
    let missing = folder.migrations[...index].filter {
      switch states[$0.identifier] {
      case .applied, .changed, .merged, .skipped: false
      default: true
      }
    }
    guard !missing.isEmpty else { return [] }
    var rehearsal = try LedgerRehearsal(rule: folder.rule, of: db)
    try rehearsal.run(folder.rule.clearing(folder.migrations, rehearsal.contents()))
    try rehearsal.mark(missing)
    // A ledger that is only shown has no statement for it, and one that only the tool can fill for
    // some of them would have holes.
    let applied = folder.rule.reading(of: folder.migrations, try rehearsal.contents())
      .appliedIdentifiers
    guard Set(missing.map(\.identifier)).isSubset(of: applied) else { return [] }
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
    databasePath: String, migrator: DatabaseMigrator, configuration: Configuration,
    cancellation: Cancellation?
  ) throws -> [LedgerRepair] {
    let answer = try SchemaAdoption.search(
      path: databasePath, migrator: migrator, configuration: configuration,
      cancellation: cancellation)
    guard let identifier = answer.identifier,
      let index = folder.migrations.firstIndex(where: { $0.identifier == identifier })
    else { return [] }
    let inspection = try DatabaseInspection(path: databasePath, configuration: configuration)
    let rehearsed = Result {
      try inspection.read { db in
        var rehearsal = try LedgerRehearsal(rule: folder.rule, of: db)
        try rehearsal.mark(Array(folder.migrations[...index]))
        return rehearsal.statements
      }
    }
    try inspection.close()
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
        title: "adopt: record \(index + 1) migrations up to \(identifier) as applied",
        explanation: explanation, statements: try rehearsed.get())
    ]
  }
}
