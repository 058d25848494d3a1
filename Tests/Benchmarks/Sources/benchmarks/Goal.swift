/// An upper limit for a time, in seconds.
enum Goal {
  case seconds(Double)
  /// At most a multiple of another engine's time.
  case times(String, Double)
  /// At most another engine's time divided by a number.
  case part(of: String, Double)
  /// At most another engine's time plus a number of seconds.
  case more(than: String, Double)

  /// Returns true if a time meets the goal; `nil` if the other engine was not measured.
  func isHeld(by seconds: Double, beside medians: [String: Double]) -> Bool? {
    switch self {
    case .seconds(let most): seconds <= most
    case .times(let name, let factor): medians[name].map { seconds <= $0 * factor }
    case .part(let name, let divisor): medians[name].map { seconds * divisor <= $0 }
    case .more(let name, let rest): medians[name].map { seconds <= $0 + rest }
    }
  }

  var text: String {
    switch self {
    case .seconds(let most): Measurement.time(most)
    case .times(let name, let factor): "\(name) x \(Measurement.rounded(factor))"
    case .part(let name, let divisor): "\(name) / \(Measurement.rounded(divisor))"
    case .more(let name, let rest): "\(name) + \(Measurement.time(rest))"
    }
  }

  /// The measured figure in the unit of the goal.
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

/// The goals of a run and their results, printed as a table at the end.
final class GoalTable {
  private struct Line {
    let title, goal, figure, verdict: String
  }

  private var lines: [Line] = []
  private var missedCount = 0

  /// Adds a row; `isHeld` is `nil` if the goal could not be measured.
  func add(_ title: String, goal: String, figure: String, isHeld: Bool?) {
    let verdict = isHeld.map { $0 ? "held" : "NOT HELD" } ?? "not measured"
    if isHeld != true { missedCount += 1 }
    lines.append(Line(title: title, goal: goal, figure: figure, verdict: verdict))
  }

  func show() {
    Measurement.show("\n| measured | goal | figure | |\n|---|---|---|---|")
    for line in lines {
      Measurement.show("| \(line.title) | \(line.goal) | \(line.figure) | \(line.verdict) |")
    }
    Measurement.show("\n\(lines.count - missedCount) of \(lines.count) goals held.")
  }
}
