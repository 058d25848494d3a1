import Foundation
import MigratorTestSupport
import TestTraits
import Testing

/// Writing migrations on the screen Schema, in a real terminal.
@Suite(.ahead, .serialized)
struct SchemaTerminalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/001_start.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT, city TEXT);
      CREATE TABLE player (id INTEGER PRIMARY KEY, club INT REFERENCES club ON DELETE CASCADE);
      INSERT INTO club VALUES (7, 'AIK', 'alone', NULL);
      INSERT INTO player VALUES (1, 7);

      """)
    try folder.makeDatabase(sql: "")
    try expectSuccess("step", "app.sqlite", "--yes", "--no-backup")
  }

  private func expectSuccess(_ arguments: String...) throws {
    let run = try BuiltProgram.run(arguments, in: folder.path)
    #expect(run.status == 0, "\(arguments): \(run)")
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try folder.bytes(file), as: UTF8.self)
  }

  /// Opens the screen Schema after the search for drift.
  private func schema(editor: String = "false", until words: String) throws -> Tmux {
    let terminal = try Tmux(in: folder.path, environment: ["EDITOR": editor])
    try terminal.run("'\(BuiltProgram.path)' app.sqlite")
    try terminal.wait(for: "[1 Migrations]")
    try terminal.press("2")
    try terminal.wait(for: words)
    return terminal
  }

  /// Presses a key until the screen shows the words: a dialog ignores keys until it was drawn.
  private func press(_ key: String, in terminal: Tmux, until words: String) throws {
    try attempt("\(key): \(words)", in: terminal, until: { $0.contains(words) }) {
      try terminal.press(key)
    }
  }

  private func attempt(
    _ what: String, in terminal: Tmux, until isDone: (String) -> Bool, _ action: () throws -> Void
  ) throws {
    for _ in 0..<20 {
      try action()
      if (try? terminal.wait(what, seconds: 3, until: isDone)) != nil { return }
    }
    throw Tmux.Failure(description: "No effect: \(what)\n\(try terminal.screen())")
  }

  @Test(arguments: [
    (keys: [String](), sql: "CREATE INDEX club_city ON club (city)", file: "002_change_club_city"),
    (keys: ["Down"], sql: "DROP INDEX IF EXISTS club_city", file: "002_change_club_city"),
  ])
  func `w writes a migration that adopts or removes the drift`(
    keys: [String], sql: String, file: String
  ) throws {
    _ = try Program.run(
      ["sqlite3", "app.sqlite", "CREATE INDEX club_city ON club (city)"], in: folder.path)
    let terminal = try schema(until: "index club_city")
    try terminal.press("w")
    try terminal.wait(for: "> Make the drift part of the schema")
    for key in keys { try press(key, in: terminal, until: "> Remove the drift") }
    try press("Enter", in: terminal, until: "Tried on")
    #expect(folder.names().filter { $0.hasPrefix("Migrations/") }.count == 1)
    try press("w", in: terminal, until: "Wrote ")
    #expect(try text("Migrations/\(file).sql").contains(sql))
    if keys.isEmpty {
      // The advice of the dialog: the database has these changes already.
      try press("1", in: terminal, until: "[1 Migrations]")
      try terminal.wait(for: file)
      try terminal.press("End", "R")
      try terminal.wait(for: "> mark \(file) as applied")
      try press("Enter", in: terminal, until: "[ Cancel ]")
      try terminal.agree()
      try terminal.wait(for: "2 applied")
    } else {
      try expectSuccess("step", "app.sqlite", "--yes")
    }
    try terminal.press("q")
    try expectSuccess("drift", "app.sqlite")
  }

  /// The advice of the refusal is followed.
  @Test func `a migration is refused if only this database has the drift that it removes`() throws {
    _ = try Program.run(
      ["sqlite3", "app.sqlite", "ALTER TABLE club DROP COLUMN motto"], in: folder.path)
    let terminal = try schema(until: "table club")
    try terminal.press("w")
    try terminal.wait(for: "> Make the drift part of the schema")
    try press("Down", in: terminal, until: "> Remove the drift")
    try press("Enter", in: terminal, until: "In databases without this drift")
    try terminal.press("Escape", "q")
    #expect(folder.names().filter { $0.hasPrefix("Migrations/") }.count == 1)
    try folder.makeDatabase("new.sqlite", sql: "")
    try expectSuccess("step", "new.sqlite", "--all", "--yes", "--no-backup")
    let sql = try BuiltProgram.run(
      ["diff", "app.sqlite", "new.sqlite", "--sql", "--keep-order"], in: folder.path)
    try folder.write("change.sql", sql.output)
    _ = try Program.run(["sqlite3", "-bail", "app.sqlite", ".read change.sql"], in: folder.path)
    try expectSuccess("drift", "app.sqlite")
  }

  @Test func `e edits the schema, asks open questions, and keeps text that has an error`() throws {
    try folder.write(
      "edit.sh",
      """
      #!/bin/sh
      if grep -q slogan "$1"; then sed -i 's/NOT NUL,/NOT NULL/' "$1"
      else sed -i 's/motto TEXT/slogan TEXT/; s/city TEXT/city TEXT NOT NUL,/' "$1"; fi
      """)
    let terminal = try schema(editor: "sh edit.sh", until: "No drift")
    try terminal.press("e")
    try terminal.wait(for: "Press e to continue editing.")
    try attempt("close", in: terminal, until: { !$0.contains("continue editing") }) {
      try terminal.press("Escape")
    }
    try terminal.press("e")
    try terminal.wait(for: "Is club.slogan the column club.motto with a new name?")
    try press("Enter", in: terminal, until: "Which value replaces NULL in club.city?")
    try attempt("the value", in: terminal, until: { $0.contains("> 'unknown' ") }) {
      try terminal.type("'unknown'")
    }
    try press("Enter", in: terminal, until: "club.city: rows without a value get 'unknown'.")
    try press("w", in: terminal, until: "Wrote the migration")
    try terminal.press("q")
    try expectSuccess("step", "app.sqlite", "--yes")
    let rows = try Program.run(
      ["sqlite3", "app.sqlite", "SELECT slogan, city FROM club; SELECT club FROM player"],
      in: folder.path)
    #expect(rows.output == "alone|unknown\n7\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")).isEmpty)
  }
}
