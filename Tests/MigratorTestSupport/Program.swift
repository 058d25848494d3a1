import Foundation

/// Runs programs to their end, with a time limit.
public enum Program {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The exit status, or 128 plus the signal number.
    public let status: Int32
    /// The contents of standard output.
    public let output: String
    /// The contents of standard error.
    public let errors: String
  }

  /// Runs a program found in `PATH` to its end, with empty standard input.
  ///
  /// The program inherits this process's environment, with `environment` merged into it.
  ///
  /// - Throws: ``Limit/Exceeded`` if the program runs longer than `seconds`, after killing it; an
  ///   error if it cannot be started.
  public static func run(
    _ words: [String], in folder: String? = nil, environment: [String: String] = [:],
    seconds: Double = 300
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files, not pipes: a full pipe would block the program while this process waits.
    let scratch = try TemporaryFolder()
    for name in ["out", "err"] { try scratch.write(name, "") }
    process.standardInput = FileHandle.nullDevice
    let handles = ["out", "err"].map { FileHandle(forWritingAtPath: scratch.path($0)) }
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    // A `Process` released late would keep the handles open, and thousands exhaust the limit.
    defer { handles.forEach { try? $0?.close() } }
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try Limit.wait(for: "the end of \(words)", seconds: seconds) { !process.isRunning }
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: process.terminationStatus + (isSignal ? 128 : 0),
      output: String(decoding: try scratch.bytes("out"), as: UTF8.self),
      errors: String(decoding: try scratch.bytes("err"), as: UTF8.self))
  }
}
