internal import MigratorSQLite

/// Finds the applicable repairs of a ledger.
public struct LedgerRepairSearch {
  private let inspection: DatabaseInspection
  private let migrator: DatabaseMigrator
  private let canReplay: Bool
  private let configuration: Configuration
  private let cancellation: Cancellation?

  /// Returns the applicable repairs, the most urgent first.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations and their ledger.
  ///   - selected: The migration that a baseline would end with.
  ///   - canReplay: True if the migrations can run on a scratch database; otherwise the schema is
  ///     not compared.
  ///   - configuration: How to open the scratch database; `nil` for the functions, collations and
  ///     key of the open database.
  ///   - cancellation: Stops the replay that an adoption requires.
  /// - Returns: The repairs, each with its SQL; empty when there is nothing to repair.
  /// - Throws: `DatabaseError`, ``MigrationError``; SQLITE_INTERRUPT when cancelled.
  public static func repairs(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator, selected: String?,
    canReplay: Bool = true, configuration: Configuration? = nil, cancellation: Cancellation? = nil
  ) throws -> [LedgerRepair] {
    try LedgerRepairSearch(
      inspection: inspection, migrator: migrator, canReplay: canReplay,
      configuration: configuration ?? inspection.configuration, cancellation: cancellation
    ).repairs(selected: selected)
  }

  private var ledger: any Ledger { migrator.list.ledger }
  private var identifiers: [String] { migrator.list.identifiers }

  private func repairs(selected: String?) throws -> [LedgerRepair] {
    // No repair can write to a ledger that rejects records; its obstacle has the remedy.
    guard try inspection.read({ try migrator.list.state($0).takesRecords }) else {
      return try inspection.read { try breaking($0) }
    }
    let status = try inspection.status(of: migrator)
    let hasSchema = try !inspection.schema().objects.isEmpty
    // A ledger with any record, in any state, cannot be adopted.
    let isRecorded = status.migrations.contains {
      !$0.state.isDue && $0.state != .skipped
    }
    var repairs: [LedgerRepair] = []
    if canReplay, hasSchema, !isRecorded, !identifiers.isEmpty { repairs += try adoption() }
    repairs += try inspection.read { try breaking($0) }
    repairs += try failures(status)
    try inspection.read { db in
      repairs += try acceptances(status, db)
      if let selected, !repairs.contains(where: { $0.marks(selected) }) {
        repairs += try baseline(upTo: selected, status, db)
      }
    }
    if canReplay, let standing = try standing(status),
      !repairs.contains(where: { $0.kind == .adopt || $0.marks(standing.identifier ?? "") })
    {
      repairs.append(standing)
    }
    return repairs
  }

  private func isUnusable(_ identifier: String) -> Bool {
    migrator.list[identifier]?.obstacle?.isUnreadable ?? false
  }

  private func schemaAdoption() throws -> SchemaAdoption {
    try SchemaAdoption.search(
      of: inspection, migrator: migrator, configuration: configuration,
      cancellation: cancellation)
  }

  private func breaking(_ db: Database) throws -> [LedgerRepair] {
    guard let lock = ledger.lock(try ledger.rows(db)) else { return [] }
    return [
      LedgerRepair(
        kind: .breakLock, identifier: nil, title: "break the lock in \(lock.table)",
        explanation: [
          lock.obstacle.message,
          "Use this only if no other process is migrating the database. Otherwise two processes may "
            + "migrate it at the same time.",
        ], statements: lock.breaking)
    ]
  }

  /// The repairs of a failure: make the migration pending, or mark it as applied.
  ///
  /// The repair that agrees with the live schema comes first.
  private func failures(_ status: StatusReport) throws -> [LedgerRepair] {
    guard let clearing = try inspection.read({ try clearing($0) }) else { return [] }
    guard let identifier = clearing.identifier,
      let index = identifiers.firstIndex(of: identifier),
      let marking = try inspection.read({
        try baseline(upTo: identifier, status, $0).first
      })
    else { return [clearing] }
    guard canReplay else { return [clearing, marking] }
    let adoption = try schemaAdoption()
    let isDone = adoption.identifier.map { nearest in
      identifiers[index...].contains(nearest)
    }
    let words = schemaWords(adoption, on: identifier)
    let (first, second) = isDone == true ? (marking, clearing) : (clearing, marking)
    return [first.explained(words), second.explained(words)]
  }

  /// Describes what the live schema says about a migration that may or may not have run.
  private func schemaWords(_ adoption: SchemaAdoption, on identifier: String) -> String {
    let end = adoption.end.map { " The comparison stopped early: \($0)" } ?? ""
    if adoption.indistinguishable.contains(identifier) {
      return "\(identifier) does not change the schema, so migtui cannot determine whether it "
        + "ran."
    }
    guard let nearest = adoption.identifier else {
      return "The schema does not match any of the migrations." + end
    }
    if adoption.isExact {
      return "The schema matches an empty database migrated up to \(nearest)." + end
    }
    return "The closest match is an empty database migrated up to \(nearest). Differences: "
      + adoption.differences.summaryLines.joined(separator: "; ") + "." + end
  }

  /// A repair that marks the next migration as applied, if the live schema is what it would
  /// produce.
  ///
  /// An object of the same name is not enough: a failed run or another program may have left it.
  private func standing(_ status: StatusReport) throws -> LedgerRepair? {
    guard status.next != nil,
      let standing = try ExistingObject.search(
        on: inspection, migrator: migrator, configuration: configuration,
        cancellation: cancellation),
      let index = identifiers.firstIndex(of: standing.identifier),
      case let adoption = try schemaAdoption(), adoption.isExact,
      adoption.identifier.map(identifiers[index...].contains) == true,
      let marking = try inspection.read({
        try baseline(upTo: standing.identifier, status, $0).first
      })
    else { return nil }
    let place = standing.location
    return marking.explained(
      "\(standing.identifier) would fail: \(standing.message) (\(place.file):\(place.line)). "
        + schemaWords(adoption, on: standing.identifier) + " Rows were not compared.")
  }

  private func clearing(_ db: Database) throws -> LedgerRepair? {
    let rows = try ledger.rows(db)
    let statements = ledger.statements(for: .clearFailures, rows, .now())
    guard !statements.isEmpty else { return nil }
    let state = ledger.state(rows)
    let dirty =
      state.exceptions.filter { $0.value.state == .dirty }.keys.sorted()
      + state.records.filter { $0.state == .dirty }.map(\.identifier)
    return LedgerRepair(
      kind: .clearDirty, identifier: dirty.first,
      title: "clear the failure of \(dirty.joined(separator: ", "))",
      explanation: [
        "Use this if the schema has none of the migration's changes, or if it is safe to run the "
          + "migration again. Check the schema screen first: changes made before the failure may "
          + "remain."
      ], statements: statements)
  }

  private func acceptances(_ status: StatusReport, _ db: Database) throws -> [LedgerRepair] {
    let rows = try ledger.rows(db)
    let changed = status.migrations.filter { $0.state == .changed && !isUnusable($0.identifier) }
    return changed.compactMap { migration in
      let statements = ledger.statements(
        for: .acceptChecksum(migration.identifier), rows, .now())
      guard !statements.isEmpty else { return nil }
      return LedgerRepair(
        kind: .acceptChecksum, identifier: migration.identifier,
        title: "accept the current contents of \(migration.identifier)",
        explanation: [
          migration.note ?? "The file differs from what was applied.",
          "Use this if the edit does not affect the schema.",
        ], statements: statements)
    }
  }

  private func baseline(
    upTo identifier: String, _ status: StatusReport, _ db: Database
  ) throws -> [LedgerRepair] {
    guard let index = identifiers.firstIndex(of: identifier) else { return [] }
    let states = Dictionary(status.migrations.map { ($0.identifier, $0.state) }) { first, _ in first
    }
    let missing = identifiers[...index].filter {
      switch states[$0] {
      case .applied, .changed, .merged, .skipped: false
      default: true
      }
    }
    // For an unusable file, it is unknown what was applied.
    guard !missing.isEmpty, !missing.contains(where: { isUnusable($0) }) else { return [] }
    var rehearsal = try LedgerSimulation(ledger, of: db)
    try rehearsal.make(.clearFailures)
    try rehearsal.mark(missing)
    // Some ledgers have no statement for a baseline, and some could record only a part of it.
    guard rehearsal.appliedIdentifiers.isSuperset(of: missing) else { return [] }
    let what =
      missing.count == 1 ? identifier : "\(missing.count) migrations up to \(identifier)"
    return [
      LedgerRepair(
        kind: .markApplied, identifier: identifier, title: "mark \(what) as applied",
        explanation: [
          "This edits only the ledger; no migration runs. Use it if the schema already has the "
            + "changes. Then check the schema screen."
        ], statements: rehearsal.statements)
    ]
  }

  private func adoption() throws -> [LedgerRepair] {
    let answer = try schemaAdoption()
    guard let identifier = answer.identifier,
      let index = identifiers.firstIndex(of: identifier)
    else { return [] }
    let statements = try inspection.read { db in
      var rehearsal = try LedgerSimulation(ledger, of: db)
      try rehearsal.mark(Array(identifiers[...index]))
      return rehearsal.statements
    }
    var explanation = [schemaWords(answer, on: identifier)]
    if !answer.indistinguishable.isEmpty {
      explanation.append(
        "The following migrations do not change the schema, so migtui cannot determine whether "
          + "they ran: "
          + answer.indistinguishable.joined(separator: ", ") + ".")
    }
    return [
      LedgerRepair(
        kind: .adopt, identifier: identifier,
        title: index == 0
          ? "adopt \(identifier)"
          : "adopt \(index + 1) migrations up to \(identifier)",
        explanation: explanation, statements: statements)
    ]
  }
}

extension LedgerRepair {
  fileprivate func marks(_ identifier: String) -> Bool {
    kind == .markApplied && self.identifier == identifier
  }

  fileprivate func explained(_ words: String) -> LedgerRepair {
    LedgerRepair(
      kind: kind, identifier: identifier, title: title, explanation: [words] + explanation,
      statements: statements)
  }
}
