import MigratorEngine
import MigratorSession

struct DryRunText {
  let dryRun: SessionDryRun
  let scope: MigrationScope
  /// Where the run ended before the last requested migration, or `nil`.
  let stop: PredictedStop?
  let untried: [String]
  /// The losses that options do not accept.
  let open: [Agreement]
  let unusedAgreements: [UnusedAgreement]
  /// The traced statements, or `nil` without `--trace`.
  let traces: [StatementTrace]?
  /// The error of a report that could not be written.
  var unwritten: BatchFailure?

  func lines(showsLines: Bool) -> [String] {
    let report = dryRun.report
    guard !report.steps.isEmpty else { return [NothingPendingReason.complete.message(in: scope)] }
    var lines = report.steps.flatMap { step in
      TraceText.lines(of: step.identifier, among: traces) + StepText.lines(step, on: .copy)
    }
    if let stop = shownStop {
      lines += [stop.message, stop.remedy.sentence].map { Printer.line($0) }
    } else if !untried.isEmpty {
      lines.append(Printer.line("Not tried: \(Format.names(untried))"))
    }
    if showsLines { lines += [""] + ChangesText.lines(report.changes, showsLines: true) }
    let copy =
      switch report.form {
      case .overlay: "an overlay"
      case .full where report.isClone: "a clone, which shares the file's blocks"
      case .full: "a copy"
      }
    lines += ["", "Dry run on \(copy); the database itself is unchanged."]
    if !report.isSearchedForDamage {
      lines.append("The file was not checked for damage. --copy full does that.")
    }
    if !open.isEmpty {
      // Accepting losses does not make a failing migration applicable.
      let subject = report.failure.map { ", up to \($0.identifier)" } ?? ""
      lines += [
        "To accept these losses\(subject): " + Remedy.options(agreeing: open.map(\.phrase)),
        "To accept exactly these files and losses\(subject): "
          + Remedy.options(agreeing: open.digests.map(\.words)),
      ].map { Printer.line($0) }
    }
    return lines
  }

  /// The stop, unless a migration failed before it.
  private var shownStop: PredictedStop? { dryRun.report.failure == nil ? stop : nil }

  var failure: BatchFailure? {
    dryRun.report.failure.map { BatchFailure(onCopy: $0) }
  }

  var status: ExitStatus { statusOfRun.after(unwritten) }

  private var statusOfRun: ExitStatus {
    let report = dryRun.report
    if let failure = report.failure {
      return ExitStatus(failure, on: .copy)
    }
    if stop != nil { return .blocked }
    let addsViolations = report.steps.contains { ($0.violations?.added ?? 0) > 0 }
    return addsViolations || !open.isEmpty ? .found : .success
  }

  var json: JSON {
    let report = dryRun.report
    return [
      "onCopy": true,
      "form": .string(report.form.rawValue),
      "isSearchedForDamage": .bool(report.isSearchedForDamage),
      "copiedBytes": .integer(report.copiedBytes),
      "isClone": .bool(report.isClone),
      "copySeconds": .number(report.copySeconds),
      "steps": .array(report.steps.map { StepText.json($0, on: .copy) }),
      "trace": traces.map { .array($0.map(TraceText.json)) } ?? .null,
      "schema": ChangesText.json(report.changes),
      "agree": .array(open.map { .string($0.phrase) }),
      "agreeDigests": .array(open.digests.map { .string($0.words) }),
      "unusedAgree": AgreementText.json(unusedAgreements),
      "stop": shownStop.map(StatusText.json) ?? .null, "notTried": .strings(untried),
      "exitStatus": .integer(Int64(status.ofProcess)),
      "error": (failure ?? unwritten)?.error ?? .null,
    ]
  }
}
