import Foundation
import MigratorTestSupport
import TestTraits
import Testing

/// The terminal while an editor or the shell uses it.
@Suite(.ahead, .serialized)
struct EditorTerminalTests {
  let project: Club

  init() throws {
    project = try Club()
  }

  @Test func `the editor gets the terminal and the file, and the edited file is re-read`()
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
    // Keys are commands again, and the mouse is reported.
    try terminal.press("2")
    try terminal.wait(for: "[2 Schema]")
    try project.leave(terminal)
  }

  @Test func `a key ends only the editor, but a signal to the console ends the console`() throws {
    try project.folder.write("edit.sh", "#!/bin/sh\necho \"editing $*\"; read line\n")
    let terminal = try project.terminal(["EDITOR": "sh ../edit.sh"])
    try project.open(terminal)
    try terminal.press("o")
    try terminal.wait(for: "editing Migrations/003_leagues.sql")
    try terminal.press("C-\\")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("o")
    // The first one is still visible on the screen from which the console was started.
    try terminal.wait("the editor again") { $0.matches(of: /editing Mig/).count == 2 }
    try project.send(SIGQUIT)
    #expect(try terminal.waitForStatus() == Int(128 + SIGQUIT))
    try project.expectTerminalRestored()
  }

  @Test func `if the editor is missing, the error is reported and the screen is restored`() throws {
    let terminal = try project.terminal(["EDITOR": "no-such-editor"])
    try project.open(terminal)
    try terminal.press("o")
    try terminal.wait(for: "Cannot start no-such-editor")
    try project.leave(terminal)
  }

  @Test func `Ctrl-Z restores the terminal, and fg redraws the screen`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("C-z")
    try terminal.wait(for: "Stopped")
    // Once the modes are written, the shell prints the sum, which differs from the typed line.
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

  @Test func `signals ignored at the start do not affect an editor and remain ignored`() throws {
    let terminal = try project.terminal(["EDITOR": "false"])
    try project.open(terminal, through: "env --ignore-signal=TSTP,CHLD")
    try terminal.press("o")
    try terminal.wait(for: "false exited with status 1")
    try terminal.press("2")
    try terminal.wait(for: "[2 Schema]")
    try project.send(SIGTSTP)
    // Ctrl-Z does nothing then.
    try terminal.press("C-z", "1")
    try terminal.wait(for: "[1 Migrations]")
    try project.leave(terminal)
  }
}
