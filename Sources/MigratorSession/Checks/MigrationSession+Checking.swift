public import MigratorEngine
public import MigratorRows
public import MigratorSQLite

extension MigrationSession {
  /// Runs all pending migrations on a copy and reports reasons not to merge them.
  ///
  /// - Parameters:
  ///   - phrases: The accepted losses, each as ``Agreement/phrase`` or ``AgreementDigest/words``.
  ///   - limit: How many seconds a migration may block other writers, as predicted by the dry run.
  ///   - base: A git revision, or `nil`. If it is not `nil`, unsafe differences from its migrations
  ///     are reported, and findings about unchanged files are left out.
  ///   - severities: The severities of rules that differ from the table of rules.
  ///   - users: The oldest SQLite that users have, or `nil` to skip the search for newer features.
  ///   - generating: How to generate rows, or `nil` for none. They are inserted into scratch
  ///     databases only.
  ///   - estimating: The number of rows for which to estimate times, or `nil` for no estimates.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The findings. If there are none, every pending migration succeeded. A problem that
  ///   stops the tool is reported as a finding, and the other migrations are run.
  /// - Throws: An error of the source if none of its migrations can be used; an error of the
  ///   database; ``BaseFailure``; SQLITE_INTERRUPT when canceled.
  /// - Complexity: That of a dry run of all pending migrations.
  public func check(
    agreeing phrases: [String] = [], lockLimit limit: Double = 10,
    base: String? = nil, severities: CheckSeverities = CheckSeverities(),
    oldestSQLite users: SQLiteRelease? = nil, generating: GeneratedCheck.Options? = nil,
    estimating: GrowthCheck.Options? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> CheckReport {
    try inspect { inspection in
      let loaded = try source.loadUsable(for: inspection)
      let overview = try overview(inspection, loaded)
      let comparison = try base.map { try Self.comparison(of: loaded, with: $0) }
      let settings = loaded.settings ?? settings
      let severities = settings.severities.overridden(by: severities)
      return try checkRun(
        inspection, loaded, overview, cancellation: cancellation, onEvent: onEvent
      ) { run, start in
        let dryRun = run.dryRun
        if dryRun.report.failure?.isCancellation == true { throw CancellationError() }
        let files = Self.files(overview, loaded)
        let generated = try generating.flatMap {
          try generatedReport($0, loaded, dryRun, cancellation)
        }
        let growth = try estimating.flatMap { options in
          try loaded.growth(
            options, enforcesForeignKeys: generating?.enforcesForeignKeys,
            of: dryRun.report.steps.map(\.identifier).filter { name in
              // Findings about files that are unchanged since the base are left out.
              files[name].map { comparison?.unchanged.contains($0) != true } ?? true
            }, configuration, cancellation)
        }
        let ran = RunFindings(
          dryRun: dryRun, files: files, phrases: phrases, limit: limit, generated: generated
        ).findings
        let tried =
          ran + Self.generatedFindings(generated, dryRun, files, agreed: ran.filter(\.isAgreed))
          + (try downFindings(start, dryRun, loaded, cancellation))
        let found =
          (comparison?.findings ?? []) + run.ignoredFindings(loaded)
          + run.stopFindings(overview, files) + run.listFindings(overview, files)
          + Self.splittingFindings(overview, loaded) + tried.map(run.explained)
          + run.passedFindings(files) + Self.featureFindings(overview, users)
          + CheckFinding.hints(dryRun, overview)
          + CheckFinding.growth(growth ?? [], limit: limit, files: files)
        var review = ConsentReview(
          settings, overview.registered.compactMap(\.script), loaded.files)
        let reviewed = found.compactMap { finding in
          let reviewed = review.review(finding)
          // Losses that options accept are findings only if an `accept` entry covers them.
          return reviewed.consent == nil && reviewed.isAgreed ? nil : reviewed
        }
        let succeeded = dryRun.report.steps.filter { $0.failure == nil }.map(\.identifier)
          .filter { !run.absent.areBefore($0) }
        var unexamined = CheckFinding.Rule.unexamined(
          isCompared: base != nil, hasVersion: users != nil, isGenerating: generating != nil)
        unexamined.formUnion(severities.off)
        let unused =
          review.unused(among: succeeded.compactMap { files[$0] }, except: unexamined)
          + dryRun.unusedAgreements(in: phrases, overview).map {
            CheckFinding(.unusedAgreement($0), migration: $0.migration)
          }
        var report = CheckReport(
          findings: severities.applied(to: reviewed + unused),
          tried: dryRun.report.steps.map(\.identifier), untried: overview.untried(by: dryRun),
          base: comparison)
        report.origin = overview.origin
        report.isFromEmpty = run.isFromEmpty
        report.dryRun = dryRun
        if let generated, let generating {
          report.generated = GeneratedRun(
            options: generating, rowCount: generated.rowCount,
            enforcesForeignKeys: generated.enforcesForeignKeys)
        }
        return report
      }
    }
  }

  /// The files of all migrations, even of those that cannot run here.
  private static func files(
    _ overview: SessionOverview, _ loaded: LoadedMigrations
  ) -> [String: String] {
    let known = (loaded.files?.entries ?? []).map { ($0.identifier, $0.path) }
    let scripts = overview.registered.compactMap { migration in
      migration.script.map { (migration.identifier, $0.file) }
    }
    return Dictionary(known + scripts) { $1 }
  }

  private static func comparison(
    of loaded: LoadedMigrations, with base: String
  ) throws -> BaseComparison {
    guard let files = loaded.files else { throw BaseFailure.noFiles }
    return try BaseComparison(files, with: base)
  }

  private func generatedReport(
    _ options: GeneratedCheck.Options, _ loaded: LoadedMigrations, _ dryRun: SessionDryRun,
    _ cancellation: Cancellation?
  ) throws -> GeneratedCheck.Report? {
    guard let migrator = loaded.runner as? DatabaseMigrator else { return nil }
    let reported = Set(dryRun.report.steps.map(\.identifier))
    if reported.isEmpty { return nil }
    return try GeneratedCheck(
      migrator, configuration: configuration, options: options, downs: loaded.down
    ).run(reporting: reported, cancellation: cancellation)
  }

  private static func generatedFindings(
    _ report: GeneratedCheck.Report?, _ dryRun: SessionDryRun, _ files: [String: String],
    agreed: [CheckFinding]
  ) -> [CheckFinding] {
    let failed = dryRun.report.failure?.identifier
    return (report?.findings ?? []).filter { finding in
      switch finding.kind {
      // A migration that fails without rows has already been reported.
      case .stopped: finding.migration != failed
      // Accepting a loss of real rows also accepts a loss of generated rows in the same table.
      case .loss(_, let table, _, _):
        !agreed.contains { $0.migration == finding.migration && $0.losesData(of: table) }
      default: true
      }
    }.map { CheckFinding($0, file: files[$0.migration]) }
  }

  private func downFindings(
    _ inspection: DatabaseInspection, _ dryRun: SessionDryRun, _ loaded: LoadedMigrations,
    _ cancellation: Cancellation?
  ) throws -> [CheckFinding] {
    guard let trial = DownTrial(dryRun, loaded) else { return [] }
    return try trial.run(
      on: inspection, form: copyForm, configuration: configuration, cancellation: cancellation
    ).map { CheckFinding(.down($0.difference), migration: $0.migration, file: $0.file) }
  }

  private static func splittingFindings(
    _ overview: SessionOverview, _ loaded: LoadedMigrations
  ) -> [CheckFinding] {
    overview.status.migrations.filter { !$0.state.isRecorded }.flatMap { migration in
      loaded.splitting(migration.identifier).map {
        CheckFinding(.splitting($0), migration: migration.identifier)
      }
    }
  }

  private static func featureFindings(
    _ overview: SessionOverview, _ users: SQLiteRelease?
  ) -> [CheckFinding] {
    guard let users else { return [] }
    let pending = Set(
      overview.status.migrations.filter { $0.state == .pending || $0.state == .outOfOrder }
        .map(\.identifier))
    return overview.registered.filter { pending.contains($0.identifier) }.flatMap { migration in
      ((try? migration.script?.parsed.get()) ?? ScriptStatements()).flatMap { statement in
        SQLiteFeature.uses(in: statement.sql).filter { $0.feature.version > users.number }.map {
          CheckFinding(
            .newerSQLite($0, users: users, at: statement.location(at: $0.offset)),
            migration: migration.identifier)
        }
      }
    }
  }
}

private struct RunFindings {
  let dryRun: SessionDryRun
  let files: [String: String]
  let phrases: [String]
  let limit: Double
  var generated: GeneratedCheck.Report?

  var findings: [CheckFinding] {
    let open = Dictionary(grouping: dryRun.missing(in: phrases), by: \.migration)
    return dryRun.report.steps.flatMap { findings(of: $0, open: open[$0.identifier] ?? []) }
  }

  /// The findings about a migration; `open` are the agreements that its losses still require.
  private func findings(of step: StepReport, open: [Agreement]) -> [CheckFinding] {
    func finding(
      _ evidence: CheckFinding.Evidence, at location: ScriptLocation? = nil
    ) -> CheckFinding {
      CheckFinding(
        evidence, migration: step.identifier, file: files[step.identifier], at: location)
    }
    let warnings =
      step.broken.map { finding(.broken($0), at: step.causes[$0]) }
      + step.otherWarnings.map { sentence in
        var found = finding(.warning(sentence))
        // Rows show whether the actual mode matters.
        if sentence == StepReport.ignoredForeignKeys,
          generated?.tried.contains(step.identifier) == true
        {
          found.severity = .note
        }
        return found
      }
    // A warning may be about the cause of a failure.
    if let failure = step.failure { return [finding(.failure(failure))] + warnings }
    let losses = Losses(of: [step])
    func loss(_ losses: [Loss], at location: ScriptLocation?) -> CheckFinding? {
      if losses.isEmpty { return nil }
      let kinds = Set(losses.map(\.kind))
      let own = open.filter { $0.kind.map(kinds.contains) ?? true }
      return finding(.dataLoss(Losses(losses), open: own), at: location)
    }
    let kept = generated?.kept[step.identifier] ?? []
    let tried = generated?.moved[step.identifier] ?? []
    var found = losses.byCause(of: .data, step.causes).filter {
      !$0.losses.areKept(in: kept)
    }.flatMap { group in
      let unseen = group.losses.all.filter { $0.isUnseen(in: tried) }
      var others = loss(unseen, at: group.location)
      others?.severity = .warning
      others?.context = "Generated rows do not show a loss either."
      return [loss(group.losses.all.filter { !unseen.contains($0) }, at: group.location), others]
        .compactMap(\.self)
    }
    found += losses.byCause(of: .rule, step.causes).map {
      finding(.ruleLoss($0.losses), at: $0.location)
    }
    if let counts = step.violations, counts.added > 0 {
      found.append(finding(.violations(counts, first: step.newViolations.first)))
    }
    if step.seconds > limit { found.append(finding(.duration(step.seconds))) }
    return found + warnings
  }
}

extension SessionDryRun {
  /// The findings of a check about the migrations that ran, as if no losses were accepted.
  package var findings: [CheckFinding] {
    let files = registered.reduce(into: [String: String]()) { $0[$1.identifier] = $1.script?.file }
    return RunFindings(dryRun: self, files: files, phrases: [], limit: .infinity).findings
  }
}

extension Losses {
  /// The losses of a severity, grouped by the statement that causes them.
  fileprivate func byCause(
    of severity: Loss.Severity, _ causes: [Loss: ScriptLocation]
  ) -> [(location: ScriptLocation?, losses: Losses)] {
    let groups = Dictionary(grouping: all.filter { $0.severity == severity }) { causes[$0] }
    return groups.sorted { ($0.key?.offset ?? .max) < ($1.key?.offset ?? .max) }.map {
      ($0.key, Losses($0.value))
    }
  }

  /// True if generated rows show that all data still exists, and real rows do not show a loss.
  fileprivate func areKept(in kept: Set<KeptData>) -> Bool {
    list(of: .data).allSatisfy { loss in
      switch loss {
      case .table(let name, isEmpty: true):
        kept.contains(KeptData(table: SQLName(name), column: nil))
      case .column(let table, let name, values: nil), .column(let table, let name, values: 0):
        kept.contains(KeptData(table: SQLName(table), column: SQLName(name)))
      case .unseenColumns(let table, let columns):
        columns.allSatisfy {
          kept.contains(KeptData(table: SQLName(table), column: SQLName($0)))
        }
      default: false
      }
    }
  }
}

extension Loss {
  /// True if it is unknown whether columns are lost, although rows had values in all of them.
  fileprivate func isUnseen(in columns: Set<KeptData>) -> Bool {
    guard case .unseenColumns(let table, let names) = self else { return false }
    return names.allSatisfy {
      columns.contains(KeptData(table: SQLName(table), column: SQLName($0)))
    }
  }
}
