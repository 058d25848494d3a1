internal import Foundation

/// The program as it was built beside this one, run as a person runs it.
struct Program {
  /// How a run ended.
  struct Run {
    /// From before its start to after its end.
    let seconds: Double
    /// For how long it kept a processor, which other work beside it hardly changes.
    let processorSeconds: Double
    /// The most memory that it had at a time; `nil` where the system does not tell.
    let peakBytes: Int64?
  }

  /// The folder for what it keeps for its user.
  let home: String

  private static let path =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("migtui").path

  /// Starts it in a terminal; without one, what it prints is thrown away.
  func start(
    _ arguments: [String], in terminal: Int32? = nil, output: Int32? = nil
  ) throws -> Child {
    let environment = ProcessInfo.processInfo.environment.merging([
      "XDG_STATE_HOME": home + "/state", "XDG_CONFIG_HOME": home + "/config",
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    return try Child(
      [Self.path] + arguments, environment: environment,
      files: (terminal, output ?? terminal, terminal))
  }

  /// Runs it to its end; where its memory is watched, it is asked for again and again while it
  /// runs.
  ///
  /// - Throws: ``ProgramFailure`` when it ends with a status that is not expected.
  @discardableResult
  func run(
    _ arguments: [String], endsWith expected: Set<Int32> = [0], watchesMemory: Bool = false
  ) throws -> Run {
    let start = ContinuousClock.now
    let processorStart = Child.processorSeconds
    let child = try self.start(arguments)
    var peak: Int64?
    var status: Int32?
    while watchesMemory, status == nil {
      // The system keeps the peak, so that only what comes after the last question is missed.
      peak = Self.peakMemory(child.identifier) ?? peak
      usleep(3_000)
      status = child.endIfOver()
    }
    let end = status ?? child.end()
    let time = ContinuousClock.now - start
    guard expected.contains(end) else { throw ProgramFailure(words: arguments, status: end) }
    return Run(
      seconds: time / .seconds(1), processorSeconds: Child.processorSeconds - processorStart,
      peakBytes: peak)
  }

  /// Runs it to its end, and returns what it printed.
  ///
  /// - Throws: ``ProgramFailure`` when it ends with a status that is not expected.
  func output(_ arguments: [String], endsWith expected: Set<Int32> = [0]) throws -> Data {
    let path = home + "/output"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let status = try start(arguments, output: file).end()
    guard expected.contains(status) else { throw ProgramFailure(words: arguments, status: status) }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Not the usage of the ended process: there the system counts what this one had when it started it.
  private static func peakMemory(_ process: Int32) -> Int64? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
  }
}
