public import Foundation

/// The built program while it runs; killed with the value if it still does.
public final class RunningProgram {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    /// It exited with a status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)
  }

  private let process = Process()

  /// Starts the program, with some variables added to those of this process, and some signals, by
  /// their names, ignored as `nohup` does it.
  ///
  /// What it prints goes nowhere unless there is a pipe for its output, and the path of a new file
  /// for its errors.
  public init(
    _ arguments: [String], of name: String = "migtui", environment: [String: String] = [:],
    ignoring ignored: [String] = [],
    output: Pipe? = nil, errors: String? = nil
  ) throws {
    _ = TestEnvironment.isPrepared
    let trap = ignored.isEmpty ? "" : "trap '' \(ignored.joined(separator: " ")); "
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", trap + "exec \"$0\" \"$@\"", BuiltProgram.path(of: name)] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    if let errors { _ = FileManager.default.createFile(atPath: errors, contents: nil) }
    process.standardError =
      errors.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// The number of the process.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until a condition holds, which it cannot any more when the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded``; what `isThere` throws.
  public func wait(for what: String, until isThere: () throws -> Bool) throws {
    try Limit.wait(for: what) { try !process.isRunning || isThere() }
  }

  /// Waits until the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded`` when it runs on.
  public func end(seconds: Double = Limit.ofProgram) throws -> End {
    try Limit.wait(for: "the end of the program", seconds: seconds) { !process.isRunning }
    let status = process.terminationStatus
    return process.terminationReason == .exit ? .exited(status) : .signaled(status)
  }
}
