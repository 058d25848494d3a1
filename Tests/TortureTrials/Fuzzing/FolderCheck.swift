import Foundation
import MigratorTestSupport

/// Runs the commands on a folder and checks that their results are consistent.
struct FolderCheck {
  let database: String
  let folder: String

  /// The permitted exit statuses of status and plan: all documented ones except a failed migration,
  /// an internal error and a required confirmation.
  private static let looks: Set<Int32> = [0, 1, 3, 4, 64, 65, 66, 74, 75, 77, 78]

  /// Runs status, plan, a dry run and a check with generated rows.
  ///
  /// - Returns: A description of the problem; `nil` if there is none.
  /// - Throws: An error of starting the program, or a timeout.
  func problem() throws -> String? {
    let status = try run(["status"])
    let plan = try run(["plan"])
    let trial = try run(["dry-run", "--all", "--timeout", "20"])
    let check = try run(["check", "--timeout", "20"])
    for (name, outcome) in [
      ("status", status), ("plan", plan), ("dry-run", trial), ("check", check),
    ] {
      let runs = ["dry-run", "check"].contains(name)
      let allowed = runs ? Self.looks.union([2, 124]) : Self.looks
      if !allowed.contains(outcome.status) { return told("\(name) ended so", outcome) }
      // The findings of check are its output.
      let reasons = name == "check" ? outcome.output + outcome.errors : outcome.errors
      if outcome.status >= 64, reasons.isEmpty {
        return told("\(name) does not say why", outcome)
      }
      if (outcome.output + outcome.errors).unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control && $0 != "\n"
      }) {
        return told("\(name) prints a control character", outcome)
      }
    }
    // A folder that is unusable for plan is also unusable for the other commands. An unusable
    // applied file is reported but blocks none of them.
    if plan.status == 78, ![78, 2].contains(trial.status) { return told("78, but", trial) }
    if plan.status == 78, status.status != 78 { return told("78 elsewhere, but", status) }
    // If nothing is pending, the other commands succeed.
    if status.status == 0, trial.status != 0 { return told("nothing is pending, but", trial) }
    if status.status == 0, plan.status != 0 { return told("nothing is pending, but", plan) }
    return nil
  }

  private func told(_ what: String, _ outcome: Program.Outcome) -> String {
    "\(what), with \(outcome.status)\n\(outcome.output.prefix(1500))\(outcome.errors.prefix(1500))"
  }

  private func run(_ words: [String]) throws -> Program.Outcome {
    try Program.run(
      ["setsid", "--wait", BuiltProgram.path] + words + [database], in: folder,
      seconds: Limit.ofProgram)
  }
}
