import Foundation
import TortureTrials

/// Runs the trials for a given time and prints their results.
///
/// `MigtuiTorture [--seconds N] [--seed N] [WORD …]` runs each campaign whose name begins with one
/// of the words, for N seconds each.
///
/// `MigtuiTorture --fuzz TARGET [--seconds N] [--seed N] [--count N] [--progress FILE]` fuzzes a
/// target in this process. To reproduce a failure, pass the reported seed and `--count 1`.
@main struct MigtuiTorture {
  private var seconds = 10.0
  private var seed: UInt64 = 1
  private var count = Int.max
  private var target: FuzzTarget?
  private var progress: String?
  private var words: [String] = []

  static func main() throws {
    let torture = MigtuiTorture(CommandLine.arguments.dropFirst())
    if let target = torture.target {
      exit(
        try FuzzRun.run(
          target, seconds: torture.seconds, count: torture.count, seed: torture.seed,
          progress: torture.progress) ? 0 : 1)
    }
    exit(try torture.run() ? 0 : 1)
  }

  private init(_ arguments: ArraySlice<String>) {
    var arguments = arguments
    while let argument = arguments.popFirst() {
      switch argument {
      case "--seconds": seconds = arguments.popFirst().flatMap(Double.init) ?? seconds
      case "--seed": seed = arguments.popFirst().flatMap(UInt64.init) ?? seed
      case "--count": count = arguments.popFirst().flatMap(Int.init) ?? count
      case "--fuzz": target = arguments.popFirst().flatMap(FuzzTarget.init)
      case "--progress": progress = arguments.popFirst()
      default: words.append(argument)
      }
    }
  }

  /// Runs the selected campaigns, prints the table, and returns whether all of them passed.
  private func run() throws -> Bool {
    let campaigns = TrialSeries.all.filter { campaign in
      words.isEmpty || words.contains { campaign.name.hasPrefix($0) }
    }
    var hasPassed = true
    say("seed \(seed), \(seconds) s each\n")
    say("| tried | times | of | problems | |\n|---|--:|--:|--:|---|")
    for campaign in campaigns {
      let end = Date(timeIntervalSinceNow: seconds)
      let result = try campaign.run(seed: seed) { _ in Date() < end }
      hasPassed = hasPassed && result.hasPassed
      say(line(result))
      if !result.isControl {
        for problem in result.problems.prefix(5) {
          FileHandle.standardError.write(Data((problem + "\n\n").utf8))
        }
      }
    }
    return hasPassed
  }

  private func line(_ result: TrialSeries.Result) -> String {
    let verdict = result.hasPassed ? "" : result.isControl ? "NOTHING FOUND" : "WRONG"
    let remark = [verdict, result.remark].filter { !$0.isEmpty }.joined(separator: "; ")
    let total = result.total.map(String.init) ?? ""
    return "| \(result.name) | \(result.count) | \(total) | \(result.problems.count) | \(remark) |"
  }

  /// Prints a line without buffering, even into a file.
  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
