import Foundation

/// Programs that are run to their end, and not for ever.
public enum Program {
  /// How a run ended.
  public struct Outcome: Sendable {
    /// The exit status; 128 and more for a signal.
    public let status: Int32
    /// What was printed to standard output.
    public let output: String
    /// What was printed to standard error.
    public let errors: String
  }

  /// Runs a program, which is looked for in `PATH`, to its end, with nothing to read, in the
  /// current folder or another, with some variables added to those of this process.
  ///
  /// - Throws: ``Limit/Exceeded`` when it runs on for so many seconds, after it was killed; an error
  ///   when it cannot be started.
  public static func run(
    _ words: [String], in folder: String? = nil, environment: [String: String] = [:],
    seconds: Double = 300
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files, not pipes: nothing can fill up while we wait.
    let scratch = try TemporaryFolder()
    for name in ["out", "err"] { try scratch.write(name, "") }
    process.standardInput = FileHandle.nullDevice
    let handles = ["out", "err"].map { FileHandle(forWritingAtPath: scratch.path($0)) }
    (process.standardOutput, process.standardError) = (handles[0], handles[1])
    // A process that is not let go of at once would keep them open, and thousands of them all there are.
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
