import Foundation
import MigratorTestSupport

/// The console in a pseudo terminal, with its output and the number of unread input bytes.
final class TerminalSession {
  /// The escape sequences that enter and leave the alternate screen.
  private static let taking = Data("\u{1B}[?1049h".utf8)
  private static let leaveAlternateScreen = Data("\u{1B}[?1049l".utf8)

  private let process: RunningProgram
  /// Both ends of the terminal.
  ///
  /// The far end, the console's, reports the number of unread bytes.
  private let (near, far): (Int32, Int32)
  private var drawn = Data()

  /// Starts the console on the world's original files.
  init(in world: TrialFixture) throws {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var (near, far): (Int32, Int32) = (-1, -1)
    guard openpty(&near, &far, nil, nil, &size) == 0 else {
      throw TrialFailure(description: "no pseudo terminal: \(errno)")
    }
    for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(near, F_SETFL, O_NONBLOCK)
    (self.near, self.far) = (near, far)
    process = try world.console(far)
  }

  deinit {
    process.send(SIGKILL)
    close(near)
    close(far)
  }

  var drawnCount: Int {
    read()
    return drawn.count
  }

  /// True if the console has not entered the alternate screen, or has left it.
  var hasRestoredTerminal: Bool {
    read()
    guard let taken = drawn.range(of: Self.taking, options: .backwards) else { return true }
    return drawn.range(of: Self.leaveAlternateScreen, in: taken.upperBound..<drawn.endIndex) != nil
  }

  var isRunning: Bool { process.isRunning }

  /// Waits for the first frame, whose title names the file.
  func waitForFrame() throws {
    let title = Data("app.sqlite".utf8)
    try wait(for: "the first frame", seconds: Limit.ofProgram) {
      guard let taken = drawn.range(of: Self.taking) else { return false }
      return drawn.range(of: title, in: taken.upperBound..<drawn.endIndex) != nil
    }
  }

  /// Types bytes.
  ///
  /// If `isAwaited`, waits until the console has read all input.
  func type(_ bytes: [UInt8], isAwaited: Bool, seconds: Double) throws {
    var rest = bytes[...]
    try wait(for: "room for what is typed", seconds: seconds) {
      let count = rest.withUnsafeBytes { write(near, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      return rest.isEmpty
    }
    guard isAwaited else { return }
    try wait(for: "the console to take what was typed", seconds: seconds) { waitingCount == 0 }
  }

  /// Waits until output pauses, for at most a second, since animations may never pause.
  func settle() {
    let end = Date(timeIntervalSinceNow: 1)
    var (count, quietCount) = (drawnCount, 0)
    while process.isRunning, quietCount < 25, Date() < end {
      usleep(2_000)
      quietCount = drawnCount == count ? quietCount + 1 : 0
      count = drawnCount
    }
  }

  func send(_ signal: Int32) { process.send(signal) }

  func end(within patience: Double) throws -> RunningProgram.End {
    try wait(for: "the end of the console", seconds: patience) { false }
    return try process.end(of: "the console")
  }

  /// The number of typed bytes that the console has not read.
  private var waitingCount: Int32 {
    var count: Int32 = 0
    return ioctl(far, UInt(FIONREAD), &count) == 0 ? count : -1
  }

  /// Waits for a condition or the end of the process, reading output meanwhile.
  private func wait(for what: String, seconds: Double, until isThere: () -> Bool) throws {
    try Limit.wait(for: what, seconds: seconds) {
      read()
      return isThere() || !process.isRunning
    }
  }

  /// Reads the available output, so that the console never blocks on a full terminal buffer.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(near, &buffer, buffer.count)
      guard count > 0 else { return }
      drawn.append(contentsOf: buffer[..<count])
    }
  }
}
