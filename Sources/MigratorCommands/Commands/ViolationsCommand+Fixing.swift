import MigratorEngine
import MigratorPlatform
import MigratorSession

extension ViolationsCommand {
  /// Tries the chosen fixes on a copy, then writes or applies them if that was requested.
  func fixAll(_ session: MigrationSession) throws -> ExitStatus {
    if fixes.yes { try output.undoUnfinishedTransaction(session) }
    let counts = try violationCounts(session)
    let trial = try session.tryFixes(
      fixes.choices(among: counts.map(\.key)), cancellation: Interrupts.cancellation)
    var result = FixResult(trial: trial)
    var failure = trial.failure.map { BatchFailure(onCopy: $0) }
    do {
      if failure == nil { try deliver(trial, session, &result) }
    } catch {
      failure = BatchFailure(error)
    }
    result.outcome?.historyFailure.map { Printer.warn($0.sentence) }
    if output.json {
      Printer.say(
        .object(
          [
            ("database", .string(database)), ("violations", .null),
            ("count", .integer(Int64(counts.reduce(0) { $0 + $1.count }))), ("isCut", false),
            ("foreignKeys", .array(counts.map { Self.json($0.key, $0.count, isChecked: true) })),
            ("fix", result.json),
          ] + (failure.map { [("error", $0.error)] } ?? [])))
    } else {
      result.lines.forEach { Printer.say($0) }
    }
    if let failure {
      Printer.tell(failure)
      return failure.status
    }
    return fixes.write || fixes.yes ? .success : .found
  }

  private func deliver(
    _ trial: FixTrial, _ session: MigrationSession, _ result: inout FixResult
  ) throws {
    if fixes.yes {
      result.outcome = try session.apply(
        trial, agreeing: fixes.agree, keepsBackup: fixes.backups.backup,
        cancellation: Interrupts.cancellation)
    } else if fixes.write {
      guard case .file(let files, _) = trial.delivery else {
        throw BatchFailure(
          .blocked, trial.deliveryWords, "To apply them, replace --write by --yes.")
      }
      result.written = try session.write(files)
    }
  }

  /// The number of violations of each foreign key that can be checked.
  private func violationCounts(
    _ session: MigrationSession
  ) throws -> [(key: ForeignKeyInfo, count: Int)] {
    var counts: [(key: ForeignKeyInfo, count: Int)] = []
    var places: [ForeignKeyInfo: Int] = [:]
    try session.violations(cancellation: Interrupts.cancellation) { detail in
      guard !detail.problem.isUnchecked else { return true }
      let place = places[detail.foreignKey] ?? counts.count
      if place == counts.count {
        places[detail.foreignKey] = place
        counts.append((detail.foreignKey, 0))
      }
      counts[place].count += 1
      return true
    }
    return counts
  }
}

/// A trial of fixes, and what was done with it.
private struct FixResult {
  let trial: FixTrial
  var written: [String] = []
  var outcome: RepairOutcome?

  var lines: [String] {
    var lines = trial.script.split(separator: "\n").map(String.init) + [""]
    lines += trial.lines.map(\.plain)
    if let outcome {
      lines +=
        (outcome.backupPath.map { ["backup: \($0)"] } ?? []) + outcome.prunedBackups.prunedWords
      return lines + ["done: \(trial.title)"]
    }
    if !written.isEmpty { return lines + written }
    if trial.failure != nil { return lines }
    lines.append(trial.deliveryWords)
    if case .file = trial.delivery { lines.append("To write it, add --write.") }
    let agree = trial.phrase.map { " --agree \($0.shellWord)" } ?? ""
    return lines + ["To apply the fixes at once, add --yes\(agree)."]
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("fixes", .array(trial.fixes.enumerated().map { json($1, $0) })),
      ("before", .integer(Int64(trial.violationsBefore))),
      ("after", .integer(Int64(trial.violationsAfter))), ("agree", .optional(trial.phrase)),
    ]
    switch trial.delivery {
    case .file(let files, let follower):
      members += [
        ("file", .optional(files.first?.path)), ("precedes", .optional(follower)),
        ("reason", .null),
      ]
    case .atOnce(let reason):
      members += [("file", .null), ("precedes", .null), ("reason", .string(reason))]
    }
    return .object(
      members + [
        ("written", .strings(written)), ("done", .bool(outcome != nil)),
        ("backup", .optional(outcome?.backupPath)),
        ("prunedBackups", .strings(outcome?.prunedBackups ?? [])),
      ])
  }

  private func json(_ fix: GroupFix, _ index: Int) -> JSON {
    let report = index < trial.reports.count ? trial.reports[index] : nil
    return [
      "foreignKey": .string(fix.foreignKey.title), "action": .string(fix.action.kind.rawValue),
      "sql": .string(fix.sql), "rows": .array((report?.rows ?? []).map { StepText.json($0) }),
      "violations": report?.violations.map { StepText.json($0) } ?? .null,
    ]
  }
}
