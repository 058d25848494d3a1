import Foundation
import MigratorTestSupport

/// Trials that type random bytes into the console in a pseudo terminal.
enum TerminalTrial {
  private static let pieces: [[UInt8]] =
    [
      "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[1;5C",
      "\u{1B}[<0;10;10M", "\u{1B}]52;c;?\u{7}", "\u{1B}P", "\u{9C}", "d", "D", "s", "a", "x", "n",
      "R",
      "u", "v", "/", ":", "?", "m", "e", "y", "\t", "\r", " ", "j", "G", "1", "2", "3", "4", "q",
      "\u{3}",
      "é", "大", "\u{202E}", "SELECT 1", "\u{C}", "\u{12}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE5, 0xA4], [0x80], [0]]

  /// Disturbances of the console that a trial must detect: the controls.
  enum Disturbance: String, CaseIterable {
    /// The console receives SIGTERM before it draws, so the signal terminates it.
    case early = "asked to end before it draws"
    /// The console crashes while reading keys.
    case deadly = "dead at a key"
    /// The console is suspended and reads no keys.
    case deaf = "deaf to keys"
  }

  struct Outcome {
    /// A description of the problem.
    ///
    /// `nil` if the console exited by itself, restored the terminal, removed its copies, and left
    /// the database in a state between migrations.
    let problem: String?
    /// True if the console drew anything after the keys began and before it received SIGTERM.
    let hasAnswered: Bool
  }

  /// Types random bytes into a running console, waits until it has read them, and sends SIGTERM
  /// unless a key ended the console.
  static func run(
    in world: TrialFixture, disturbed disturbance: Disturbance? = nil,
    using generator: inout SeededGenerator
  ) throws -> Outcome {
    let keys = keys(using: &generator)
    let session = try TerminalSession(in: world)
    // A suspended console never reads or exits, so do not wait long.
    let patience = disturbance == .deaf ? 1 : Limit.ofProgram
    var hasAnswered = false
    do {
      if disturbance != .early { try session.waitForFrame() }
      let before = session.drawnCount
      if disturbance == .deaf { session.send(SIGSTOP) }
      for (index, part) in keys.enumerated() where session.isRunning {
        if disturbance == .deadly, index == keys.count / 2 { session.send(SIGSEGV) }
        let isAwaited =
          disturbance != .early
          && (index == keys.count - 1 || Bool.random(using: &generator))
        try session.type(part, isAwaited: isAwaited, seconds: patience)
      }
      if disturbance != .early { session.settle() }
      hasAnswered = session.drawnCount > before
    } catch let error as Limit.Exceeded {
      return Outcome(problem: "\(error); typed \(keys)", hasAnswered: hasAnswered)
    }
    let isAsked = session.isRunning
    if isAsked { session.send(SIGTERM) }
    let problem = try problem(session, isAsked: isAsked, within: patience, in: world)
    return Outcome(problem: problem.map { "\($0); typed \(keys)" }, hasAnswered: hasAnswered)
  }

  private static func problem(
    _ session: TerminalSession, isAsked: Bool, within patience: Double, in world: TrialFixture
  ) throws -> String? {
    let end: RunningProgram.End
    do { end = try session.end(within: patience) } catch let error as Limit.Exceeded {
      return "\(error)"
    }
    // The console must exit by a key, or handle SIGTERM and exit with 143. Death by an unhandled
    // signal is a problem, although a shell reports the same number.
    let statuses: [Int32] = isAsked ? [0, 143] : [0]
    guard case .exited(let status) = end, statuses.contains(status) else {
      return "it ended with \(end)"
    }
    if !session.hasRestoredTerminal {
      return "it ended with \(end) and did not give the terminal back"
    }
    let copies = try world.leftovers().filter { $0.hasPrefix("tmp/") }
    if !copies.isEmpty { return "it left \(copies)" }
    let state = world.state()
    return state.index == nil ? "neither as before nor as after: \(state.reason)" : nil
  }

  /// Random keys, split into the chunks in which they are typed.
  private static func keys(using generator: inout SeededGenerator) -> [[UInt8]] {
    var typed: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &generator) {
      typed +=
        Bool.random(using: &generator)
        ? pieces.randomElement(using: &generator) ?? []
          // Excludes the keys for which the terminal itself sends SIGQUIT and SIGTSTP.
        : [UInt8.random(in: 0...255, using: &generator)].filter { $0 != 0x1C && $0 != 0x1A }
    }
    var parts: [[UInt8]] = []
    while !typed.isEmpty {
      let count = min(typed.count, Int.random(in: 1...16, using: &generator))
      parts.append(Array(typed.prefix(count)))
      typed.removeFirst(count)
    }
    return parts
  }
}
