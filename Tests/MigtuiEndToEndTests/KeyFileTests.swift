import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Encrypted databases on the command line.
struct KeyFileTests {
  let project: Club

  init() throws {
    project = try Club()
    try project.folder.write("key", "correct horse battery staple\n")
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(
      arguments, in: project.folder.path("club"),
      environment: ["XDG_STATE_HOME": project.folder.path("state")])
  }

  @Test func `without SQLCipher, the error says how to build the program with it`() throws {
    guard !SQLiteLibrary.readsEncryptedFiles else { return }
    let before = project.state()
    for arguments in [["status"], ["step", "--yes"], ["violations"], ["dry-run"], []] {
      let outcome = try BuiltProgram.run(
        arguments + ["app.sqlite", "--key-file", "../key"], in: project.folder.path("club"))
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.errors.contains("TRAITS=SQLCipher"))
    }
    let noise = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
    try noise.write(to: URL(fileURLWithPath: project.folder.path("noise")))
    let outcome = try run("status", "../noise")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("or it is encrypted"))
    #expect(outcome.errors.contains("TRAITS=SQLCipher"))
    #expect(project.state() == before)
  }

  #if SQLCipher
    private func encrypt() throws {
      let plain = try DatabaseQueue(path: project.database)
      var configuration = Configuration()
      configuration.key = DatabaseKey(passphrase: "correct horse battery staple")
      let encrypted = try DatabaseQueue(
        path: project.database + ".new", configuration: configuration)
      let schema = try plain.read {
        try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL")
      }
      try encrypted.writeWithoutTransaction { db in
        try schema.forEach { try db.execute(sql: $0) }
        try db.execute(
          sql: """
            INSERT INTO grdb_migrations VALUES ('001_create_clubs'), ('002_create_players');
            INSERT INTO club VALUES (1, 'Rovers');
            INSERT INTO player VALUES (1, 1, 'Ada'), (2, 1, 'O''Brien');
            """)
      }
      try plain.close()
      try encrypted.close()
      try FileManager.default.removeItem(atPath: project.database)
      try FileManager.default.moveItem(atPath: project.database + ".new", toPath: project.database)
    }

    @Test func `every command reads the key from its file, and no command prints it`() throws {
      try encrypt()
      var printed = ""
      for (arguments, status) in [
        (["status"], 1), (["plan"], 1), (["schema"], 0), (["violations"], 0), (["dry-run"], 0),
        (["dry-run", "--trace"], 0), (["check", "--max-lock", "1000"], 2), (["show"], 0),
        (["step", "--yes"], 0), (["restore", "--list"], 0), (["restore", "--yes"], 0),
        (["repair"], 0), ([], 1),
      ] as [([String], Int32)] {
        var arguments = arguments
        // The fourth migration runs almost endlessly.
        if arguments.first == "check" {
          try FileManager.default.removeItem(
            atPath: project.folder.path("club/Migrations/004_slow.sql"))
          arguments = ["check"]
        }
        let outcome = try BuiltProgram.run(
          arguments + ["app.sqlite", "--key-file", "../key"], in: project.folder.path("club"),
          environment: ["XDG_STATE_HOME": project.folder.path("state")])
        let expected = arguments.first == "check" ? 0 : status
        #expect(outcome.status == expected, "\(arguments): \(outcome.output)\(outcome.errors)")
        printed += outcome.output + outcome.errors
      }
      #expect(!printed.contains("battery"))
      let found = try Program.run([
        "sh", "-c",
        "grep -rla -e battery -e Rovers -e O.Brien '\(project.folder.path)' | grep -v /key$; true",
      ])
      #expect(found.output == "")
    }

    @Test
    func `wrong, missing and empty keys are reported, and nothing is written`()
      throws
    {
      try encrypt()
      try project.folder.write("wrong", "staple\n")
      try project.folder.write("empty", "\n")
      try project.folder.write("two", "a\nb\n")
      let before = project.state()
      for (key, status, words) in [
        ("../wrong", 65, "the key or the type of encryption"), (nil, 65, "--key-file FILE"),
        ("../empty", 65, "is empty"), ("../two", 65, "more than one line"),
        ("../none", 66, "cannot be read"),
      ] as [(String?, Int32, String)] {
        for command in [["status"], ["step", "--yes"], []] {
          let outcome = try BuiltProgram.run(
            command + ["app.sqlite"] + (key.map { ["--key-file", $0] } ?? []),
            in: project.folder.path("club"))
          #expect(outcome.status == status, "\(key ?? "") \(command)")
          #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
      }
      #expect(project.state() == before)
    }

    @Test
    func `the key is requested at the terminal and not echoed`() throws {
      try encrypt()
      let terminal = try Tmux(in: project.folder.path, columns: 80, rows: 24)
      try terminal.run(project.command("app.sqlite"))
      try terminal.wait(for: "Key of app.sqlite:")
      try terminal.type("correct horse battery staple")
      #expect(try !terminal.screen().contains("battery"))
      try terminal.press("Enter")
      try terminal.wait(for: "003_leagues")
      try terminal.press("d")
      try terminal.wait(for: "no losses, no new violations")
      #expect(try !terminal.screen().contains("battery"))
      try terminal.press("q")
      #expect(try terminal.waitForStatus() == 0)
      try project.expectTerminalRestored()
    }

    @Test(arguments: ["C-c", "C-d", "Enter"])
    func `cancelling the key prompt restores the terminal`(key: String) throws {
      try encrypt()
      let before = project.state()
      let terminal = try Tmux(in: project.folder.path, columns: 80, rows: 24)
      try terminal.run(project.command("status app.sqlite"))
      try terminal.wait(for: "Key of app.sqlite:")
      try terminal.press(key)
      #expect(try terminal.waitForStatus() == (key == "Enter" ? 65 : 130))
      try project.expectTerminalRestored()
      #expect(project.state() == before)
    }
  #endif
}
