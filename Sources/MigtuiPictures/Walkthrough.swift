import ConsolePictures
import Foundation
import MigrationConsole
import MigratorSession
import MigratorTools
import MigtuiDemo
import TerminalUI

/// A walk through the demonstration: dry runs, fixing two failing migrations, losses, a step, and
/// its restore.
enum Walkthrough {
  /// Keys to press, with a caption.
  private struct SharedState {
    let keys: [Key]
    let caption: SafeText
    var seconds = 3.5
    var edit: (file: String, change: @Sendable (String) -> String)?
  }

  private static let size = Size(columns: 100, rows: 30)

  private static let scenes: [SharedState] = [
    SharedState(
      keys: [.enter], caption: "Enter: dry-run all pending migrations on a copy. 013 fails."),
    SharedState(
      keys: [.char("["), .char("["), .char("[")],
      caption: "[: its SQL, and the line that caused the violation.",
      seconds: 3),
    SharedState(
      keys: [.char("o")], caption: "o: open this line in the editor, remove the row of club 77.",
      edit: (
        "Migrations/013_season_tickets.sql",
        { text in
          "-- migtui: foreign-keys immediate\n"
            + text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("VALUES (77") }.joined(separator: "\n")
        }
      )),
    SharedState(keys: [.enter], caption: "Enter: now 014 fails, at line 9, column 23."),
    SharedState(
      keys: [.char("o")], caption: "o: change FORM to FROM.", seconds: 2,
      edit: ("Migrations/014_drop_legacy_scores.sql", { $0.replacing("FORM", with: "FROM") })),
    SharedState(keys: [.enter], caption: "Enter: all five run. Two of them lose data."),
    SharedState(
      keys: [.down, .down, .down], caption: "Down: 011 and its schema changes.", seconds: 4),
    SharedState(
      keys: [.char("v"), .down], caption: "v: each changed row, before and after."),
    SharedState(
      keys: [.escape, .char("5")], caption: "5: the tables around it, with its changes."),
    SharedState(
      keys: [.char("1"), .char("s")], caption: "1, s: apply 009 to the real file. Focus: Cancel."),
    SharedState(
      keys: [.tab, .tab, .char("y")], caption: "Tab, Tab, y: 009 is applied. A backup is kept."),
    SharedState(keys: [.char("4")], caption: "4: the history lists all of this."),
    SharedState(
      keys: [.char("u")], caption: "u: undo the step, after a look at what this undoes."),
    SharedState(
      keys: [.tab, .tab, .char("y"), .char("1")],
      caption: "Tab, Tab, y: the file is in its state before the step.",
      seconds: 4),
  ]

  static func svg() -> String {
    let database = DemoFiles.databaseName
    let session = ConsoleSession(
      MigrationSession(
        database: database, migrations: ProjectSource(databasePath: database),
        history: .folder("../history")))
    var edits: [Int: () -> Void] = [:]
    var ends: [Int] = [0]
    for scene in scenes {
      if let (file, change) = scene.edit {
        edits[ends[ends.count - 1]] = {
          guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
          // If the edit fails, the picture shows it.
          try? change(text).write(toFile: file, atomically: true, encoding: .utf8)
        }
      }
      ends.append(ends[ends.count - 1] + scene.keys.count)
    }
    let screens = ScriptedConsole(size: size).run(
      session, scenes.flatMap { $0.keys.map { .key($0) } }
    ) { edits[$0]?() }
    var frames = [
      AnimatedPicture.Frame(
        grid: screens[0],
        caption: "migtui matchday.sqlite: four migrations are pending, one is out of order.",
        seconds: 4)
    ]
    for (scene, end) in zip(scenes, ends.dropFirst()) where screens.indices.contains(end) {
      frames.append(
        AnimatedPicture.Frame(grid: screens[end], caption: scene.caption, seconds: scene.seconds))
    }
    return AnimatedPicture.svg(
      frames, still: 7, title: "migtui: from a failing migration to a step")
  }
}
