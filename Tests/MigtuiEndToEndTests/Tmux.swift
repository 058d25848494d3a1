import Foundation
import Testing

/// A real terminal of a given size, with a shell in it.
///
/// Each has a server of its own, which ends with the value.
final class Tmux {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let socket: String
  private let folder: String

  /// Starts a shell.
  ///
  /// - Parameters:
  ///   - folder: Where the shell starts; also its `TMPDIR`'s parent.
  ///   - columns: The columns of the terminal.
  ///   - rows: The rows of the terminal.
  ///   - environment: What is set in the shell besides.
  init(
    in folder: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    socket = "migtui-\(UUID().uuidString.prefix(8))"
    var settings = [
      "PS1": "ready> ", "LC_ALL": "C.UTF-8", "TMPDIR": folder + "/tmp", "ENV": "", "NO_COLOR": "",
    ]
    settings.merge(environment) { $1 }
    try FileManager.default.createDirectory(
      atPath: folder + "/tmp", withIntermediateDirectories: true)
    var arguments = [
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder,
    ]
    for (name, value) in settings { arguments += ["-e", "\(name)=\(value)"] }
    // Job control, for Ctrl-Z, is bash's; without its start-up files the prompt is ours.
    _ = try tmux(arguments + ["bash", "--norc", "--noprofile", "-i"])
    try wait(for: "ready>")
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  /// Types a line into the shell and presses Enter.
  func run(_ line: String) throws {
    _ = try tmux(["send-keys", "-l", line])
    try press("Enter")
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String...) throws {
    for key in keys { _ = try tmux(["send-keys", key]) }
  }

  /// Types text as it is.
  func type(_ text: String) throws {
    _ = try tmux(["send-keys", "-l", text])
  }

  /// Makes the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Writes all bytes that the terminal is sent from now on to a file.
  func record(to path: String) throws {
    _ = try tmux(["pipe-pane", "cat > '\(path)'"])
  }

  /// The screen as text.
  func screen() throws -> String {
    try tmux(["capture-pane", "-p"])
  }

  /// Waits until the screen shows a text.
  @discardableResult
  func wait(
    for text: String, seconds: Double = 30, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try wait(text, seconds: seconds) { $0.contains(text) }
  }

  /// Waits until the screen is as wanted; looks again every few milliseconds.
  @discardableResult
  func wait(
    _ what: String, seconds: Double = 30, until isThere: (String) -> Bool
  ) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var last = ""
    while Date() < deadline {
      last = try screen()
      if isThere(last) { return last }
      usleep(20_000)
    }
    throw Failure(description: "waited \(seconds) s for: \(what)\nthe screen was:\n\(last)")
  }

  private func tmux(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tmux", "-u", "-L", socket] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "tmux \(arguments.first ?? ""): \(String(decoding: complaint, as: UTF8.self))")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
