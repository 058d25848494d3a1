internal import Foundation

/// The times of one benchmark by engine; this package's engine is called `ours`.
struct Measurement {
  let title: String
  /// The median in seconds by engine name.
  private(set) var medians: [String: Double] = [:]

  /// Measures every engine in each of several rounds, in alternating order, under the same
  /// conditions.
  ///
  /// A warm-up round is not counted. Engines that cannot run the benchmark have no task.
  init(
    _ title: String, rounds: Int, warmsUp: Bool = true,
    _ tasks: [(name: String, prepare: () throws -> Task)]
  ) throws {
    self.title = title
    var times: [String: [Double]] = [:]
    for round in (warmsUp ? 0 : 1)...rounds {
      // The first engine alternates, since it pays for cold caches.
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

  static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// Creates a row from times measured elsewhere.
  init(_ title: String, medians: [String: Double]) {
    self.title = title
    self.medians = medians
  }

  /// The measured code and the cleanup afterwards.
  struct Task {
    let run: () throws -> Void
    var cleanUp: () throws -> Void = {}
  }

  func show(_ columns: [String]) { Self.show(line(columns)) }

  /// Prints the row of the table with the goal for our time, and records the result.
  func show(_ columns: [String], goal: Goal, in goals: GoalTable) {
    Self.show(line(columns) + "   goal: \(goal.text)")
    guard let ours = medians["ours"] else { return }
    goals.add(
      title, goal: goal.text, figure: goal.figure(ours, beside: medians),
      isHeld: goal.isHeld(by: ours, beside: medians))
  }

  private func line(_ columns: [String]) -> String {
    let times = columns.map { Self.padded(medians[$0].map(Self.time) ?? "-", to: 11) }
    let ours = medians["ours"] ?? 0
    let ratios = columns.filter { $0 != "ours" }.map { name in
      Self.padded(medians[name].map { Self.rounded(ours / $0) + "x" } ?? "-", to: 14)
    }
    return title + String(repeating: " ", count: max(0, Self.titleWidth - title.count))
      + (times + ratios).joined()
  }

  /// Prints a line without buffering, even into a file.
  static func show(_ line: String) {
    print(line)
    fflush(nil)
  }

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

  static func rounded(_ value: Double) -> String {
    let factor = value < 10 ? 100.0 : value < 100 ? 10 : 1
    let rounded = (value * factor).rounded() / factor
    return factor == 1 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
