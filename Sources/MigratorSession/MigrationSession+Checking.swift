public import MigratorEngine
public import MigratorSQLite

extension MigrationSession {
  /// Runs all pending migrations on a copy and tells what speaks against them.
  ///
  /// - Parameters:
  ///   - phrases: The losses that are agreed to, in the words of ``Agreement/phrase``.
  ///   - limit: How long others may have to wait for one migration, in seconds, as the copy tells it.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The findings. Without any, all pending migrations went through, unless there is none.
  /// - Throws: An error of the source, where its files cannot be used; an error of the database;
  ///   SQLITE_INTERRUPT when cancelled.
  /// - Complexity: That of a dry run of all pending migrations.
  public func check(
    agreeing phrases: [String] = [], lockLimit limit: Double = 10,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> CheckReport {
    let (dryRun, overview) = try dryRun(.all, cancellation: cancellation, onEvent: onEvent)
    if dryRun.report.failure?.isCancellation == true { throw CancellationError() }
    let files = overview.registered.reduce(into: [String: String]()) {
      $0[$1.identifier] = $1.script?.file
    }
    let run = RunFindings(dryRun: dryRun, files: files, phrases: phrases, limit: limit)
    return CheckReport(
      findings: Self.listFindings(overview, files) + run.findings
        + Self.stopFindings(overview, files, hasFailed: dryRun.report.failure != nil),
      tried: dryRun.report.steps.map(\.identifier))
  }

  /// What the list itself tells.
  private static func listFindings(
    _ overview: SessionOverview, _ files: [String: String]
  ) -> [Finding] {
    overview.status.migrations.compactMap { migration in
      let rule: Finding.Rule
      let words: String
      switch migration.state {
      case .changed:
        (rule, words) = (.changed, "was applied with another text")
      case .dirty:
        (rule, words) = (.dirty, "began and did not end")
      case .unregistered:
        (rule, words) = (.unregistered, "is recorded as applied, and has no file")
      case .outOfOrder:
        (rule, words) = (.outOfOrder, "is not applied although one after it is")
      case .applied, .pending, .merged, .skipped, .code: return nil
      }
      return Finding(
        rule, migration: migration.identifier, file: files[migration.identifier],
        message: "\(migration.identifier) \(words).", remedy: migration.note)
    }
  }

  /// Where the run ended, or did not begin, before the last of the migrations.
  private static func stopFindings(
    _ overview: SessionOverview, _ files: [String: String], hasFailed: Bool
  ) -> [Finding] {
    if let obstacle = overview.status.obstacle ?? overview.status.caution {
      return [Finding(.blocked, message: obstacle.message, remedy: obstacle.remedy)]
    }
    // Nothing was tried, and not because all is applied: silence would pass for an approval.
    if overview.status.next == nil, let remedy = overview.standstill.remedy {
      return [
        Finding(.unknown, message: overview.standstill.message, remedy: remedy.sentence)
      ]
    }
    guard !hasFailed, let stop = overview.stop else { return [] }
    return [
      Finding(
        .blocked, migration: stop.identifier, file: files[stop.identifier], message: stop.message,
        remedy: stop.remedy.sentence)
    ]
  }
}

/// What a dry run tells against its migrations.
private struct RunFindings {
  let dryRun: SessionDryRun
  let files: [String: String]
  let phrases: [String]
  let limit: Double

  var findings: [Finding] { dryRun.report.steps.flatMap { findings(of: $0) } }

  private func findings(of step: StepReport) -> [Finding] {
    if let failure = step.failure { return [finding(of: failure)] }
    let losses = Losses(of: [step])
    var found: [Finding] = []
    let open = dryRun.agreements.filter { agreement in
      agreement.migration == step.identifier && !phrases.contains(where: agreement.isGiven)
    }
    if !open.isEmpty {
      found.append(
        finding(
          .lostData, step,
          losses.dataLines.map(\.plain).joined(separator: "; ") + ".",
          remedy: Remedy.agreeWith(open.map(\.phrase)).sentence))
    }
    found += losses.ruleLines.map { finding(.lostRule, step, $0.plain + ".") }
    if let counts = step.violations, counts.added > 0 {
      let first = step.newViolations.first?.description
      found.append(
        finding(.violations, step, "\(counts.line.plain)\(first.map { ": \($0)" } ?? "")."))
    }
    if step.seconds > limit {
      found.append(
        finding(
          .slow, step,
          "It ran for \(Format.seconds(step.seconds)) on the copy; others cannot write meanwhile."))
    }
    return found + step.warnings.map { finding(.warning, step, $0) }
  }

  private func finding(of failure: MigrationFailure) -> Finding {
    Finding(
      .failed, migration: failure.identifier, file: failure.file ?? files[failure.identifier],
      line: failure.location?.line, column: failure.location?.column, message: failure.message,
      remedy: failure.remedy(on: .copy).sentence)
  }

  private func finding(
    _ rule: Finding.Rule, _ step: StepReport, _ message: String, remedy: String? = nil
  ) -> Finding {
    Finding(
      rule, migration: step.identifier, file: files[step.identifier], message: message,
      remedy: remedy)
  }
}
