internal import Foundation

/// The times of one benchmark, engine by engine; ours is called `ours`.
struct Measurement {
  let title: String
  /// The median in seconds under the engine's name.
  private(set) var medians: [String: Double] = [:]

  /// Measures every engine in each of so many rounds, in turns, so that all see the same weather.
  ///
  /// A round to warm up goes before and does not count. There is a task for each engine that can do
  /// what is measured.
  init(
    _ title: String, rounds: Int, warmsUp: Bool = true,
    _ tasks: [(name: String, prepare: () throws -> Task)]
  ) throws {
    self.title = title
    var times: [String: [Double]] = [:]
    for round in (warmsUp ? 0 : 1)...rounds {
      // The first of a round changes, because it pays for cold caches.
      for index in tasks.indices {
        let task = tasks[(index + round) % tasks.count]
        let ready = try task.prepare()
        let start = ContinuousClock.now
        try ready.run()
        let time = ContinuousClock.now - start
        try ready.cleanUp()
        if round > 0 { times[task.name, default: []].append(time / .seconds(1)) }
      }
    }
    medians = times.mapValues(Self.median)
  }

  /// The median of times.
  static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// A line of times that were measured otherwise.
  init(_ title: String, medians: [String: Double]) {
    self.title = title
    self.medians = medians
  }

  /// What is measured, and what is done afterwards.
  struct Task {
    let run: () throws -> Void
    var cleanUp: () throws -> Void = {}
  }

  /// Prints the line of the table.
  func show(_ columns: [String]) { Self.show(line(columns)) }

  /// Prints the line of the table with what our time is held to, and notes what became of that.
  func show(_ columns: [String], goal: Goal, in goals: GoalTable) {
    Self.show(line(columns) + "   goal: \(goal.text)")
    guard let ours = medians["ours"] else { return }
    goals.add(
      title, goal: goal.text, figure: goal.figure(ours, beside: medians),
      isHeld: goal.isHeld(by: ours, beside: medians))
  }

  /// The line of the table.
  private func line(_ columns: [String]) -> String {
    let times = columns.map { Self.padded(medians[$0].map(Self.time) ?? "-", to: 11) }
    let ours = medians["ours"] ?? 0
    let ratios = columns.filter { $0 != "ours" }.map { name in
      Self.padded(medians[name].map { Self.rounded(ours / $0) + "x" } ?? "-", to: 14)
    }
    return title + String(repeating: " ", count: max(0, Self.titleWidth - title.count))
      + (times + ratios).joined()
  }

  /// Prints a line at once, also into a file.
  static func show(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// The heading of the table.
  static func heading(_ columns: [String]) -> String {
    let ratios = columns.filter { $0 != "ours" }.map { padded("ours/\($0)", to: 14) }
    return String(repeating: " ", count: titleWidth)
      + (columns.map { padded($0, to: 11) } + ratios).joined()
  }

  private static let titleWidth = 46

  static func time(_ seconds: Double) -> String {
    if seconds < 0.001 { return "\(rounded(seconds * 1_000_000)) µs" }
    return seconds < 1 ? "\(rounded(seconds * 1000)) ms" : "\(rounded(seconds)) s"
  }

  /// Three digits.
  static func rounded(_ value: Double) -> String {
    let factor = value < 10 ? 100.0 : value < 100 ? 10 : 1
    let rounded = (value * factor).rounded() / factor
    return factor == 1 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
