import Foundation
import MigratorTestSupport

/// Fuzzing in a child process, which may trap or hang without losing the last input.
public enum FuzzRun {
  /// Fuzzes a target in a child process.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - seconds: The maximum time.
  ///   - count: The maximum number of inputs.
  ///   - seed: The seed of the first input.
  /// - Returns: The number of inputs tried and a description of each problem.
  /// - Throws: An error of starting the process, or a timeout.
  public static func start(
    _ target: FuzzTarget, seconds: Double, count: Int, seed: UInt64
  ) throws -> (count: Int, problems: [String]) {
    let folder = try TemporaryFolder()
    let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
      .appendingPathComponent("MigtuiTorture").path
    let outcome = try Program.run(
      [
        program, "--fuzz", target.rawValue, "--seconds", String(seconds), "--count", String(count),
        "--seed", String(seed), "--progress", folder.path("progress"),
      ], environment: ["TMPDIR": folder.path, "XDG_STATE_HOME": folder.path("state")],
      seconds: seconds + 120)
    let last = (try? String(contentsOfFile: folder.path("progress"), encoding: .utf8)).flatMap {
      UInt64($0)
    }
    var problems = outcome.output.split(separator: "\u{1}").map(String.init)
    if outcome.status > 1 {
      problems.append(
        "\(target.rawValue), seed \(last ?? seed): the process ended with \(outcome.status)\n"
          + outcome.errors.prefix(3000))
    }
    return (Int((last ?? seed) &- seed) + 1, problems)
  }

  /// Fuzzes a target in this process.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - seconds: The maximum time.
  ///   - count: The maximum number of inputs.
  ///   - seed: The seed of the first input.
  ///   - progress: A file that receives the seed of each input before it is tried, or `nil`.
  /// - Returns: True if no problem was found.
  /// - Throws: An error of the file system before the first input.
  public static func run(
    _ target: FuzzTarget, seconds: Double, count: Int, seed: UInt64, progress: String?
  ) throws -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    var hasPassed = true
    try target.run(seed: seed) { number in
      guard Date() < end, Int(number &- seed) < count else { return false }
      if let progress {
        try? String(number).write(toFile: progress, atomically: false, encoding: .utf8)
      }
      // A single input that takes a minute is a problem: the signal ends the process.
      alarm(60)
      return true
    } onProblem: { problem in
      hasPassed = false
      print(problem, terminator: "\u{1}\n")
    }
    return hasPassed
  }
}
