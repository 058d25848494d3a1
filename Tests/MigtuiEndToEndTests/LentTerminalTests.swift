import Foundation
import MigratorTestSupport
import TestTraits
import Testing

/// The terminal while it is an editor's, or the shell's again.
@Suite(.ahead, .serialized, .timeLimit(.minutes(15)))
struct LentTerminalTests {
  let project: Club

  init() throws {
    project = try Club()
  }

  @Test func `an editor gets the terminal and the file, and what it wrote is read afterwards`()
    throws
  {
    try project.folder.write(
      "edit.sh", "#!/bin/sh\necho \"editing $*\"; read line; echo '-- edited' >> \"$2\"\n")
    let terminal = try project.terminal(["EDITOR": "sh ../edit.sh +1"])
    try project.open(terminal)
    try terminal.press("o")
    try terminal.wait(for: "editing +1 Migrations/003_leagues.sql")
    try terminal.press("Enter")
    try terminal.wait(for: "edited")
    try terminal.wait(for: "[1 Migrations]")
    // Keys are commands again, and the mouse is reported again.
    try terminal.press("2")
    try terminal.wait(for: "[2 Schema]")
    try project.leave(terminal)
  }

  @Test func `a key ends the editor alone, a signal sent to the console the console`() throws {
    try project.folder.write("edit.sh", "#!/bin/sh\necho \"editing $*\"; read line\n")
    let terminal = try project.terminal(["EDITOR": "sh ../edit.sh"])
    try project.open(terminal)
    try terminal.press("o")
    try terminal.wait(for: "editing Migrations/003_leagues.sql")
    try terminal.press("C-\\")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("o")
    // The first is still there, on the screen that the console was started on.
    try terminal.wait("the editor again") { $0.matches(of: /editing Mig/).count == 2 }
    try project.send(SIGQUIT)
    #expect(try terminal.waitForStatus() == Int(128 + SIGQUIT))
    try project.expectTerminalRestored()
  }

  @Test func `a program that is not there is told, and the screen comes back`() throws {
    let terminal = try project.terminal(["EDITOR": "no-such-editor"])
    try project.open(terminal)
    try terminal.press("o")
    try terminal.wait(for: "Cannot start no-such-editor")
    try project.leave(terminal)
  }

  @Test func `Ctrl-Z gives the terminal back, and fg draws the screen again`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("C-z")
    try terminal.wait(for: "Stopped")
    // The shell prints the sum, not the line that was typed, once the modes are written.
    try terminal.run("stty -g > ../after; echo sum=$((1 + 1))")
    try terminal.wait(for: "sum=2")
    try project.expectTerminalRestored()
    try terminal.run("clear; fg")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("2")
    try terminal.wait(for: "No drift")
    try terminal.press("q")
    try terminal.wait("the shell again") { !$0.contains("Schema") && $0.contains("ready>") }
    try terminal.run("stty -g > ../after; echo sum=$((1 + 2))")
    try terminal.wait(for: "sum=3")
    try project.expectTerminalRestored()
  }

  @Test func `signals ignored at the start trouble no editor, and are ignored after it`() throws {
    let terminal = try project.terminal(["EDITOR": "false"])
    try project.open(terminal, through: "env --ignore-signal=TSTP,CHLD")
    try terminal.press("o")
    try terminal.wait(for: "false ended with 1")
    try terminal.press("2")
    try terminal.wait(for: "[2 Schema]")
    try project.send(SIGTSTP)
    // Ctrl-Z is nothing then.
    try terminal.press("C-z", "1")
    try terminal.wait(for: "[1 Migrations]")
    try project.leave(terminal)
  }
}
