import TerminalCurses
import TerminalUI
import TestTraits
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The driver on a pseudo terminal.
///
/// Each test runs in its own process.
@Suite(.ahead, .serialized) struct CursesTerminalTests {
  @Test func `opening takes over the terminal and closing restores it`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      try #require(PseudoTerminal.isCooked)
      let terminal = try CursesTerminal.open()
      #expect(terminal.size == Size(columns: 80, rows: 24))
      #expect(terminal.capabilities == TerminalCapabilities(isUTF8: true, colors: .palette256))
      #expect(!PseudoTerminal.isCooked)
      #expect(outside.waits(for: "\u{1B}[?2004h"))
      #expect(outside.output.contains("\u{1B}[?1049h"))
      #expect(throws: TerminalOpenFailure.self) { try CursesTerminal.open() }
      terminal.close()
      #expect(PseudoTerminal.isCooked)
      #expect(outside.waits(for: "\u{1B}[?1049l"))
      #expect(outside.output.contains("\u{1B}[?2004l"))
      try CursesTerminal.open().close()
      #expect(PseudoTerminal.isCooked)
    }
  }

  @Test func `keys are received, pasted text is data, and unknown sequences are ignored`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      outside.type("a大\r\u{1B}OA\u{1B}[1;9Aq\u{1B}]11;rgb:0/0/0\u{7}\u{3}")
      outside.type("\u{1B}[200~q\u{3}\u{1B}[31m\u{1B}[20\n\u{1B}[201~x\u{1B}")
      let events = (0..<9).map { _ in terminal.nextEvent(timeoutMilliseconds: 300_000) }
      terminal.close()
      #expect(
        events == [
          .key(.char("a")), .key(.char("大")), .key(.enter), .key(.up), .key(.char("q")),
          .key(.control("c")), .paste("q\u{3}\u{1B}[31m\u{1B}[20\n"), .key(.char("x")),
          .key(.escape),
        ])
    }
  }

  @Test func `mouse events are reported on request, and the mouse is released afterwards`()
    async
  {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      #expect(!outside.output.contains("\u{1B}[?1002h"))
      terminal.setMouse(true)
      #expect(outside.waits(for: "\u{1B}[?1002h\u{1B}[?1006h"))
      // A press, a drag, a release, the wheel, with Shift, the right button, far right, incomplete.
      outside.type("\u{1B}[<0;3;4M\u{1B}[<32;5;4M\u{1B}[<0;5;4m\u{1B}[<64;1;1M\u{1B}[<65;1;1M")
      outside.type("\u{1B}[<4;3;4M\u{1B}[<2;3;4M\u{1B}[<0;300;1Mq\u{1B}[<0;xq")
      let events = (0..<8).map { _ in terminal.nextEvent(timeoutMilliseconds: 300_000) }
      terminal.close()
      let expected: [TerminalEvent?] = [
        .mouse(MouseEvent(.press, at: Point(x: 2, y: 3))),
        .mouse(MouseEvent(.drag, at: Point(x: 4, y: 3))),
        .mouse(MouseEvent(.release, at: Point(x: 4, y: 3))),
        .mouse(MouseEvent(.wheelUp, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.wheelDown, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.press, at: Point(x: 299, y: 0))), .key(.char("q")),
        .key(.char("q")),
      ]
      #expect(events == expected)
      #expect(outside.waits(for: "\u{1B}[?1006l\u{1B}[?1002l"))
    }
  }

  @Test func `flushing discards typed-ahead keys and the whole of a paste`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      outside.type("y\ry\u{1B}[200~yes\u{1B}[201~\r")
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .key(.char("y")))
      terminal.flushTypeAhead()
      let next = terminal.nextEvent(timeoutMilliseconds: 0)
      terminal.close()
      #expect(next == nil)
    }
  }

  @Test func `input that another program left unread is discarded, but later input is kept`()
    async
  {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      outside.type("read\nleft")
      let end = terminal.run(["sh", "-c", "read line; test \"$line\" = read"])
      #expect(terminal.nextEvent(timeoutMilliseconds: 0) == nil)
      outside.type("y")
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .key(.char("y")))
      terminal.close()
      #expect(end == .status(0))
    }
  }

  @Test func `a worker, a new size or a signal ends the wait for input`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      terminal.waker.wake()
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .wake)
      outside.resize(columns: 40, rows: 12)
      kill(getpid(), SIGWINCH)
      let small = Size(columns: 40, rows: 12)
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .resize(small))
      #expect(terminal.size == small)
      kill(getpid(), SIGINT)
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .key(.control("c")))
      kill(getpid(), SIGTERM)
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .interrupted(.terminate))
      kill(getpid(), SIGHUP)
      #expect(terminal.nextEvent(timeoutMilliseconds: 300_000) == .interrupted(.hangup))
      #expect(terminal.nextEvent(timeoutMilliseconds: 0) == nil)
      terminal.close()
    }
  }

  @Test func `a crash restores the terminal`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = try PseudoTerminal()
      // The previous signal handler is called after the terminal is restored.
      signal(SIGSEGV) { _ in _exit(PseudoTerminal.isCooked ? 7 : 1) }
      let terminal = try CursesTerminal.open()
      raise(SIGSEGV)
      terminal.close()
    }
  }

  @Test func `calling exit restores the terminal`() async {
    await #expect(processExitsWith: .exitCode(8)) {
      _ = try PseudoTerminal()
      atexit { _exit(PseudoTerminal.isCooked ? 8 : 1) }
      let terminal = try CursesTerminal.open()
      withExtendedLifetime(terminal) { exit(1) }
    }
  }

  @Test func `if no events are read, a repeated termination signal ends the process`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      _ = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      // The system may merge two signals sent at once.
      for _ in 0..<2_000 {
        kill(getpid(), SIGTERM)
        poll(nil, 0, 5)
      }
      terminal.close()
    }
  }
}
