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
    // Files, not pipes: a full pipe would block the program while this process waits.
    let scratch = try TemporaryFolder()
    for name in ["out", "err"] { try scratch.write(name, "") }
    let files = ["out", "err"].map { open(scratch.path($0), O_WRONLY | O_CLOEXEC) }
    defer { files.forEach { close($0) } }
    let entry = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let program = try RunningProgram(
      words: entry + ["/usr/bin/env"] + words, environment: environment, output: files[0],
      errors: files[1])
    let end = try program.end(of: "\(words)", seconds: seconds)
    return Outcome(
      status: end.status,
      output: String(decoding: try scratch.bytes("out"), as: UTF8.self),
      errors: String(decoding: try scratch.bytes("err"), as: UTF8.self))
  }
}
