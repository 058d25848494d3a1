import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// The history is stored for the user, outside the database.
struct HistoryTests {
  private func fixture() throws -> SessionFixture {
    var fixture = try SessionFixture()
    fixture.history = .folder(fixture.folder.path("state/deep"))
    return fixture
  }

  @Test func `each outcome is recorded with its details`() throws {
    let fixture = try fixture()
    try fixture.write(
      "001_lose", "DELETE FROM club WHERE id = 1; ALTER TABLE club DROP COLUMN motto;")
    let prepared = try fixture.prepared()
    _ = fixture.session.step(prepared, agreeing: [])
    try fixture.step()
    let restore = try fixture.session.prepareRestore()
    _ = fixture.session.restore(restore)
    let offers = try fixture.session.repairs(selected: "001_lose")
    let repair = try #require(offers.repairs.first)
    _ = try fixture.session.repair(repair, of: offers)

    let history = fixture.session.history()
    #expect(history.damagedLines == [] && history.problem == nil)
    let events = history.events
    #expect(events.map(\.outcome) == [.refused, .applied, .restored, .repaired])
    #expect(events.map(\.action) == [.step, .step, .restore, .repair])
    #expect(events.map(\.subject) == ["001_lose", "001_lose", restore.backup.path, repair.title])
    let applied = events[1]
    #expect(applied.digest?.count == 64)
    #expect(applied.losses?.rowCount == 1)
    #expect(applied.losses?.names(of: .column) == ["club.motto"])
    #expect(applied.rows?.map(\.table) == ["club"])
    #expect(applied.violations?.after == 0)
    #expect(applied.backup?.path.hasSuffix(".before-001_lose") == true)
    #expect(applied.user?.isEmpty == false)
    #expect(applied.time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(applied.seconds ?? 0 > 0)
    #expect(events[0].message?.contains("this was not accepted") == true)
    #expect(events[2].restored?.path == restore.backup.path)
    #expect(events[3].backup?.path.hasSuffix(".before-repair") == true)
  }

  @Test func `losses are recorded as in the report, with table and kind`() throws {
    let fixture = try fixture()
    try fixture.execute(
      """
      CREATE TABLE score (id INTEGER PRIMARY KEY, points INTEGER CHECK (points > 0));
      CREATE UNIQUE INDEX by_points ON score (points);
      CREATE TABLE "old, one" (a); INSERT INTO "old, one" VALUES (1), (2); CREATE TABLE bare (a);
      INSERT INTO score VALUES (1, 10), (2, 20), (3, 30);
      """)
    try fixture.write(
      "001_lose",
      """
      DELETE FROM score WHERE id = 1; UPDATE score SET points = 31415926 WHERE id = 2;
      DROP INDEX by_points; DROP TABLE "old, one"; DROP TABLE bare;
      ALTER TABLE club DROP COLUMN motto;
      """)
    let report = try #require(try fixture.step().steps.first)
    let event = try #require(fixture.session.history().events.last)
    let told = report.losses.lines(isDone: true)
    #expect(
      told.map(\.plain) == [
        "LOST 2 rows of old, one, the table is dropped", "LOST 1 row of score, deleted",
        "LOST 1 value of score.points: 1 overwritten", "LOST table bare, which has no rows",
        "LOST column motto of club, with 1 value", "LOST unique index by_points, not re-created",
      ])
    #expect(event.losses?.list == report.losses.list)
    #expect(event.lines.filter(told.contains) == told)
    #expect(
      event.headline.hasSuffix(
        ", lost 3 rows, lost 1 value, dropped 1 column, dropped 2 tables, "
          + "1 unique index not re-created"))
    // Values of rows are not recorded.
    let path = try #require(fixture.session.history().path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("31415926") && !text.contains("Onward"))
  }

  @Test func `a line written by an older version is read and shown`() throws {
    let fixture = try fixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let path = try #require(fixture.session.history().path)
    let line = """
      {"action":"step","counting":"counted","losses":{"columns":["club.motto"],\
      "objects":["by_name"],"rows":812,"tables":["score"],"unseen":["player"],"values":1},\
      "outcome":"applied","subject":"000_old","time":"2026-05-06T07:08:09.120Z"}

      """
    try (line + String(contentsOfFile: path, encoding: .utf8))
      .write(toFile: path, atomically: true, encoding: .utf8)
    let history = fixture.session.history()
    #expect(history.damagedLines == [])
    #expect(history.events.map(\.subject) == ["000_old", "001_one"])
    let old = try #require(history.events.first)
    #expect(old.losses?.rowCount == 812)
    #expect(
      old.lines.map(\.plain).filter { $0.hasPrefix("LOST") || $0.hasPrefix("UNSEEN") } == [
        "LOST 812 rows", "LOST 1 value", "LOST table score", "LOST column club.motto",
        "LOST by_name", "UNSEEN values of player, which may have changed",
      ])
  }

  @Test func `the history contains a step from its beginning and lists it only once`() throws {
    let fixture = try fixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_two", "CREATE TABLE two (a);")
    let session = fixture.session
    let prepared = try fixture.prepared(.all)
    var during: [[HistoryEvent]] = []
    let outcome = session.step(
      prepared, agreeing: [],
      onEvent: { event in
        if case .began = event { during.append(session.history().events) }
      })
    #expect(outcome.error == nil)
    #expect(during.map { $0.map(\.outcome.rawValue) } == [["began"], ["applied", "began"]])
    let begun = try #require(during.last?.last)
    #expect(begun.subject == "002_two")
    #expect(begun.headline == "002_two began, but its end was not recorded")
    #expect(begun.isFailure)
    #expect(begun.digest?.count == 64)
    #expect(begun.backup?.path.hasSuffix(".before-001_one") == true)
    #expect(session.history().events.map(\.outcome) == [.applied, .applied])
  }

  @Test func `numbers that were not counted are marked as predicted or unknown`() throws {
    let fixture = try fixture()
    try fixture.write("001_free", "-- migtui: no-transaction\nUPDATE club SET name = 'x';")
    try fixture.write("002_blind", "DELETE FROM club WHERE id = 1;")
    try fixture.step()
    let prepared = try fixture.prepared(rehearsal: .none)
    _ = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    let events = fixture.session.history().events
    #expect(events.map(\.counting) == [.predicted, StepReport.Counting.none])
    #expect(events[0].losses?.names(of: .unseen) == ["club"])
    #expect(events[0].lines.contains { $0.plain.contains("numbers are from the dry run") })
    #expect(events[1].lines.contains { $0.plain.contains("not counted without a dry run") })
    #expect(try fixture.strings("SELECT DISTINCT name FROM club") == ["x"])
  }

  @Test func `the history file is private and is found through links to the database`() throws {
    let fixture = try fixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let path = try #require(fixture.session.history().path)
    #expect(path.hasPrefix(fixture.folder.path("state/deep/app.sqlite-")))
    for (path, mode) in [(path, 0o600), (fixture.folder.path("state/deep"), 0o700)] {
      let found =
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(found == mode)
    }
    let link = fixture.folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    let linked = MigrationSession(
      database: link, migrations: DatabaseMigrator(), history: fixture.history)
    #expect(linked.history() == fixture.session.history())
  }

  @Test func `nothing is written if the history is disabled`() throws {
    var fixture = try fixture()
    fixture.history = .none
    try fixture.write("001_one", "CREATE TABLE one (a);")
    #expect(try fixture.step().historyFailure == nil)
    #expect(fixture.session.history() == History())
    #expect(!fixture.folder.names().contains { $0.contains("jsonl") })
  }

  @Test func `a warning is given if the history cannot be written`() throws {
    var fixture = try fixture()
    try fixture.folder.write("file", "")
    fixture.history = .folder(fixture.folder.path("file/state"))
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let outcome = try fixture.step()
    #expect(outcome.historyFailure?.sentence.contains("could not be written") == true)
    #expect(try fixture.applied == ["001_one"])
  }

  @Test func `a damaged line is skipped and reported, and the next event is recorded`() throws {
    let fixture = try fixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_two", "CREATE TABLE two (a);")
    try fixture.step()
    let path = try #require(fixture.session.history().path)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    // A line that a crash cut off.
    try file.write(contentsOf: Data("{\"time\":\"20".utf8))
    try file.close()
    try fixture.step()
    let history = fixture.session.history()
    #expect(history.events.map(\.subject) == ["001_one", "002_two"])
    #expect(history.damagedLines == [3])
    #expect(history.warnings.first?.hasPrefix("Line 3 of ") == true)
  }

  @Test func `a file that replaces the database is recognized as another file`() throws {
    let fixture = try fixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    let copy = fixture.folder.path("copy.sqlite")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.moveItem(atPath: copy, toPath: fixture.path)
    let prepared = try fixture.session.prepareRestore()
    // The recorded state belongs to another file.
    #expect(!prepared.isStraight)
  }
}
