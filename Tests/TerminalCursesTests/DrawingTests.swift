import TerminalCurses
import TerminalUI
import TestTraits
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The driver's output to the terminal.
@Suite(.ahead, .serialized) struct DrawingTests {
  @Test func `escape sequences in text are not sent to the terminal`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      var grid = CellGrid(size: terminal.size)
      let hostile = [
        "\u{1B}]0;title\u{7}", "\u{1B}]52;c;ZXZpbA==\u{7}", "\u{9B}2J", "\u{1B}P+q\u{1B}\\",
        "\u{7}",
        "\u{202E}x\u{200B}", "a" + String(repeating: "\u{301}", count: 30), "👨\u{200D}👩", "\u{85}",
      ]
      for (y, raw) in hostile.enumerated() { grid.put(SafeText(raw), x: 0, y: y) }
      grid.put("the end", x: 0, y: 20)
      terminal.present(grid, cursor: Point(x: 3, y: 2))
      #expect(outside.waits(for: "the end"))
      let output = outside.output
      terminal.close()
      let scalars = output.unicodeScalars
      #expect(!output.contains("\u{1B}]"))
      #expect(!output.contains("\u{1B}P"))
      #expect(!output.contains("\u{7}"))
      #expect(!scalars.contains { (0x80..<0xA0).contains($0.value) })
      #expect(!scalars.contains { $0.properties.generalCategory == .format })
      #expect(output.contains("]52;c;ZXZpbA=="))
    }
  }

  @Test func `after the first drawing, only changes are sent`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      var grid = CellGrid(size: terminal.size)
      grid.put("first row", x: 0, y: 0)
      grid.put("second row", x: 0, y: 1)
      terminal.present(grid, cursor: nil)
      #expect(outside.waits(for: "second row"))
      let before = outside.output.count
      grid.put("changed", x: 0, y: 5)
      terminal.present(grid, cursor: nil)
      #expect(outside.waits(for: "changed"))
      let sent = String(outside.output.dropFirst(before))
      #expect(!sent.contains("row"))
      terminal.redraw()
      terminal.present(grid, cursor: nil)
      terminal.close()
      #expect(outside.waits(for: "\u{1B}[?1049l"))
      #expect(outside.output.components(of: "first row") == 2)
    }
  }

  @Test(arguments: ["1", "yes"]) func `NO_COLOR disables colors`(_ value: String) async {
    await #expect(processExitsWith: .success) { [value] in
      let outside = try PseudoTerminal()
      setenv("NO_COLOR", value, 1)
      let terminal = try CursesTerminal.open()
      #expect(terminal.capabilities.colors == .mono)
      var grid = CellGrid(size: terminal.size)
      grid.put("danger", x: 0, y: 0, style: Style(.danger))
      terminal.present(grid, cursor: nil)
      #expect(outside.waits(for: "danger"))
      terminal.close()
      #expect(!outside.output.contains("38;5;"))
      #expect(!outside.output.contains("\u{1B}[31"))
    }
  }

  @Test func `an empty NO_COLOR has no effect`() async {
    await #expect(processExitsWith: .success) {
      _ = try PseudoTerminal()
      setenv("NO_COLOR", "", 1)
      let terminal = try CursesTerminal.open()
      #expect(terminal.capabilities.colors == .palette256)
      terminal.close()
    }
  }

  @Test
  func `text printed while the screen is shown appears afterwards, with escaped controls`() async {
    await #expect(processExitsWith: .success) {
      let outside = try PseudoTerminal()
      let terminal = try CursesTerminal.open()
      print("printed \u{1B}[31m\u{9B}")
      fflush(nil)
      terminal.present(CellGrid(size: terminal.size), cursor: nil)
      #expect(!outside.output.contains("printed"))
      terminal.close()
      #expect(outside.waits(for: "printed ^[[31m<9B>"))
    }
  }
}

/// Terminals that cannot be used.
@Suite(.ahead, .serialized) struct OpenFailureTests {
  @Test(arguments: [
    ("dumb", "The terminal 'dumb' (TERM) lacks required capabilities. Try TERM=xterm-256color."),
    ("no-such", "The terminal 'no-such' (TERM) is unknown. Try TERM=xterm-256color."),
    ("\u{1B}[31m", "The terminal '^[[31m' (TERM) is unknown. Try TERM=xterm-256color."),
    ("", "TERM is not set; set it to the name of your terminal."),
  ])
  func `an unusable terminal is refused with a message`(
    name: String, sentence: String
  ) async {
    await #expect(processExitsWith: .success) { [name, sentence] in
      _ = try PseudoTerminal(terminal: name)
      let failure = #expect(throws: TerminalOpenFailure.self) { try CursesTerminal.open() }
      #expect(failure?.description == sentence)
      #expect(PseudoTerminal.isCooked)
    }
  }

  @Test(arguments: ["xterm-no-such", "alacritty-no-such"])
  func `a terminal that resembles xterm is used as xterm if its description is missing`(
    name: String
  ) async {
    await #expect(processExitsWith: .success) { [name] in
      let outside = try PseudoTerminal(terminal: name)
      let terminal = try CursesTerminal.open()
      var grid = CellGrid(size: terminal.size)
      grid.put("club", x: 0, y: 0)
      terminal.present(grid, cursor: nil)
      #expect(outside.waits(for: "club"))
      terminal.close()
      #expect(PseudoTerminal.isCooked)
    }
  }

  @Test func `without a terminal the reason is reported`() async {
    await #expect(processExitsWith: .success) {
      setsid()
      let nothing = open("/dev/null", O_RDWR)
      dup2(nothing, STDIN_FILENO)
      let failure = #expect(throws: TerminalOpenFailure.self) { try CursesTerminal.open() }
      #expect(failure?.reason == .noTerminal)
    }
  }
}

extension String {
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: text) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
