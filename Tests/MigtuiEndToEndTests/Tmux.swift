import Foundation
import MigratorTestSupport
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
  /// - Throws: ``Failure`` when tmux does not start.
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
    try tmux(arguments + ["bash", "--norc", "--noprofile", "-i"])
    try wait(for: "ready>")
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  /// Types a line into the shell and presses Enter.
  func run(_ line: String) throws {
    try tmux(["send-keys", "-l", line])
    try press("Enter")
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String...) throws {
    for key in keys { try tmux(["send-keys", key]) }
  }

  /// Moves the focus of a dialog to what it is about, and agrees.
  ///
  /// A dialog takes no keys at first, by design, and nothing on the screen tells of its end; on a
  /// busy machine a Tab may be taken late and move the focus on. The dialog says when `y` came
  /// where it does not count: then the focus is moved, and `y` pressed, again.
  func agree() throws {
    for _ in 0..<10 {
      var screen = try screen()
      for _ in 0..<20 where !screen.contains(": press y ]") {
        let before = screen
        try press("Tab")
        // A key that was not taken changes nothing.
        screen = (try? wait("a change", seconds: 1.5) { $0 != before }) ?? before
      }
      try press("y")
      let after = try wait("an answer to y") {
        $0.contains("y counts on ") || !$0.contains("[ Cancel ]")
      }
      if !after.contains("y counts on ") { return }
    }
    throw Failure(description: "y was never taken")
  }

  /// Types text as it is.
  func type(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  /// Pastes text as a terminal does, in brackets if the program asked for them.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", text])
    try tmux(["paste-buffer", "-p"])
  }

  /// Makes the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Writes all bytes that the terminal is sent from now on to a file.
  func record(to path: String) throws {
    try tmux(["pipe-pane", "cat > '\(path)'"])
  }

  /// The screen as text.
  func screen() throws -> String {
    try tmux(["capture-pane", "-p"], wantsOutput: true)
  }

  /// Waits until the screen shows a text.
  @discardableResult
  func wait(
    for text: String, seconds: Double = Limit.ofProgram,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try wait(text, seconds: seconds) { $0.contains(text) }
  }

  /// Waits until the shell has printed the exit status of the program, and returns it.
  func waitForStatus() throws -> Int {
    let screen = try wait("the program to end") { $0.contains(/status=\d+/) }
    return screen.matches(of: /status=(\d+)/).last.flatMap { Int($0.output.1) } ?? -1
  }

  /// Waits until the screen is as wanted.
  ///
  /// Each look starts a program; in the pause between them the one that is looked at gets on.
  @discardableResult
  func wait(
    _ what: String, seconds: Double = Limit.ofProgram, until isThere: (String) -> Bool
  ) throws -> String {
    var last = ""
    do {
      try Limit.wait(for: what, seconds: seconds, pause: 20) {
        last = try screen()
        return isThere(last)
      }
    } catch let exceeded as Limit.Exceeded {
      throw Failure(description: "\(exceeded)\nthe screen was:\n\(last)")
    }
    return last
  }

  @discardableResult
  private func tmux(_ arguments: [String], wantsOutput: Bool = false) throws -> String {
    let file = folder + "/tmux-output"
    let words = ["tmux", "-u", "-L", socket] + arguments
    let status = try Self.run(words, output: wantsOutput ? file : "/dev/null")
    guard status == 0 else {
      throw Failure(description: "\(words) ended with \(status)")
    }
    return wantsOutput ? try String(contentsOfFile: file, encoding: .utf8) : ""
  }

  /// Runs a program to its end.
  ///
  /// `Process` waits until everything it passed on is closed, and the server that tmux leaves running
  /// never closes it; so this waits for the program alone.
  private static func run(_ words: [String], output: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The threads that run tests block signals; what is spawned from them must not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let copies = words.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, words[0], &actions, &attributes, copies, environ)
    guard code == 0 else {
      throw Failure(description: "cannot run \(words[0]): \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return (status >> 8) & 0xFF
  }
}
