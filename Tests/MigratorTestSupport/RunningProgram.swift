public import Foundation
import MigratorPlatform

/// A running program, killed when the value is deallocated.
///
/// Use this instead of Foundation's `Process`, which reports the end of a program when a socket is
/// closed. Another program that was started at the same moment can hold a copy of it, and then
/// `Process` also waits for that one, such as a tmux server.
public final class RunningProgram {
  /// The way a program ended.
  public enum End: Hashable, Sendable {
    /// The program exited with a status.
    case exited(Int32)
    /// A signal ended the program.
    case signaled(Int32)

    /// The exit status, or 128 plus the signal number.
    public var status: Int32 {
      switch self {
      case .exited(let status): status
      case .signaled(let number): 128 + number
      }
    }
  }

  /// The process ID.
  public let processIdentifier: Int32
  private var result: End?

  /// Starts a program found in `PATH`, in its own process group.
  ///
  /// The program inherits this process's environment, with `environment` merged into it. Of the
  /// descriptors, it inherits only its standard streams, which default to `/dev/null`.
  ///
  /// - Throws: An error if it cannot be started.
  public init(
    words: [String], environment: [String: String] = [:], input: Int32? = nil,
    output: Int32? = nil, errors: Int32? = nil
  ) throws {
    _ = TestEnvironment.isPrepared
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    processIdentifier = try ChildProgram(words[0], environment: environment.mapValues { $0 })
      .start(
        Array(words.dropFirst()), streams: (input ?? null, output ?? null, errors ?? null))
  }

  /// Starts a built program.
  ///
  /// It ignores the named signals, as under `nohup`. Standard output goes to `output` and standard
  /// error to a new file at the path `errors`; both are discarded by default.
  public convenience init(
    _ arguments: [String], of name: String = "migtui", environment: [String: String] = [:],
    ignoring ignored: [String] = [],
    output: Pipe? = nil, errors: String? = nil
  ) throws {
    let trap = ignored.isEmpty ? "" : "trap '' \(ignored.joined(separator: " ")); "
    if let errors { _ = FileManager.default.createFile(atPath: errors, contents: nil) }
    let file = errors.flatMap { FileHandle(forWritingAtPath: $0) }
    try self.init(
      words: ["/bin/sh", "-c", trap + "exec \"$0\" \"$@\"", BuiltProgram.path(of: name)]
        + arguments,
      environment: environment, output: output?.fileHandleForWriting.fileDescriptor,
      errors: file?.fileDescriptor)
    try file?.close()
  }

  deinit {
    guard isRunning else { return }
    send(SIGKILL)
    update(0)
  }

  /// True until the program has ended.
  public var isRunning: Bool {
    update(WNOHANG)
    return result == nil
  }

  /// Sends a signal, unless the program has ended.
  public func send(_ signal: Int32) {
    // The ID of a program whose end was noticed can belong to another one.
    if isRunning { kill(processIdentifier, signal) }
  }

  /// Waits until a condition holds or the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded``; errors of `isThere`.
  public func wait(for what: String, until isThere: () throws -> Bool) throws {
    try Limit.wait(for: what) { try !isRunning || isThere() }
  }

  /// Waits until the program has ended.
  ///
  /// - Throws: ``Limit/Exceeded`` if the program does not end in time.
  @discardableResult
  public func end(
    of what: String = "the program", seconds: Double = Limit.ofProgram
  ) throws -> End {
    var end: End?
    try Limit.wait(for: "the end of \(what)", seconds: seconds) {
      update(WNOHANG)
      end = result
      return end != nil
    }
    return end ?? .exited(-1)
  }

  private func update(_ options: Int32) {
    guard result == nil else { return }
    var status: Int32 = 0
    var child: Int32
    repeat {
      child = waitpid(processIdentifier, &status, options)
    } while child < 0 && errno == EINTR
    guard child == processIdentifier else { return }
    let signal = status & 0x7F
    result = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
