import MigratorPlatform
public import TerminalUI

/// A terminal as lines of text in reading order, for screen readers and scripts.
///
/// A typed line is a key press, and new lines of the screen are printed below it. Nothing is
/// overwritten, moved or colored. Only one thread may use the terminal, except for its waker.
public final class LinearTerminal: TerminalDriver {
  /// The width at which lines are wrapped, and a height that fits any list and dialog without
  /// scrolling.
  public let size = Size(columns: 100, rows: 4_000)

  /// The capabilities: text in the locale's encoding, without colors.
  public let capabilities: TerminalCapabilities

  /// Wakes `nextEvent` from any thread.
  public let waker: TerminalWaker

  private let wakeEnds: (read: Int32, write: Int32)
  private var pending: [TerminalEvent] = []
  private var last: CellGrid?
  private var unread: [UInt8] = []
  private var lines: [String] = []
  private var isShown = false
  private var isAtEnd = false
  private var isPerson: Bool { capabilities.isTyped }

  /// The instructions, printed once at the start.
  public static let introduction = """
    Type a key and press Enter: d, down, PgDn, Esc. Begin a line with " to type text, with / to search, with : to
    run a command by name. An empty line prints the whole screen again. q quits.
    """

  /// Opens standard input and output.
  ///
  /// - Parameter isUTF8: True if text outside ASCII can be shown.
  /// - Throws: `TerminalOpenFailure` if the system reports an error.
  public init(isUTF8: Bool) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TerminalOpenFailure.refused(errno) }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let write = ends[1]
    wakeEnds = (ends[0], write)
    waker = TerminalWaker {
      var byte: UInt8 = 0
      // A full pipe also wakes the reader.
      _ = Self.send(write, &byte)
    }
    capabilities = TerminalCapabilities(
      isUTF8: isUTF8, colors: .mono, isTyped: isatty(STDIN_FILENO) != 0)
  }

  private static func send(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    write(descriptor, &byte, 1)
  }

  /// Writes the lines that are new since the previous screen.
  public func present(_ grid: CellGrid, cursor: Point?) {
    isShown = true
    // Write once for a whole line of input, not once per key.
    guard pending.isEmpty else { return }
    let new = grid.newLines(since: last)
    last = grid
    guard !new.isEmpty else { return }
    _ = StandardStream.output.write((new.joined(separator: "\n") + "\n").utf8)
  }

  /// Waits for a line, and returns its keys one by one.
  public func nextEvent(timeoutMilliseconds: Int?) -> TerminalEvent? {
    while true {
      if !pending.isEmpty {
        // Show a frame before each key, because dialogs require this.
        if timeoutMilliseconds == 0, !isShown { return nil }
        isShown = false
        return pending.removeFirst()
      }
      // A line is processed before the next one is taken; lines from a file wait until nothing is
      // running.
      let isTaking = timeoutMilliseconds == nil || (timeoutMilliseconds != 0 && isPerson)
      if isTaking, !lines.isEmpty {
        take(lines.removeFirst())
        continue
      }
      if isTaking, isAtEnd { return .interrupted(.hangup) }
      var sources = [
        pollfd(fd: isTaking ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeEnds.read, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&sources, 2, timeoutMilliseconds.map { Int32(clamping: $0) } ?? -1)
      if count == 0 { return nil }
      if sources[1].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeEnds.read, &bytes, bytes.count) > 0 {}
        return .wake
      }
      if sources[0].revents != 0 { takeInput() }
    }
  }

  private func takeInput() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else {
      isAtEnd = true
      return
    }
    unread += bytes[..<count]
    while let end = unread.firstIndex(of: 0x0A) {
      lines.append(String(decoding: unread[..<end], as: UTF8.self))
      unread.removeFirst(end + 1)
    }
  }

  private func take(_ line: String) {
    if line.isEmpty {
      // The frame after the resize prints all lines again.
      last = nil
      pending.append(.resize(size))
    }
    pending += LinearInput.keys(of: line).map { .key($0) }
  }

  /// Discards lines that a person typed so far; lines from a file are kept, because they are taken
  /// one by one.
  public func flushTypeAhead() {
    if isPerson { lines.removeAll() }
  }

  /// Prints all lines again with the next frame.
  public func redraw() { last = nil }

  /// Returns false: a clipboard is not supported.
  public func copyToClipboard(_ text: String) -> Bool { false }

  /// Does nothing: a mouse is not supported.
  public func setMouse(_ isOn: Bool) {}

  /// Returns `notStarted`: other programs cannot use the terminal.
  public func run(_ arguments: [String]) -> ProgramEnd { .notStarted(ENOTSUP) }

  /// Stops the process as Ctrl-Z does.
  public func suspend() { raise(SIGTSTP) }
}

enum LinearInput {
  /// The keys of a line without its line ending; empty if the line is not a key.
  static func keys(of line: String) -> [Key] {
    func typed(_ text: some StringProtocol) -> [Key] { text.map { .char($0) } }
    if line.hasPrefix("\"") { return typed(line.dropFirst()) }
    if line.count > 1, line.hasPrefix("/") { return typed(line) + [.enter] }
    if line.count > 1, line.hasPrefix(":") {
      return [.control("p")] + typed(line.dropFirst()) + [.enter]
    }
    return Key(label: line).map { [$0] } ?? []
  }
}
