internal import MigratorEngine

extension CheckRun {
  /// The findings about files that are not among the migrations.
  func ignoredFindings(_ loaded: LoadedMigrations) -> [CheckFinding] {
    var found = loaded.ignored.map { CheckFinding(unreadable: $0.problem) }
    if let last = found.indices.last, !dryRun.report.steps.isEmpty {
      found[last].context = "The other migrations were tried without it."
    }
    return found
  }

  /// The findings about everything that stops the tool, or this program.
  func stopFindings(
    _ overview: SessionOverview, _ files: [String: String]
  ) -> [CheckFinding] {
    let status = overview.status
    var found = status.migrations.flatMap { migration in
      unusable(migration) + obstructed(migration, files)
    }
    // The obstacle to the next migration is also recorded as the ledger's obstacle.
    if let obstacle = status.obstacle ?? status.caution, !obstacle.isOfFile,
      !status.migrations.contains(where: { $0.obstacle == obstacle })
    {
      var finding = CheckFinding(
        .obstacle(obstacle), migration: obstacle.migration,
        file: obstacle.migration.flatMap { files[$0] })
      if isFromEmpty, !dryRun.report.steps.isEmpty {
        finding.context = "The migrations were tried on an empty database."
      }
      found.insert(finding, at: 0)
    }
    // Nothing was tried although not everything is applied: a report without findings would look
    // like approval.
    if found.isEmpty, status.next == nil, overview.standstill != .complete {
      return [CheckFinding(.standstill(overview.standstill))]
    }
    if dryRun.report.failure == nil, let stop = overview.stop, case .missing = stop.reason {
      found.append(
        CheckFinding(.stop(stop), migration: stop.identifier, file: files[stop.identifier]))
    }
    return found
  }

  private func unusable(_ migration: MigrationStatus) -> [CheckFinding] {
    var found = (migration.obstacle?.problems ?? []).map {
      CheckFinding(unreadable: $0, of: migration.identifier)
    }
    if let last = found.indices.last { found[last].context = absence(of: migration) }
    return found
  }

  private func obstructed(
    _ migration: MigrationStatus, _ files: [String: String]
  ) -> [CheckFinding] {
    guard migration.state.isDue, let obstacle = migration.obstacle, !obstacle.isOfFile else {
      return []
    }
    var finding = CheckFinding(
      .obstacle(obstacle), migration: migration.identifier, file: files[migration.identifier])
    finding.context = absence(of: migration)
    return [finding]
  }

  /// The findings about the states of migrations in the ledger.
  func listFindings(
    _ overview: SessionOverview, _ files: [String: String]
  ) -> [CheckFinding] {
    overview.status.migrations.filter {
      switch $0.state {
      case .changed, .dirty, .unregistered, .outOfOrder: true
      case .applied, .pending, .merged, .skipped, .code, .unusable: false
      }
    }.map {
      var finding = CheckFinding(
        .state($0.state, note: $0.note), migration: $0.identifier, file: files[$0.identifier])
      finding.context = absence(of: $0)
      return finding
    }
  }

  /// A sentence about later migrations that were tried without this one, or `nil`.
  private func absence(of migration: MigrationStatus) -> String? {
    let tried = dryRun.report.steps.map(\.identifier)
    guard absent.identifiers.contains(migration.identifier),
      absent.precedes(migration.identifier, anyOf: tried)
    else { return nil }
    return "Later migrations were tried without it."
  }

  /// Returns the finding, as a note if the absence of a migration probably caused it.
  func explained(_ finding: CheckFinding) -> CheckFinding {
    absent.cause(of: finding).map { noted(finding, "without \($0)") } ?? finding
  }

  /// Notes about migrations that failed, probably because another one was absent.
  func passedFindings(_ files: [String: String]) -> [CheckFinding] {
    passed.map { failure in
      let finding = CheckFinding(
        .failure(failure), migration: failure.identifier, file: files[failure.identifier])
      let cause = absent.cause(of: finding)
      return noted(finding, cause.map { "without \($0)" } ?? "on an empty database")
    }
  }

  private func noted(_ finding: CheckFinding, _ how: String) -> CheckFinding {
    var finding = finding
    finding.context = "It was tried \(how), which may be the cause."
    finding.severity = min(finding.severity, .note)
    finding.isConsequence = true
    return finding
  }
}
