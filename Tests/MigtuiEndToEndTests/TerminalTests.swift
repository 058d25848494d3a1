import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

/// The built program in a real terminal: the screen, the terminal's modes afterwards, and the
/// changed bytes of the database.
@Suite(.ahead, .serialized)
struct TerminalTests {
  let project: Club

  init() throws {
    project = try Club()
  }

  @Test(arguments: ["delete", "wal"])
  func `a read-only session changes neither bytes nor file times`(journal: String) throws {
    try project.sql("PRAGMA journal_mode = \(journal)")
    // Reading a WAL database may leave an empty -wal and a -shm file, which SQLite creates.
    let unavoidable = journal == "wal" ? ["app.sqlite-wal", "app.sqlite-shm"] : []
    let before = project.state(ignoring: unavoidable)
    let terminal = try project.terminal()
    try project.open(terminal)
    for (key, text) in [
      ("2", "No drift"), ("]", "No dry run yet"), ("]", "No step in this session"),
      ("]", "player_on_name"), ("3", "No foreign-key violations"), ("4", "No runs yet"),
      ("?", "Dry-run"),
      ("Escape", "No runs yet"), ("1", "003_leagues"), ("r", "003_leagues"),
    ] {
      try terminal.press(key)
      try terminal.wait(for: text)
    }
    try project.leave(terminal)
    #expect(project.state(ignoring: unavoidable) == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `if another program blocks the database at the start, the console waits and says so`()
    throws
  {
    let queue = try DatabaseQueue(path: project.database)
    defer { try? queue.close() }
    let terminal = try project.terminal()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      try terminal.run(project.command("app.sqlite"))
      try terminal.wait(for: "aiting: another program holds a lock")
      try db.execute(sql: "ROLLBACK")
    }
    try terminal.wait(for: "003_leagues")
    #expect(try !terminal.screen().contains("aiting: another program holds a lock"))
    try project.leave(terminal)
  }

  @Test func `a click opens a screen, and M returns the mouse to the terminal`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    // The sequences that tmux passes on for a click: column and row from 1.
    try terminal.type("\u{1B}[<0;24;2M\u{1B}[<0;24;2m")
    try terminal.wait(for: "[2 Schema]")
    try terminal.press("M")
    try terminal.wait(for: "Mouse support is off")
    try project.leave(terminal)
  }

  @Test func `a dry run shows the effects of the migration and does not change the file`() throws {
    let before = project.state()
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("d")
    try terminal.wait(for: "no losses, no new violations")
    try terminal.wait(for: "+ column leagueId")
    try project.leave(terminal)
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `a cancelled dry run leaves no change and no copy`() throws {
    let before = project.state()
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("Enter")
    try terminal.wait(for: "004_slow, statement 2 of 2")
    try terminal.press("C-c")
    try terminal.wait("the end of the dry run") { !$0.contains("Ctrl-C stops") }
    try terminal.wait(for: "stopped")
    try project.leave(terminal)
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `a step applies one migration, with its ledger row and a backup`() throws {
    let backup = try project.sql("SELECT sql FROM sqlite_master ORDER BY name")
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("s")
    try terminal.wait(for: "Apply 003_leagues to the REAL file")
    try terminal.agree()
    try terminal.wait(for: "3 applied")
    try terminal.wait(for: "REAL just now")
    try terminal.press("4")
    try terminal.wait(for: "REAL step 003")
    try project.leave(terminal)
    #expect(try project.ledger() == ["001_create_clubs", "002_create_players", "003_leagues"])
    #expect(try project.sql("SELECT leagueId IS NULL FROM club") == "1\n")
    let kept = project.database + ".before-003_leagues"
    let output = try Club.output(
      of: "sqlite3", [kept, "SELECT sql FROM sqlite_master ORDER BY name"])
    #expect(output == backup)
    let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
    #expect((mode ?? 0) & 0o077 == 0)
  }

  @Test func `restoring the backup undoes a step, and a later session lists both events`() throws {
    let before = try project.sql(".dump")
    let first = try project.terminal()
    try project.open(first)
    try first.press("s")
    try first.wait(for: "Apply 003_leagues to the REAL file")
    try first.agree()
    try first.wait(for: "3 applied")
    try first.press("u")
    try first.wait(for: "Restore the REAL file")
    try first.wait(for: "UNDOES 003_leagues")
    try first.agree()
    try first.wait(for: "Restored ")
    try first.wait(for: "2 applied")
    try project.leave(first)
    #expect(try project.sql(".dump") == before)
    let second = try project.terminal()
    try project.open(second)
    try second.press("4")
    try second.wait(for: "REAL restore")
    try second.wait(for: "REAL step 003_leagues")
    try project.leave(second)
  }

  @Test func `cancelling a step while it runs rolls it back`() throws {
    // Long enough to interrupt it, short enough to wait for its dry run.
    try project.folder.write(
      "club/Migrations/003_leagues.sql",
      """
      CREATE TABLE big (n INTEGER);
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 6000000)
      INSERT INTO big SELECT n FROM c WHERE n % 1000 = 0;

      """)
    let before = try project.sql(".dump")
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("s")
    try terminal.wait(for: "Apply 003_leagues to the REAL file")
    try terminal.agree()
    try terminal.wait(for: "003_leagues, statement 2 of 2")
    try terminal.press("C-c")
    try terminal.wait(for: "003_leagues was stopped and rolled back")
    try project.leave(terminal)
    #expect(try project.sql(".dump") == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `a batch step is stopped by Ctrl-C and rolled back`() throws {
    try project.sql("INSERT INTO grdb_migrations VALUES ('003_leagues')")
    let before = try project.sql(".dump")
    let terminal = try project.terminal()
    try terminal.run(
      project.command("step --yes --no-dry-run --no-backup app.sqlite"))
    try terminal.wait("the step to run") { _ in
      FileManager.default.fileExists(atPath: project.database + "-journal")
    }
    try terminal.press("C-c")
    #expect(try terminal.waitForStatus() == 130)
    #expect(try project.sql(".dump") == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `the screen follows the terminal's size and says when it is too small`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.resize(columns: 120, rows: 40)
    try terminal.wait("40 rows") { $0.split(separator: "\n").last?.contains("? help") ?? false }
    try terminal.resize(columns: 24, rows: 6)
    try terminal.wait(for: "Too small: 24x6")
    try terminal.resize(columns: 40, rows: 12)
    try terminal.wait(for: "── 003_leagues")
    try project.leave(terminal)
  }

  @Test func `if the screen is too small for the dialog, no key confirms a step`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.resize(columns: 20, rows: 6)
    try terminal.wait(for: "Too small: 20x6")
    try terminal.press("s", "Tab", "Tab", "y")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "[1 Migrations]")
    // A dry run or an open dialog would consume this key.
    try terminal.press("4")
    try terminal.wait(for: "No runs yet")
    try terminal.press("1", "s")
    try terminal.wait(for: "Apply 003_leagues to the REAL file")
    try terminal.resize(columns: 20, rows: 6)
    try terminal.wait(for: "Esc cancel")
    try terminal.press("Tab", "Tab", "y", "Escape")
    try terminal.wait(for: "q quit")
    try project.leave(terminal)
    #expect(try project.ledger() == ["001_create_clubs", "002_create_players"])
  }

  @Test(
    arguments: [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGILL, SIGABRT, SIGTRAP, SIGBUS, SIGFPE, SIGSYS,
      SIGUSR1, SIGXCPU, SIGALRM, SIGIO,
    ])
  func `whatever signal ends the program, the terminal is restored and the file is unchanged`(
    signal: Int32
  ) throws {
    let before = project.state()
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.press("Enter")
    try terminal.wait(for: "004_slow, statement 2 of 2")
    try project.send(signal)
    if signal == SIGINT {
      // SIGINT from another process stops the work, but not the console.
      try terminal.wait(for: "stopped")
      try project.leave(terminal)
    } else {
      #expect(try terminal.waitForStatus() == Int(128 + signal))
      try project.expectTerminalRestored()
      let screen = try terminal.screen()
      #expect(!screen.contains("[1 Migrations]"))
    }
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test(arguments: ["dumb", "no-such-terminal", ""])
  func `if the terminal is unusable, the status report and the reason are printed`(name: String)
    throws
  {
    let terminal = try project.terminal()
    try terminal.run("cd club; TERM='\(name)' '\(BuiltProgram.path)' app.sqlite; echo status=$?")
    #expect(try terminal.waitForStatus() == 1)
    let screen = try terminal.screen()
    #expect(screen.contains("status report"))
    #expect(screen.contains("003_leagues"))
    #expect(screen.contains("next"))
  }

  @Test func `in a locale without UTF-8, the screen is drawn in ASCII`() throws {
    let terminal = try project.terminal(["LC_ALL": "C"])
    try project.open(terminal)
    let screen = try terminal.screen()
    #expect(screen.utf8.allSatisfy { $0 < 0x80 })
    #expect(screen.contains("+ Migrations ---"))
    try project.leave(terminal)
  }

  @Test(arguments: ["< /dev/null", "> out.txt", "< /dev/null > out.txt", "| cat > out.txt"])
  func `with redirected input or output, the console uses the controlling terminal`(
    redirection: String
  ) throws {
    let terminal = try project.terminal()
    try terminal.run("cd club; '\(BuiltProgram.path)' app.sqlite \(redirection); echo over")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("2")
    try terminal.wait(for: "No drift")
    try terminal.press("q")
    try terminal.wait(for: "over")
  }

  @Test func `without any terminal, the program prints the status report and says so`() throws {
    let output = try Club.output(
      of: "setsid", ["-w", BuiltProgram.path, project.database])
    #expect(output.contains("status report"))
    #expect(output.contains("003_leagues"))
  }

  @Test func `hostile text reaches the terminal only as marks`() throws {
    try project.sql(
      "INSERT INTO player VALUES (3, 99, 'Bobby' || char(27) || ']0;pwned' || char(7) || char(8238)"
        + "|| char(155) || '31m')")
    let raw = project.folder.path("raw")
    let terminal = try project.terminal()
    try terminal.record(to: raw)
    try terminal.run(project.command())
    try terminal.wait(for: "003_leagues")
    try terminal.press("3")
    try terminal.wait(for: "Bobby^[]0;pwned")
    // The table truncates long values, the detail of the row does not.
    try terminal.press("Down")
    try terminal.wait(for: "Bobby^[]0;pwned^G<U+202E><9B>31m")
    try project.leave(terminal)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
    #expect(bytes.count > 1000)
    #expect(bytes.range(of: Data("\u{1B}]0;pwned".utf8)) == nil)
    #expect(bytes.range(of: Data("\u{202E}".utf8)) == nil)
    #expect(bytes.range(of: Data("\u{9B}".utf8)) == nil)
  }

  @Test func `pasted text is not interpreted as commands`() throws {
    let terminal = try project.terminal()
    try project.open(terminal)
    try terminal.paste("qqq\nsss\nyyy\n")
    try terminal.wait(for: "Pasted text is ignored here")
    try project.leave(terminal)
    #expect(try project.ledger().count == 2)
  }
}
