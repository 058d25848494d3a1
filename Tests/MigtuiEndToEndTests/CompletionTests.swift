import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

/// Completion in real shells, with names that a shell would run, split or expand.
@Suite(.ahead) struct CompletionTests {
  /// The installed shells; `make deps-test` installs all of them.
  static let shells = ["bash", "zsh", "fish"].filter { shell in
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell)
    }
  }

  /// Names with distinct first letters, which the tests type.
  private static let names = [
    "a$(touch PWNED)x", "b`touch PWNED`x", "c:d:e", "d e  f", "e'f", "f\"g", "i*j?[k]",
    "j;touch PWNED", #"k\l\"#, "l|m&n>o<p", "m#n!o", "n~=,{a,b}", "o$HOME", "p<script>", "q$'r'",
    "r@s", "t ünï", "u`\u{301}touch PWNED`\u{301}", "w$\u{301}(touch PWNED)",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let values = Self.names + ["-h", "v\nw", "v\u{202E}w"]
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      for name in values {
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
    }
    try queue.close()
  }

  @Test(arguments: shells)
  func `names from a ledger are completed unchanged and never executed`(shell: String) throws {
    let prompt = try ShellPrompt(shell, in: folder)
    for name in Self.names {
      let typed = String(name.prefix(1))
      #expect(try prompt.arguments(of: "migtui show app.sqlite \(typed)").last == name)
      let option = "--accept-checksum="
      #expect(
        try prompt.arguments(of: "migtui repair app.sqlite \(option)\(typed)").last == option + name
      )
    }
    #expect(!folder.names().contains("PWNED"))
  }

  @Test(arguments: shells)
  func `names are completed inside quotes and after a colon`(shell: String) throws {
    let prompt = try ShellPrompt(shell, in: folder)
    for (typed, name) in [
      ("\"a", "a$(touch PWNED)x"), ("'a", "a$(touch PWNED)x"), ("\"b", "b`touch PWNED`x"),
      ("'e", "e'f"), ("\"f", "f\"g"), ("\"k", #"k\l\"#), ("\"m", "m#n!o"), ("c:", "c:d:e"),
      ("c:d:", "c:d:e"), (#"d\ e"#, "d e  f"), ("-- -", "-h"),
    ] {
      #expect(try prompt.arguments(of: "migtui show app.sqlite \(typed)").last == name, "\(typed)")
    }
    #expect(!folder.names().contains("PWNED"))
  }

  @Test(arguments: shells)
  func `files with hostile names are completed, and nothing is executed`(shell: String) throws {
    let names = [
      "A$(touch PWNED)x", "B`touch PWNED`", "C:d", "D e", "E'f\"g", "J;touch PWNED", "K*",
    ]
    for name in names { try folder.write(name, "") }
    let prompt = try ShellPrompt(shell, in: folder)
    for name in names {
      let typed = String(name.prefix(1))
      #expect(try prompt.arguments(of: "migtui \(typed)").last == name)
      #expect(try prompt.arguments(of: "migtui status \(typed)").last == name)
      #expect(
        try prompt.arguments(of: "migtui status app.sqlite --key-file=\(typed)").last
          == "--key-file=" + name)
    }
    #expect(!folder.names().contains("PWNED"))
  }

  @Test(arguments: shells)
  func `commands, options and values are completed`(shell: String) throws {
    try folder.write("sql/001_z.sql", "SELECT 1;")
    let prompt = try ShellPrompt(shell, in: folder)
    for (typed, word) in [
      ("sho", "show"), ("help vio", "violations"), ("help form", "formats"),
      ("status app.sqlite --js", "--json"),
      ("app.sqlite --lin", "--linear"), ("--lin", "--linear"), ("status --copy o", "overlay"),
      ("status --copy=o", "--copy=overlay"), ("status --format gol", "golang-migrate"),
      ("completions f", "fish"), ("diff app.sqlite ap", "app.sqlite"),
      ("show ./app.sqlite --migrations=sql 0", "001_z"),
    ] {
      #expect(try prompt.arguments(of: "migtui \(typed)").last == word, "\(typed)")
    }
  }

  @Test(arguments: shells)
  func `an app's own tool completes the app's migrations`(shell: String) throws {
    let prompt = try ShellPrompt(shell, in: folder, program: "ClubTool")
    try folder.makeDatabase("club.sqlite", sql: "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    #expect(
      try prompt.arguments(of: "ClubTool plan club.sqlite --up-to lou")
        == ["plan", "club.sqlite", "--up-to", "loud names"])
    #expect(try prompt.arguments(of: "ClubTool viol") == ["violations"])
  }

  @Test func `an invalid request for completions returns no words`() throws {
    for words in [["bash", ""], ["zsh", "nonsense", "x", ""], ["zsh", "status", "x", "y", "z"]] {
      let answer = try BuiltProgram.run(["---complete"] + words, in: folder.path)
      #expect(answer.status == 0 && answer.errors == "")
    }
  }

  @Test func `names with line breaks or hidden characters are not completed`() throws {
    let answer = try BuiltProgram.run(
      ["---complete", "zsh", "show", "app.sqlite", "v"], in: folder.path)
    #expect(answer.output == "words\0")
  }
}

/// A shell in a terminal with a fake program that records its arguments.
private struct ShellPrompt {
  private let folder: TemporaryFolder
  private let terminal: Tmux

  init(_ shell: String, in folder: TemporaryFolder, program: String = "migtui") throws {
    self.folder = folder
    let path = BuiltProgram.path(of: program)
    // The fake program records its arguments and runs nothing.
    try folder.write(
      ".bin/\(program)",
      """
      #!/bin/sh
      [ "$1" = ---complete ] && exec '\(path)' "$@"
      printf '%s\\0' "$@" > .new && mv .new .arguments
      """)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(".bin/\(program)"))
    let script = try BuiltProgram.run(["completions", shell], of: program)
    try folder.write(".script", script.output)
    terminal = try Tmux(in: folder.path, columns: 160, rows: 50)
    switch shell {
    case "bash":
      try terminal.run("PATH=$PWD/.bin:$PATH; . ./.script; clear; echo start''ed")
    case "zsh":
      try terminal.run("exec zsh -f -i")
      try terminal.run(
        "PATH=$PWD/.bin:$PATH; autoload -U compinit; compinit -u -D; . ./.script; clear; echo start''ed"
      )
    default:
      try terminal.run("exec fish --no-config -i")
      try terminal.run("set -x PATH $PWD/.bin $PATH; source .script; clear; echo start''ed")
    }
    try terminal.wait(for: "started")
  }

  /// Types a line, Tab and Enter, and returns the arguments that the program receives.
  ///
  /// Tab gives up after three seconds, which a loaded machine can exceed. If nothing was completed,
  /// the line is therefore typed again, at most twice.
  func arguments(of line: String) throws -> [String] {
    let typed = line.split(separator: " ").last.map(String.init)
    var arguments: [String] = []
    for _ in 0..<3 {
      arguments = try argumentsOfOneRun(line)
      if arguments.last != typed { break }
    }
    return arguments
  }

  private func argumentsOfOneRun(_ line: String) throws -> [String] {
    let noted = folder.path(".arguments")
    try? FileManager.default.removeItem(atPath: noted)
    try terminal.type(line)
    try terminal.press("Tab")
    try terminal.press("Enter")
    do {
      try Limit.wait(for: "the program to be run by: \(line)") {
        FileManager.default.fileExists(atPath: noted)
      }
    } catch {
      Issue.record("\(error)\n\(try terminal.screen())")
      try terminal.press("C-c")
      return []
    }
    return try String(contentsOfFile: noted, encoding: .utf8).split(separator: "\0").map(
      String.init)
  }
}
