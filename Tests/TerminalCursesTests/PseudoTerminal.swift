import MigratorPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pseudo terminal for this process, controlled by the test.
///
/// It replaces standard input and output and becomes the controlling terminal. Use it only in the
/// child process of an exit test.
final class PseudoTerminal: Sendable {
  struct Failure: Error {
    let step: String
    let number = errno
  }

  private let master: Int32
  private let received = Mutex<[UInt8]>([])

  /// Opens a terminal of a size and starts reading its output.
  init(columns: UInt16 = 80, rows: UInt16 = 24, terminal: String = "xterm-256color") throws {
    for name in ["LINES", "COLUMNS", "NO_COLOR", "ESCDELAY"] { unsetenv(name) }
    setenv("TERM", terminal, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var master: Int32 = -1
    var slave: Int32 = -1
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Failure(step: "openpty") }
    self.master = master
    // A new session, so that the terminal becomes the controlling one.
    setsid()
    _ = ioctl(slave, UInt(TIOCSCTTY), 0)
    guard dup2(slave, STDIN_FILENO) >= 0, dup2(slave, STDOUT_FILENO) >= 0 else {
      throw Failure(step: "dup2")
    }
    startReading()
  }

  /// Changes the size, which sends SIGWINCH to the process.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  var output: String { String(decoding: received.withLock { $0 }, as: UTF8.self) }

  func waits(for text: String) -> Bool {
    for _ in 0..<60_000 {
      if output.contains(text) { return true }
      poll(nil, 0, 5)
    }
    return false
  }

  /// True if input is line-buffered and echoed, as a shell needs it.
  static var isCooked: Bool {
    var modes = termios()
    let wanted = tcflag_t(ICANON | ECHO | ISIG)
    return tcgetattr(STDIN_FILENO, &modes) == 0 && modes.c_lflag & wanted == wanted
  }

  private func startReading() {
    let terminal = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<PseudoTerminal>.fromOpaque(argument).takeRetainedValue().readForEver()
        return nil
      }, terminal)
  }

  private func readForEver() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      if count <= 0 { return }
      received.withLock { $0 += buffer[..<count] }
    }
  }
}
