import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// The list of keys and the palette, built from the table of bindings.
struct KeysDialogTests {
  private func dialog(_ model: ConsoleModel) -> KeysDialog? { model.dialog?.content as? KeysDialog }

  @Test func `the help contains every command and every key`() throws {
    var model = Story.model()
    model.press(.char("?"))
    let entries = try #require(dialog(model)).entries
    for binding in Binding.table {
      let entry = entries.first { $0.command == binding.command }
      #expect(entry?.label.plain == binding.label(), "\(binding.command)")
      #expect(entry?.refusal == model.availability.refusal(of: binding.command))
    }
    #expect(entries.contains { $0.heading == "Marks" })
    // A sign after a number has a different meaning from one before a migration.
    for label in ["7?", "7!"] { #expect(entries.contains { $0.label.plain == label }) }
    #expect(entries.contains { $0.heading == Binding.Group.dialog.rawValue })
  }

  @Test func `the help starts with all the keys in the current screen's footer`() throws {
    var model = Story.model(columns: 40)
    let shown = model.availability.useful.map(\.command)
    model.press(.char("?"))
    let entries = try #require(dialog(model)).entries
    #expect(Array(entries.prefix(shown.count).compactMap(\.command)) == shown)
    #expect(entries[0].heading == "On this screen: Migrations")
  }

  @Test func `typing filters the help, and Enter runs the match`() throws {
    var model = Story.model()
    model.press(.char("?"))
    model.type("history run")
    #expect(dialog(model)?.found.first?.command == .show(Screens.all[3]))
    model.press(.enter)
    #expect(model.dialog == nil)
    #expect(model.screen == Screens.all[3])
  }

  @Test func `keys typed before the palette is drawn go into its filter, and Enter runs the match`()
  {
    var model = Story.model()
    #expect(model.update(.key(.char(":"))) == [])
    for character in "undo" { #expect(model.update(.key(.char(character))) == []) }
    #expect(
      model.update(.key(.enter)) == [.prepareRestore(nil, generation: model.generation)])
    // Without a word, an undrawn list has no selected command.
    var other = Story.model()
    _ = other.update(.key(.char(":")))
    #expect(other.update(.key(.enter)) == [])
    #expect(other.dialog != nil && other.work == nil)
  }

  @Test func `letters typed into the list are text and run no commands`() {
    var model = Story.model()
    model.press(.control("p"))
    #expect(model.press(.char("q"), .char("s"), .char("d")).allSatisfy { $0 == .flushTypeAhead })
    #expect(dialog(model)?.field.text == "qsd")
    #expect(!model.isQuitting && model.work == nil)
  }

  @Test
  func `the reason why a command is unavailable is shown, and Enter does not run it`() throws {
    var model = Story.model()
    model.press(.char("d"), .char(":"))
    model.type("real file next")
    let chosen = try #require(dialog(model)?.chosen)
    #expect(chosen.command == .step)
    #expect(chosen.refusal?.contains("is running. Wait,") == true)
    let effects = model.press(.enter)
    #expect(effects.isEmpty)
    #expect(model.dialog?.remark == chosen.refusal)
  }

  @Test func `the palette lists available commands before unavailable ones`() throws {
    var model = Story.model()
    model.press(.char(":"))
    let entries = try #require(dialog(model)).entries
    let firstOff = entries.firstIndex { $0.refusal != nil } ?? entries.count
    #expect(entries[firstOff...].allSatisfy { $0.refusal != nil })
    #expect(entries.allSatisfy { $0.command != nil })
  }

  @Test func `commands that begin with the typed words come before other matches`() {
    var model = Story.model()
    model.press(.char(":"))
    model.type("viol")
    #expect(dialog(model)?.chosen?.command == .show(Screens.all[2]))
  }

  @Test func `the selected command is always visible`() {
    var model = Story.model(rows: 12)
    model.press(.char("?"))
    let count = dialog(model)?.entries.count ?? 0
    for _ in 0..<count {
      #expect(render(model).grid.text.contains("> "))
      model.press(.down)
    }
    model.press(.end)
    #expect(render(model).grid.text.contains("stale"))
    model.press(.home)
    #expect(render(model).grid.text.contains("On this screen"))
  }

  @Test
  func `a step chosen from the palette requires the same confirmation as one started by its key`() {
    var model = Story.model()
    model.press(.char(":"))
    model.type("next migration real")
    let effects = model.press(.enter)
    #expect(
      effects.contains { if case .prepareStep(.next, _, _) = $0 { true } else { false } })
    model.answerPrepare(Story.dryRun(Story.harmlessStep))
    #expect(model.dialog?.content is ConfirmStep)
  }
}
