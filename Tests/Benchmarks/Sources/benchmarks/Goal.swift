/// What is aimed for, in seconds.
enum Goal {
  /// So many seconds at most.
  case seconds(Double)
  /// So many times what another takes at most.
  case times(String, Double)
  /// The other's time divided by this at most.
  case part(of: String, Double)
  /// The other's time and so many seconds at most.
  case more(than: String, Double)

  /// Returns whether a time holds to it; `nil` where the other one was not measured.
  func isHeld(by seconds: Double, beside medians: [String: Double]) -> Bool? {
    switch self {
    case .seconds(let most): seconds <= most
    case .times(let name, let factor): medians[name].map { seconds <= $0 * factor }
    case .part(let name, let divisor): medians[name].map { seconds * divisor <= $0 }
    case .more(let name, let rest): medians[name].map { seconds <= $0 + rest }
    }
  }

  /// The goal in words.
  var text: String {
    switch self {
    case .seconds(let most): Measurement.time(most)
    case .times(let name, let factor): "\(name) x \(Measurement.rounded(factor))"
    case .part(let name, let divisor): "\(name) / \(Measurement.rounded(divisor))"
    case .more(let name, let rest): "\(name) + \(Measurement.time(rest))"
    }
  }

  /// What was measured, as the goal counts it.
  func figure(_ seconds: Double, beside medians: [String: Double]) -> String {
    let time = Measurement.time(seconds)
    switch self {
    case .seconds: return time
    case .times(let name, _), .part(let name, _):
      return medians[name].map { "\(time), \(name) x \(Measurement.rounded(seconds / $0))" } ?? time
    case .more(let name, _):
      return medians[name].map {
        "\(time), \(name) \(seconds < $0 ? "-" : "+") \(Measurement.time(abs(seconds - $0)))"
      } ?? time
    }
  }
}

/// The goals of a run and what became of them, for the table at its end.
final class GoalTable {
  private struct Line {
    let title, goal, figure, verdict: String
  }

  private var lines: [Line] = []
  private var missedCount = 0

  /// Adds a line; whether the goal is held is `nil` where it could not be measured.
  func add(_ title: String, goal: String, figure: String, isHeld: Bool?) {
    let verdict = isHeld.map { $0 ? "held" : "NOT HELD" } ?? "not measured"
    if isHeld != true { missedCount += 1 }
    lines.append(Line(title: title, goal: goal, figure: figure, verdict: verdict))
  }

  /// Prints all of them, those that failed among the others.
  func show() {
    Measurement.show("\n| measured | goal | figure | |\n|---|---|---|---|")
    for line in lines {
      Measurement.show("| \(line.title) | \(line.goal) | \(line.figure) | \(line.verdict) |")
    }
    Measurement.show("\n\(lines.count - missedCount) of \(lines.count) goals held.")
  }
}
