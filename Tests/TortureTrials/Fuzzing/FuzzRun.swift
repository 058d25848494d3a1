import Foundation
import MigratorTestSupport

/// A child process that fuzzes: it may trap or hang, and then its last input is known.
public enum FuzzRun {
  /// Fuzzes in a process of its own.
  ///
  /// - Parameters:
  ///   - target: What.
  ///   - seconds: For how long.
  ///   - count: How many inputs at most.
  ///   - seed: The seed of the first input.
  /// - Returns: How many inputs were given, and what was wrong.
  /// - Throws: The error of starting the process, or that it does not end.
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

  /// Fuzzes in this process.
  ///
  /// - Parameters:
  ///   - target: What.
  ///   - seconds: For how long.
  ///   - count: How many inputs at most.
  ///   - seed: The seed of the first input.
  ///   - progress: The file that receives the seed of each input before it is given, or `nil`.
  /// - Returns: Whether nothing was wrong.
  /// - Throws: The error of the file system, before any input.
  public static func run(
    _ target: FuzzTarget, seconds: Double, count: Int, seed: UInt64, progress: String?
  ) throws -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    var isRight = true
    try target.run(seed: seed) { number in
      guard Date() < end, Int(number &- seed) < count else { return false }
      if let progress {
        try? String(number).write(toFile: progress, atomically: false, encoding: .utf8)
      }
      // One input that takes so long is a finding: the signal ends the process.
      alarm(60)
      return true
    } onProblem: { problem in
      isRight = false
      print(problem, terminator: "\u{1}\n")
    }
    return isRight
  }
}
