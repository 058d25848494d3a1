public import Foundation

/// A running program, killed when the value is deallocated.
public final class RunningProgram {
  /// The way a program ended.
  public enum End: Hashable, Sendable {
    /// The program exited with a status.
    case exited(Int32)
    /// A signal ended the program.
    case signaled(Int32)
  }

  private let process = Process()

  /// Starts a program.
  ///
  /// The program inherits this process's environment, with `environment` merged into it. It ignores
  /// the named signals, as under `nohup`. Standard output goes to `output` and standard error to a
  /// new file at the path `errors`; both are discarded by default.
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

  /// The process ID.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Sends a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until a condition holds or the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded``; errors of `isThere`.
  public func wait(for what: String, until isThere: () throws -> Bool) throws {
    try Limit.wait(for: what) { try !process.isRunning || isThere() }
  }

  /// Waits until the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded`` if the program does not end in time.
  public func end(seconds: Double = Limit.ofProgram) throws -> End {
    try Limit.wait(for: "the end of the program", seconds: seconds) { !process.isRunning }
    let status = process.terminationStatus
    return process.terminationReason == .exit ? .exited(status) : .signaled(status)
  }
}
