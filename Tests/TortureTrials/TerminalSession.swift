import Foundation
import MigratorTestSupport

/// The console in a pseudo terminal: what it draws is read, and whether it has taken what is typed is known.
final class TerminalSession {
  /// What the terminal is told when the console takes it over, and when it gives it back.
  private static let taking = Data("\u{1B}[?1049h".utf8)
  private static let givingBack = Data("\u{1B}[?1049l".utf8)

  private let process: Process
  /// The end of the terminal that a person sits at, and the console's, which tells what waits in it.
  private let (near, far): (Int32, Int32)
  /// All that was drawn.
  private var drawn = Data()

  /// Starts the console on the files of a world as they were at first.
  init(in world: TrialWorld) throws {
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var (near, far): (Int32, Int32) = (-1, -1)
    guard openpty(&near, &far, nil, nil, &size) == 0 else {
      throw TrialFailure(description: "no pseudo terminal: \(errno)")
    }
    for end in [near, far] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(near, F_SETFL, O_NONBLOCK)
    (self.near, self.far) = (near, far)
    process = try world.console(FileHandle(fileDescriptor: far, closeOnDealloc: false))
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(near)
    close(far)
  }

  /// How many bytes were drawn by now.
  var drawnCount: Int {
    read()
    return drawn.count
  }

  /// Whether the console has the terminal, or gave it back.
  var hasGivenBack: Bool {
    read()
    guard let taken = drawn.range(of: Self.taking, options: .backwards) else { return true }
    return drawn.range(of: Self.givingBack, in: taken.upperBound..<drawn.endIndex) != nil
  }

  /// Whether the process is still there.
  var isRunning: Bool { process.isRunning }

  /// Waits for the first frame, whose title names the file.
  func waitForFrame() throws {
    let title = Data("app.sqlite".utf8)
    try wait(for: "the first frame", seconds: Limit.ofProgram) {
      guard let taken = drawn.range(of: Self.taking) else { return false }
      return drawn.range(of: title, in: taken.upperBound..<drawn.endIndex) != nil
    }
  }

  /// Types bytes; without `isAwaited` the console may still have earlier ones to take.
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

  /// Waits until nothing is drawn for a moment, or a second is over, as something may move all the time.
  func settle() {
    let end = Date(timeIntervalSinceNow: 1)
    var (count, quietCount) = (drawnCount, 0)
    while process.isRunning, quietCount < 25, Date() < end {
      usleep(2_000)
      quietCount = drawnCount == count ? quietCount + 1 : 0
      count = drawnCount
    }
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the console has ended.
  func end(within patience: Double) throws -> RunningProgram.End {
    try wait(for: "the end of the console", seconds: patience) { false }
    let status = process.terminationStatus
    return process.terminationReason == .exit ? .exited(status) : .signaled(status)
  }

  /// How many bytes were typed that nobody has read.
  private var waitingCount: Int32 {
    var count: Int32 = 0
    return ioctl(far, UInt(FIONREAD), &count) == 0 ? count : -1
  }

  /// Waits for a condition, or the end of the process, and reads what is drawn meanwhile.
  private func wait(for what: String, seconds: Double, until isThere: () -> Bool) throws {
    try Limit.wait(for: what, seconds: seconds) {
      read()
      return isThere() || !process.isRunning
    }
  }

  /// Reads what was drawn, so that the console never waits for us.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Foundation.read(near, &buffer, buffer.count)
      guard count > 0 else { return }
      drawn.append(contentsOf: buffer[..<count])
    }
  }
}
