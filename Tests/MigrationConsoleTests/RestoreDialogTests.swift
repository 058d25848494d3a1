import ConsolePictures
import Foundation
import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import MigratorTools
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

/// Restoring a backup, from the key to the rows of a real file.
struct RestoreDialogTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_forget.sql",
      "CREATE TABLE club (id INTEGER PRIMARY KEY);\nINSERT INTO club VALUES (1), (2);\n")
    try folder.makeDatabase(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT)")
  }

  private func press(_ keys: [Key]) -> [String] {
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
    return ScriptedConsole(size: Size(columns: 100, rows: 30))
      .press(keys, in: ConsoleSession(session)).map(\.text)
  }

  private let step: [Key] = [.char("s"), .tab, .tab, .char("y")]

  private func tables() throws -> [String] {
    try DatabaseInspection.inspect(path: database) {
      try $0.schema().objects.filter { $0.kind == .table }.map(\.name)
    }
  }

  @Test func `u restores the last backup, and the history of the next session lists both events`()
    throws
  {
    let screens = press(step + [.char("u"), .tab, .tab, .char("y"), .char("4")])
    #expect(screens[4].contains("backup: "))
    #expect(screens[5].contains("Restore the REAL file"))
    #expect(screens[5].contains("UNDOES 1_forget"))
    #expect(screens[5].contains("club: 2 rows now, not in the backup"))
    #expect(screens[5].contains("Nothing else has been written since"))
    #expect(screens[5].contains("> [ Cancel ]"))
    #expect(screens[7].contains("[ Restore: press y ]"))
    #expect(screens[8].contains("Restored app.sqlite.before-1_forget in "))
    #expect(screens[8].contains("1 pending"))
    #expect(screens[9].contains("REAL restore app.sqlite.before-1_forget"))
    #expect(try tables() == ["player"])
    #expect(folder.names().contains("app.sqlite.before-restore"))

    let later = press([.char("4"), .down])
    #expect(later[1].contains("REAL restore"))
    #expect(later[1].contains("REAL step 1_forget"))
    #expect(later[2].contains("1_forget applied in"))
    #expect(later[2].contains("backup of the previous state: "))
  }

  @Test func `only y on the button changes the file`() throws {
    _ = press(step)
    let bytes = try folder.bytes("app.sqlite")
    for key in [Key.enter, .char(" "), .char("u"), .escape, .char("Y"), .char("s")] {
      _ = press([.char("u"), key, .tab, key, .tab, key])
      #expect(try folder.bytes("app.sqlite") == bytes)
    }
  }

  @Test func `changes made after the backup are undone only if the phrase is typed`() throws {
    _ = press(step)
    let queue = try DatabaseQueue(path: database)
    try queue.write { try $0.execute(sql: "INSERT INTO player VALUES (1, 'Ada')") }
    try queue.close()
    let unarmed = press([.char("u"), .backTab, .char("y"), .escape])
    #expect(unarmed[1].contains("To enable Restore, type"))
    #expect(unarmed[1].contains("undo all since"))
    #expect(try tables().contains("club"))
    let keys =
      [.char("u"), .tab] + "undo all since".map { Key.char($0) } + [.tab, .tab, .char("y")]
    #expect(press(keys).last?.contains("Restored ") == true)
    #expect(try tables() == ["player"])
  }

  @Test func `without a backup, the message suggests what to do instead`() {
    let screens = press([.char("u")])
    #expect(screens[1].contains("The database has no backup."))
    #expect(screens[1].contains("Restore another copy of the database"))
    #expect(screens[1].contains("The real file was not changed."))
  }

  // MARK: In-memory screens

  static func prepared(isStraight: Bool) -> PreparedRestore {
    PreparedRestore(
      facts: Story.facts,
      backup: Backup(
        path: "/srv/data/app.sqlite.before-011_players_need_a_club",
        occasion: .step("011_players_need_a_club"), size: 410_000_000,
        time: Timestamp(nanoseconds: 1_795_341_750_000_000_000)),
      schema: SchemaDiff(before: Story.schemaAfter, after: Story.schemaBefore),
      rows: [PreparedRestore.Rows(table: "report", now: 40, backup: 8_120)]
        + (isStraight ? [] : [PreparedRestore.Rows(table: "player", now: 12_412, backup: 12_400)]),
      undone: ["011_players_need_a_club"], isStraight: isStraight,
      backups: BackupPlan(
        occasion: .restore, path: "data/app.sqlite.before-restore", kept: 5, existing: 6,
        removed: ["/srv/data/app.sqlite.before-004"]),
      fingerprint: DatabaseFingerprint(value: "state 2"))
  }

  private func expect(_ model: ConsoleModel, _ name: String) {
    let size = model.scene.size
    let text = render(model).grid.text
    let isASCII = model.scene.glyphs.isASCII
    #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x80 })
    Golden.expect(text, "\(name)\(isASCII ? "-ascii" : "")-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: ScreenTests.terminals)
  func `the restore dialog shows the effects and the phrase`(size: Size, glyphs: GlyphSet) {
    for isStraight in [true, false] {
      var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
      model.press(.char("u"))
      _ = model.update(
        .work(
          .restorePrepared(
            .success(Self.prepared(isStraight: isStraight)), generation: model.generation)))
      expect(model, isStraight ? "restore" : "restore-phrase")
    }
  }

  @Test(arguments: ScreenTests.terminals)
  func `the history lists events of earlier sessions`(size: Size, glyphs: GlyphSet) throws {
    var model = Story.model(columns: size.columns, rows: size.rows, glyphs: glyphs)
    let lines = [
      """
      {"time": "2026-11-20T09:31:07.120Z", "action": "step", "outcome": "applied",
       "subject": "010_match_reports", "user": "ada", "seconds": 0.42,
       "digest": "\(String(repeating: "0a", count: 32))",
       "rows": [{"table": "report", "before": 0, "after": 8120, "inserted": 8120}],
       "losses": {"rows": 12, "values": 3, "unseen": [], "tables": [], "columns": ["match.note"],
         "objects": [], "told": [
           {"rows": {"table": "match", "count": 12, "way": "deleted"}},
           {"values": {"table": "player", "column": "email", "lost": {
             "overwritten": 2, "cut": 1, "rounded": 0, "retyped": 0, "nulled": 1}}},
           {"column": {"table": "match", "name": "note", "values": 37}}]},
       "violations": {"before": 3, "after": 3, "added": 0},
       "backup": {"path": "/srv/data/app.sqlite.before-010_match_reports", "size": 1, "version": "1"}}
      """,
      """
      {"time": "2026-11-21T10:00:00.000Z", "action": "step", "outcome": "refused",
       "subject": "011_players_need_a_club",
       "message": "Another program changed the database after it was read."}
      """,
    ]
    let events = try lines.map {
      try JSONDecoder().decode(HistoryEvent.self, from: Data($0.utf8))
    }
    _ = model.update(
      .work(
        .history(
          History(
            path: "/home/ada/.local/state/migtui/history/app.sqlite-00.jsonl",
            events: events, damagedLines: [2]))))
    model.press(.char("4"), .down)
    expect(model, "history-past")
  }

  @Test func `the history is exported with events of earlier sessions`() throws {
    let screens = press(step)
    #expect(screens.last?.contains("1 applied") == true)
    nonisolated(unsafe) var written = ""
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")))
    let options = ConsoleOptions(exporter: { text, name in
      written = text
      return name
    })
    _ = ScriptedConsole().press(
      [.char("4"), .char("e")], in: ConsoleSession(session, options: options))
    #expect(written.contains("UTC 1_forget applied in"))
    #expect(written.contains("backup of the previous state: "))
  }
}
