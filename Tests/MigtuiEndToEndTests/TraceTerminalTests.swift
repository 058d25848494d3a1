import Foundation
import MigratorTestSupport
import TestTraits
import Testing

/// A trace in a real terminal: what it leaves behind, and whether it blocks other writers.
@Suite(.ahead, .serialized)
struct TraceTerminalTests {
  let project: Club

  init() throws {
    project = try Club()
  }

  /// Opens the console and pauses the next migration before its second statement.
  private func hold(_ arguments: String = "app.sqlite") throws -> Tmux {
    let terminal = try Tmux(in: project.folder.path)
    try terminal.run(project.command(arguments))
    try terminal.wait(for: "003_leagues")
    try terminal.press("x")
    try terminal.wait(for: "next  1:1")
    try terminal.press("n")
    try terminal.wait(for: "next  2:1")
    return terminal
  }

  @Test func `a trace runs to its end, even at another size, and leaves nothing behind`() throws {
    let before = project.state()
    let terminal = try hold()
    try terminal.wait(for: "COPY full copy")
    try terminal.wait(for: "league: + table")
    try terminal.resize(columns: 40, rows: 12)
    try terminal.wait(for: "next  2:1")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.press("n")
    try terminal.wait(for: "All statements ran")
    try terminal.press("n")
    try terminal.wait(for: "Succeeded: recorded")
    try terminal.press("b")
    try terminal.wait(for: "next  1:1")
    try terminal.press("Escape")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("q")
    #expect(try terminal.waitForStatus() == 0)
    try project.expectTerminalRestored()
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test(arguments: [nil, SIGTERM, SIGHUP, SIGSEGV])
  func `a trace that is left early leaves no change and no copy`(signal: Int32?) throws {
    let before = project.state()
    let terminal = try hold()
    #expect(try project.leftovers() != [])
    if let signal { try project.send(signal) } else { try terminal.press("q") }
    #expect(try terminal.waitForStatus() == signal.map { Int(128 + $0) } ?? 0)
    try project.expectTerminalRestored()
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `a long statement can be stopped, and another trace started`() throws {
    let terminal = try Tmux(in: project.folder.path)
    try terminal.run(project.command())
    try terminal.wait(for: "003_leagues")
    try terminal.press("Down", "x")
    try terminal.wait(for: "next  1:1")
    try terminal.press("n")
    try terminal.wait(for: "next  2:1")
    try terminal.press("n")
    try terminal.wait(for: "Ctrl-C stops")
    try terminal.press("C-c")
    try terminal.wait(for: "b to restart")
    try terminal.press("b")
    try terminal.wait(for: "next  1:1")
    try terminal.press("q")
    #expect(try terminal.waitForStatus() == 0)
    #expect(try project.leftovers() == [])
  }

  @Test(arguments: ["delete", "wal"])
  func `a trace blocks no writer in any journal mode`(journal: String) throws {
    try project.sql("PRAGMA journal_mode = \(journal)")
    let terminal = try hold()
    try terminal.wait(for: journal == "wal" ? "COPY overlay" : "COPY full copy")
    #expect(try project.sql("INSERT INTO club VALUES (2, 'United')") == "")
    #expect(try project.sql("SELECT count(*) FROM club") == "2\n")
    try terminal.press("n")
    try terminal.wait(for: "All statements ran")
    try terminal.press("q")
    #expect(try terminal.waitForStatus() == 0)
    #expect(try project.sql("SELECT count(*) FROM club") == "2\n")
  }
}
