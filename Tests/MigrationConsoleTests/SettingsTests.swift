import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Configuration files and their errors.
struct SettingsTests {
  private func read(_ texts: String...) -> SettingsReader {
    var reader = SettingsReader()
    for (index, text) in texts.enumerated() { reader.read(text, of: "\(index).conf") }
    reader.finish()
    return reader
  }

  @Test func `a file next to the database can forbid automatic dry runs, but not allow them again`()
  {
    #expect(read("theme = dark").settings.rehearses == nil)
    #expect(read("rehearse = auto").settings.rehearses == true)
    #expect(read("rehearse = auto", "rehearse = ask").settings.rehearses == false)
    #expect(read("rehearse = ask", "rehearse = auto").settings.rehearses == false)
    #expect(read("rehearse = sometimes").problems.first?.message.contains("auto") == true)
  }

  @Test func `a later file overrides an earlier one`() {
    let reader = read(
      "# mine\ntheme = dark\nmouse=off  # not at all\n",
      """
      theme = light
      [colours]
      danger = #ff5f5f bold
      border-focused = 33 underline
      [keys]
      dry-run = d F6
      next-tab =
      """)
    #expect(reader.problems.isEmpty)
    #expect(reader.settings.theme == .light)
    #expect(reader.settings.usesMouse == false)
    #expect(reader.settings.colors[.danger] == Paint(.rgb(RGB(0xFF5F5F)), bold: true))
    #expect(reader.settings.colors[.borderFocused]?.underline == true)
    let keys = reader.settings.keyMap
    #expect(keys.binding(of: .dryRun)?.keys == [.char("d"), .function(6)])
    #expect(keys.binding(of: .nextTab)?.keys.isEmpty == true)
    #expect(keys.label(of: .nextTab) == "the command next-tab")
  }

  @Test func `a read-only console changes no database and explains why`() {
    #expect(
      read("\nread-only = on").settings.project.readOnly == .settings(file: "0.conf", line: 2))
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "app.sqlite", glyphs: .unicode, readOnlyReason: "Opened read-only."),
      size: Size(columns: 80, rows: 24))
    _ = model.begin()
    _ = model.update(.work(.overview(.success(Story.overview()))))
    for key in "sau" {
      let effects = model.press(.char(key))
      #expect(model.scene.notice?.text == "Opened read-only.", "\(key)")
      #expect(effects.isEmpty, "\(key)")
      #expect(model.dialog == nil)
    }
    #expect(!model.press(.char("d")).isEmpty)
    #expect(render(model).grid.row(0).contains("  read-only  "))
  }

  @Test func `a later settings file can turn on read-only but cannot turn it off`() {
    let on = ReadOnlyReason.settings(file: "0.conf", line: 1)
    #expect(read("read-only = on", "read-only = off").settings.project.readOnly == on)
    #expect(read("read-only = on", "theme = dark").settings.project.readOnly == on)
    #expect(read("read-only = on", "read-only = on").settings.project.readOnly == on)
    #expect(
      read("read-only = off", "read-only = on").settings.project.readOnly
        == .settings(file: "1.conf", line: 1))
    #expect(read("read-only = off").settings.project.readOnly == nil)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], [true, false])
  func `settings are read with any line endings or a byte order mark`(end: String, hasMark: Bool) {
    let text = "# mine\(end)mouse = off\(end)read-only = on\(end)"
    let reader = read((hasMark ? "\u{FEFF}" : "") + text)
    #expect(reader.problems.isEmpty)
    #expect(reader.settings.usesMouse == false)
    #expect(reader.settings.project.readOnly == .settings(file: "0.conf", line: 3))
    let wrong = read((hasMark ? "\u{FEFF}" : "") + text + "read-only = yes\(end)")
    #expect(wrong.problems.map(\.line) == [4])
  }

  @Test(arguments: [
    ("mouse = off\nmouse=on", 2, "mouse is already set on line 1"),
    ("read-only = off\n\nread-only = on", 3, "read-only is already set on line 1"),
    ("read-only = On", 1, "Write on or off, not \"On\"."),
    ("read-only =", 1, "Write on or off"),
    ("[keys]\nstep = F6\n[colours]\n[keys]\nstep = F7", 5, "step is already set on line 2"),
    ("themes = dark", 1, "Unknown setting \"themes\". Use theme."),
    ("\ntheme = drak", 2, "Unknown theme \"drak\""), ("mouse = maybe", 1, "Write on or off"),
    ("[colors]", 1, "Unknown section [colors]"), ("nonsense", 1, "NAME = VALUE"),
    ("[colours]\ndanger = red", 2, "\"red\" is not a color"),
    ("[colours]\nalert-badge = 9", 2, "Add the style `reverse`."),
    ("[colours]\ndangr = 9", 2, "Unknown role \"dangr\". Use danger."),
    ("[keys]\nstepp = s", 2, "Unknown command \"stepp\""),
    ("[keys]\nstep = Hyper-X", 2, "\"Hyper-X\" is not a key"),
    ("[keys]\nstep = Esc", 2, "Esc is a fixed key"),
    ("[keys]\nback = b", 2, "cannot be changed"), ("[keys]\nquit =", 2, "quit requires a key."),
    ("[keys]\n\nstep = d", 3, "d is already the key of dry-run. Choose another key."),
  ])
  func `an invalid line is reported with its location`(text: String, line: Int, words: String)
    throws
  {
    let problems = read(text).problems
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.line == line)
    #expect(problem.file == "0.conf")
    #expect(problem.message.contains(words), "\(problem.message)")
  }

  @Test func `assigning one key to two commands is reported, unless the first gets another key`() {
    #expect(read("[keys]\nstep = F6", "[keys]\nreload = F6").problems.count == 2)
    #expect(read("[keys]\nstep = d\ndry-run = F6").problems.isEmpty)
    // A key of one screen overrides the same key of all screens.
    #expect(read("[keys]\ntrace-next = d").problems.isEmpty)
    #expect(read("[keys]\ntrace-next = c").problems.count == 1)
  }

  @Test func `the former name of a renamed command is accepted`() {
    let reader = read("[keys]\nmend = F6")
    #expect(reader.problems.isEmpty)
    #expect(reader.settings.keyMap.binding(of: .fix)?.keys == [.function(6)])
    #expect(read("[keys]\nfix = F6\nmend = F7").problems.count == 1)
  }

  @Test func `every command and every role has a unique name that can be parsed`() {
    let names = Binding.table.map(\.command.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("dry-run") && names.contains("show-1"))
    #expect(Set(Role.allCases.map(\.name)).count == Role.allCases.count)
  }

  @Test func `every key can be parsed from its label`() {
    for key in Binding.table.flatMap(\.keys) { #expect(Key(label: key.label) == key) }
    #expect(Key(label: "pgup") == .pageUp)
    #expect(Key(label: "ctrl-x") == .control("x"))
    #expect(Key(label: "up") == .up)
    for word in ["", " ", "Ctrl-", "F0", "F99", "xy"] {
      #expect(Key(label: word) == nil, "\(word)")
    }
  }

  @Test func `the console uses the configured keys and names them in its messages`() {
    var model = Story.model()
    var context = ConsoleContext(databasePath: "app.sqlite", glyphs: .unicode)
    context.keys = read("[keys]\ndry-run = F6\nreload =").settings.keyMap
    model = ConsoleModel(context: context, size: Size(columns: 80, rows: 24))
    _ = model.begin()
    _ = model.update(.work(.overview(.success(Story.overview()))))
    #expect(model.press(.char("d")).isEmpty)
    #expect(model.notice?.text == "d does nothing here. Press ? for the keys.")
    model.press(.char("]"))
    #expect(render(model).grid.text.contains("Press F6 to run this"))
    #expect(render(model).grid.row(23).contains("F6 dry run"))
    #expect(!render(model).grid.row(23).contains("reload"))
    #expect(model.press(.function(6)).contains { if case .dryRun = $0 { true } else { false } })
  }

  @Test func `with reduced motion, nothing is redrawn several times a second`() {
    var context = ConsoleContext(databasePath: "app.sqlite", glyphs: .unicode)
    context.reducesMotion = true
    var model = ConsoleModel(context: context, size: Size(columns: 80, rows: 24))
    _ = model.begin()
    #expect(model.redrawInterval == RedrawInterval.age)
  }
}
