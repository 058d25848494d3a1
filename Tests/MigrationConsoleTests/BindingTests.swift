import MigratorEngine
import Testing
import TerminalUI

@testable import MigrationConsole
@testable import MigratorSession

struct BindingTests {
  @Test(arguments: Screens.every)
  func `no two bindings available on a screen share a key`(screen: Screen) {
    for isLocal in [true, false] {
      let keys = Binding.table.filter {
        $0.isLocal == isLocal && (!isLocal || Screens.owner(of: $0.command) == screen)
      }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func `a screen's own key overrides a key that all screens share`() throws {
    let trace = try #require(Screens.owner(of: .traceNext))
    let keys = KeyMap.standard
    #expect(keys.binding(for: .char("n"), on: trace)?.command == .traceNext)
    #expect(keys.binding(for: .char("n"), on: Screens.all[0])?.command == .findNext)
    #expect(keys.binding(for: .char(":"), on: trace)?.command == .traceQuery)
    #expect(keys.binding(for: .char(":"), on: Screens.all[0])?.command == .palette)
  }

  @Test func `every command has exactly one binding, and every screen has a key`() {
    #expect(Binding.table.count == Set(Binding.table.map(\.command)).count)
    for screen in Screens.all {
      #expect(
        KeyMap.standard.binding(
          for: .char(Character("\(screen.number)")), on: Screens.all[0])?.command == .show(screen))
    }
  }

  @Test func `no two keys of a dialog are the same`() {
    let offers = RepairOffers(
      repairs: [], fingerprint: DatabaseFingerprint(value: ""),
      backups: BackupPlan(occasion: .repair, path: ""))
    let dialogs: [any ConsoleDialog] = [
      MessageDialog(title: "", lines: []), QuitDialog(), RepairDialog(offers: offers),
    ]
    for bindings in dialogs.map(\.bindings) + [Binding.question(agreeing: "agrees")] {
      let keys = bindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func `every binding in the footer has a short name`() {
    for command in Binding.footerOrder + Binding.footerEnd {
      #expect(Binding.table.first { $0.command == command }?.short != nil, "\(command)")
    }
  }

  @Test func `pressing an unavailable key explains why it is unavailable`() {
    var model = Story.model()
    model.press(.char("3"))
    #expect(model.press(.char("]")).isEmpty)
    #expect(model.notice?.text == "This screen has no tabs.")
  }

  @Test func `the footer omits unavailable keys`() {
    var model = Story.model()
    model.press(.char("d"))
    #expect(!render(model).grid.row(23).contains("step"))
  }
}
