import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Sort orders of lists.
struct SortTests {
  private func names(_ model: ConsoleModel) -> [String] {
    model.screens.migrations.rows(in: model.scene).map(\.identifier)
  }

  @Test func `times with different offsets from UTC are compared as points in time`() {
    let migrations = [
      ("1", "2026-11-22T10:00:00+02:00"), ("2", "2026-11-22T09:00:00Z"),
      ("3", "2026-11-22 08:30:00+00:00"), ("4", "2026-11-22T01:00:00-09:00"),
    ].map { MigrationStatus(identifier: $0.0, state: .applied, appliedAt: $0.1) }
    #expect(MigrationOrder.time.sorted(migrations).map(\.identifier) == ["4", "2", "3", "1"])
  }

  @Test
  func `sorting by state puts migrations that need attention first and keeps the selection`() {
    var model = Story.model()
    let usual = names(model)
    let selected = model.screens.migrations.selected(in: model.scene)?.identifier
    model.press(.char("S"))
    let rows = names(model)
    #expect(
      rows.prefix(5) == [
        "hotfix-2024", "009b_backfill", "011_players_need_a_club", "012_leagues",
        "013_drop_legacy_scores",
      ])
    #expect(rows.suffix(10) == usual.prefix(10))
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == selected)
    #expect(model.notice?.text == "Order: by state.")
    #expect(render(model).grid.text.contains("Migrations, by state"))
    model.press(.char("/"))
    model.type("00")
    #expect(names(model).first == "009b_backfill")
    model.press(.escape, .char("S"))
    #expect(names(model) == usual)
    #expect(render(model).grid.text.contains("┌ Migrations ─"))
  }

  @Test func `if the ledger has times, migrations can be sorted with the newest first`() {
    var model = Story.model()
    let migrations = (1...3).map {
      MigrationStatus(
        identifier: "00\($0)", state: $0 < 3 ? .applied : .pending,
        appliedAt: $0 < 3 ? "2026-01-0\(3 - $0) 10:00:00" : nil)
    }
    _ = model.update(
      .work(.overview(.success(Story.overview(StatusReport(migrations: migrations))))))
    model.press(.char("S"), .char("S"))
    #expect(model.notice?.text == "Order: last applied first.")
    #expect(names(model) == ["001", "002", "003"])
    #expect(
      MigrationOrder.time.sorted(migrations.reversed()).map(\.identifier) == ["001", "002", "003"])
  }

  @Test func `violations can be sorted by table and by count`() {
    var model = Story.model()
    model.press(.char("3"))
    func groups() -> [String] {
      let screen = model.screens.violations
      return screen.rows.compactMap { row in
        if case .group(let index) = row { screen.groups[index].key.originTable } else { nil }
      }
    }
    #expect(groups() == ["player", "line_up"])
    model.press(.char("S"))
    #expect(groups() == ["line_up", "player"])
    #expect(render(model).grid.text.contains("Violations, by table"))
    model.press(.char("S"))
    #expect(groups() == ["player", "line_up"])
    #expect(model.notice?.text == "Order: most rows first.")
  }

  @Test
  func `every screen with several sort orders names the current one and cycles through them`() {
    for key in "12345" {
      var model = Story.model()
      model.press(.char("d"))
      model.answerDryRun(Story.dryRun(Story.lossyStep))
      model.press(.char(key))
      let orders = model.front.orders(in: model.scene)
      #expect(orders.count > 1, "\(key)")
      for turn in 1...orders.count {
        model.press(.char("S"))
        let order = orders[turn % orders.count]
        #expect(model.notice?.text == "Order: \(order).", "\(key)")
        let heading = model.front.fullHeading(in: model.scene)
        #expect(heading.hasSuffix(", \(order)") == (turn < orders.count), "\(key)")
      }
    }
  }

  @Test func `events that arrive while the history is visible are sorted`() {
    var model = Story.model()
    func event(_ second: Int, took seconds: Double) -> HistoryEvent {
      var event = HistoryEvent(
        time: "2026-01-01T00:00:\(second)0.000Z", action: .step, outcome: .applied)
      event.subject = "\(second)"
      event.seconds = seconds
      return event
    }
    func subjects() -> [String?] {
      model.screens.history.rows(in: model.scene).compactMap {
        if case .event(let event) = $0 { event.subject } else { nil }
      }
    }
    model.press(.char("4"))
    _ = model.update(.work(.history(History(events: [event(1, took: 3), event(2, took: 1)]))))
    #expect(subjects() == ["2", "1"])
    model.press(.char("S"))
    #expect(subjects() == ["1", "2"])
    let more = [event(1, took: 3), event(2, took: 1), event(3, took: 2)]
    _ = model.update(.work(.history(History(events: more))))
    #expect(subjects() == ["1", "3", "2"])
    model.press(.char("/"))
    model.type("00:00:30")
    #expect(subjects() == ["3"])
    model.press(.escape, .char("d"))
    model.answerDryRun(Story.dryRun(Story.harmlessStep))
    #expect(model.screens.history.count(in: model.scene) == 4)
  }

  @Test func `if there is only one sort order, pressing the sort key says so`() {
    var model = Story.model()
    model.press(.char("x"))
    #expect(model.isTracing)
    model.press(.char("S"))
    #expect(model.notice?.text == "This list can be sorted in only one way.")
  }
}
