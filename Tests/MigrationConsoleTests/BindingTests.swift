import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

struct BindingTests {
  @Test func `no two bindings share a key`() {
    let keys = Binding.table.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `every command has exactly one binding, and every screen a key`() {
    #expect(Binding.table.count == Set(Binding.table.map(\.command)).count)
    for screen in Screens.all {
      #expect(
        Binding.binding(for: .char(Character("\(screen.number)")))?.command == .show(screen))
    }
  }

  @Test func `no two keys of a dialog are the same`() {
    let offers = RepairOffers(
      repairs: [], fingerprint: DatabaseFingerprint(value: ""), backupPath: "")
    let dialogs: [any ConsoleDialog] = [
      MessageDialog(title: "", lines: []), QuitDialog(), RepairDialog(offers: offers),
    ]
    for bindings in dialogs.map(\.bindings) + [Binding.question(agreeing: "agrees")] {
      let keys = bindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func `what the footer shows has a short name`() {
    for command in Binding.footerOrder + Binding.footerEnd {
      #expect(Binding.table.first { $0.command == command }?.short != nil, "\(command)")
    }
  }

  @Test func `a key that cannot be used now says why`() {
    var model = Story.model()
    model.press(.char("3"))
    #expect(model.press(.char("]")).isEmpty)
    #expect(model.notice?.text == "This screen has no tabs.")
  }

  @Test func `the footer leaves out what cannot be used`() {
    var model = Story.model()
    model.press(.char("d"))
    #expect(!render(model).grid.row(23).contains("step"))
  }
}
