extension MigrationList {
  func status(_ state: LedgerState) throws -> StatusReport {
    try validate()
    let applied = Set(state.appliedIdentifiers)
    var records: [String: LedgerState.Record] = [:]
    for record in state.records { records[record.identifier] = record }
    let lastApplied = lastApplied(state)
    let completed = migrations.prefix { applied.contains($0.identifier) }.count
    let merged = migrations.reduce(into: Set<String>()) { $0.formUnion($1.mergedIdentifiers) }
    let obstacle = obstacle(state)
    let next = obstacle == nil ? next(state)?.identifier : nil

    var list = migrations.enumerated().map { index, migration in
      let record = records[migration.identifier]
      let exception = state.exceptions[migration.identifier]
      let isLate = lastApplied.map { index < $0 } ?? false
      let said = record?.note ?? exception?.note
      let own = record == nil ? migration.obstacle : migration.obstacle?.onceApplied
      let unusable = own.flatMap { $0.isOfFile ? $0.description : nil }
      let hindered = state.obstacles[migration.identifier]
      return MigrationStatus(
        identifier: migration.identifier,
        state: record?.state ?? exception?.state
          ?? own.map { $0.isOfFile ? .unusable : .code }
          ?? (isLate ? .outOfOrder : .pending),
        isNext: migration.identifier == next,
        isCompleted: index < completed,
        script: migration.script,
        foreignKeyChecks: migration.foreignKeyChecks,
        transaction: migration.transaction,
        appliedAt: record?.appliedAt,
        note: unusable.map { [said, $0].compactMap(\.self).joined(separator: " ") }
          ?? said ?? own.map { record == nil ? $0.description : $0.message }
          ?? hindered?.description
          ?? (record == nil ? state.notes[migration.identifier] : nil),
        obstacle: own ?? hindered,
        place: migration.place)
    }
    let unregistered = state.records.filter { self[$0.identifier] == nil }.map { record in
      let state: MigrationStatus.State =
        record.state == .dirty
        ? .dirty : merged.contains(record.identifier) ? .merged : .unregistered
      return MigrationStatus(
        identifier: record.identifier.shownName, state: state, appliedAt: record.appliedAt,
        note: record.note)
    }
    list.insert(contentsOf: unregistered, at: lastApplied.map { $0 + 1 } ?? 0)
    return StatusReport(
      migrations: list, ledgerName: ledger.name, ledgerExists: state.exists, obstacle: obstacle,
      caution: obstacle == nil ? state.obstacle : nil, newer: newer(than: state, besides: merged))
  }

  private func newer(than state: LedgerState, besides merged: Set<String>) -> [String] {
    let last = state.records.lastIndex { self[$0.identifier] != nil }
    return state.records.dropFirst(last.map { $0 + 1 } ?? 0).filter {
      $0.state != .dirty && !merged.contains($0.identifier)
        && !state.notOrdered.contains($0.identifier)
    }.map(\.identifier.shownName)
  }
}
