import Foundation
import MigratorTestSupport

/// The program's answers to one folder, which have to be true and to fit together.
struct FolderLook {
  /// The database.
  let database: String
  /// The current folder of the program.
  let folder: String

  /// What status and plan may end with: all that is documented, but for a failed migration, an error of the
  /// program itself, and what needs a person's word.
  private static let looks: Set<Int32> = [0, 1, 3, 4, 64, 65, 66, 74, 75, 77, 78]

  /// Asks for the status, the plan and a dry run.
  ///
  /// - Returns: What is wrong, in words; `nil` where nothing is.
  /// - Throws: The error of starting the program, or that it does not end.
  func problem() throws -> String? {
    let status = try run(["status"])
    let plan = try run(["plan"])
    let trial = try run(["dry-run", "--all", "--timeout", "20"])
    for (name, outcome) in [("status", status), ("plan", plan), ("dry-run", trial)] {
      let allowed = name == "dry-run" ? Self.looks.union([2, 124]) : Self.looks
      if !allowed.contains(outcome.status) { return told("\(name) ended so", outcome) }
      if outcome.status >= 64, outcome.errors.isEmpty {
        return told("\(name) does not say why", outcome)
      }
      if (outcome.output + outcome.errors).unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control && $0 != "\n"
      }) {
        return told("\(name) prints a control character", outcome)
      }
    }
    // Who cannot use the folder for one cannot for the others; a file that is applied may keep none of
    // them from working, and is told.
    if plan.status == 78, ![78, 2].contains(trial.status) { return told("78, but", trial) }
    if plan.status == 78, status.status != 78 { return told("78 elsewhere, but", status) }
    // Nothing is left, and something runs.
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
