import Foundation

/// The program `migtui` that was built along with the tests.
public enum BuiltProgram {
  /// How a run ended.
  public struct Outcome: Sendable {
    /// The exit status; 128 and more for a signal.
    public let status: Int32
    /// What was printed to standard output.
    public let output: String
    /// What was printed to standard error.
    public let errors: String
  }

  /// The path of the program: it stands beside the test bundle.
  public static var path: String {
    let arguments = CommandLine.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("migtui").path
      var isFolder = ObjCBool(false)
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return "migtui"
  }

  /// Runs the program to its end, without a terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - folder: The current folder of the program, or `nil` for this one's.
  ///   - environment: Variables to add to those of this process.
  /// - Returns: How it ended.
  /// - Throws: An error when it cannot be started.
  public static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    // setsid takes the controlling terminal away, so that none is found where tests run by hand.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["setsid", "--wait", path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files, not pipes: nothing can fill up while we wait.
    let scratch = try TemporaryFolder()
    for name in ["out", "err"] { try scratch.write(name, "") }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: scratch.path("out"))
    process.standardError = FileHandle(forWritingAtPath: scratch.path("err"))
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: process.terminationStatus + (isSignal ? 128 : 0),
      output: String(decoding: try scratch.bytes("out"), as: UTF8.self),
      errors: String(decoding: try scratch.bytes("err"), as: UTF8.self))
  }
}
