import Foundation
import MigratorTestSupport
import Testing

/// A real terminal of a given size, running a shell.
///
/// Each instance has its own tmux server, which ends with it.
final class Tmux {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let socket: String
  private let folder: String

  /// Starts a shell.
  ///
  /// - Parameters:
  ///   - folder: The folder where the shell starts; also the parent of its `TMPDIR`.
  ///   - columns: The columns of the terminal.
  ///   - rows: The rows of the terminal.
  ///   - environment: Additional variables for the shell.
  /// - Throws: ``Failure`` if tmux does not start.
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
    // Ctrl-Z needs bash's job control. Without start-up files, the prompt is the one set above.
    try tmux(arguments + ["bash", "--norc", "--noprofile", "-i"])
    try wait(for: "ready>")
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  func run(_ line: String) throws {
    try tmux(["send-keys", "-l", line])
    try press("Enter")
  }

  func press(_ keys: String...) throws {
    for key in keys { try tmux(["send-keys", key]) }
  }

  /// Moves the focus of a dialog to its action and confirms it.
  ///
  /// A dialog ignores keys at first, and the end of this time is not visible. On a busy machine a
  /// Tab may arrive late and move the focus too far. The dialog then says that `y` does not count,
  /// so this function moves the focus and presses `y` again.
  func agree() throws {
    for _ in 0..<10 {
      var screen = try screen()
      for _ in 0..<20 where !screen.contains(": press y ]") {
        let before = screen
        try press("Tab")
        // An ignored key changes nothing.
        screen = (try? wait("a change", seconds: 1.5) { $0 != before }) ?? before
      }
      try press("y")
      let after = try wait("an answer to y") {
        $0.contains(", then press y.") || !$0.contains("[ Cancel ]")
      }
      if !after.contains(", then press y.") { return }
    }
    throw Failure(description: "y was never taken")
  }

  func type(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  /// Pastes text like a terminal, bracketed if the program requested it.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", text])
    try tmux(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Writes all further terminal output to a file.
  func record(to path: String) throws {
    try tmux(["pipe-pane", "cat > '\(path)'"])
  }

  func screen() throws -> String {
    try tmux(["capture-pane", "-p"], wantsOutput: true)
  }

  @discardableResult
  func wait(
    for text: String, seconds: Double = Limit.ofProgram,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try wait(text, seconds: seconds) { $0.contains(text) }
  }

  /// Waits until the shell has printed the program's exit status, and returns it.
  func waitForStatus() throws -> Int {
    let screen = try wait("the program to end") { $0.contains(/status=\d+/) }
    return screen.matches(of: /status=(\d+)/).last.flatMap { Int($0.output.1) } ?? -1
  }

  /// Waits until a condition on the screen is met.
  ///
  /// Each check starts a process, and the pause between checks gives the program time.
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
  /// `Process` also waits until all inherited descriptors are closed, which the tmux server never
  /// does. This function only waits for the program.
  private static func run(_ words: [String], output: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // The threads that run tests block signals. Spawned processes must not.
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
