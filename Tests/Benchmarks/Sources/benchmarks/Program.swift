internal import Foundation

/// The program built next to this one, run as a user would.
struct Program {
  struct Run {
    /// The wall-clock time, including start and end.
    let seconds: Double
    /// The processor time, which other processes hardly affect.
    let processorSeconds: Double
    /// The peak memory; `nil` if the system does not report it.
    let peakBytes: Int64?
  }

  /// The home folder of the program's user.
  let home: String

  private static let path =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("migtui").path

  /// Starts the program in a terminal.
  ///
  /// Without a terminal, its output is discarded by default.
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

  /// Runs the program to its end.
  ///
  /// If `watchesMemory` is set, polls its memory while it runs.
  ///
  /// - Throws: ``ProgramFailure`` if it exits with an unexpected status.
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
      // The system keeps the peak, so only memory allocated after the last poll is missed.
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

  /// Runs the program to its end and returns its output.
  ///
  /// - Throws: ``ProgramFailure`` if it exits with an unexpected status.
  func output(_ arguments: [String], endsWith expected: Set<Int32> = [0]) throws -> Data {
    let path = home + "/output"
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let status = try start(arguments, output: file).end()
    guard expected.contains(status) else { throw ProgramFailure(words: arguments, status: status) }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// `rusage` of the child is unsuitable, since it includes this process's memory at the fork.
  private static func peakMemory(_ process: Int32) -> Int64? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
  }
}
