public import MigratorEngine
package import MigratorPlatform

/// Settings files that cannot be used.
public struct SettingsFailure: ExplainedError, Hashable {
  /// The error of each file or line.
  public let problems: [FileProblem]
  /// The message, the next step, and the category.
  public let explanation: Explanation

  /// Creates a failure about invalid lines.
  public init(_ problems: [SettingsProblem]) {
    self.problems = problems.map { problem in
      FileProblem(
        file: problem.file,
        location: ScriptLocation(file: problem.file, line: problem.line, column: 1, offset: 0),
        message: problem.message, remedy: "Fix the line, or remove it.")
    }
    explanation = Explanation(
      .badMigrations, lines: problems.map(\.description) + ["No changes were made."],
      "Fix these lines, or remove them.")
  }

  /// Creates a failure about a file that cannot be read.
  package init(unreadable path: String, _ error: SystemFailure) {
    problems = [
      FileProblem(
        file: path, message: "Cannot read the settings: \(error).",
        remedy: "Fix the file, or remove it.")
    ]
    explanation = Explanation(
      .badMigrations, "Cannot read the settings in \(path): \(error). No changes were made.",
      "Fix the file, or remove it.")
  }
}
