import Foundation
import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Starting editors and pagers, and handling their end.
struct OutsideProgramTests {
  @Test(arguments: [
    ("vi", ["vi", "+8", "a b.sql"]), ("emacsclient -t", ["emacsclient", "-t", "+8", "a b.sql"]),
    ("/usr/bin/code", ["/usr/bin/code", "--wait", "--goto", "a b.sql:8"]),
    ("code --wait", ["code", "--wait", "--goto", "a b.sql:8"]), ("hx", ["hx", "a b.sql:8"]),
    ("vi; rm -rf $HOME", ["vi;", "rm", "-rf", "$HOME", "+8", "a b.sql"]),
  ])
  func `an editor opens a file at a line, and no shell parses its name`(
    command: String, arguments: [String]
  ) {
    #expect(ExternalProgram.editor(command, path: "a b.sql", line: 8) == arguments)
  }

  @Test func `a file whose name looks like an option is passed as a file`() {
    #expect(ExternalProgram.editor("vi", path: "-c.sql", line: nil) == ["vi", "./-c.sql"])
    #expect(ExternalProgram.editor("vi", path: "+1.sql", line: 2) == ["vi", "+2", "./+1.sql"])
  }

  @Test func `the file of the selected migration opens at the line that failed`() {
    var model = Story.model()
    #expect(
      model.press(.char("o")) == [
        .run(
          .editor(
            paths: ["Migrations/011_players_need_a_club.sql", "011_players_need_a_club.sql"],
            line: nil))
      ])
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(Story.failedStep))
    let effects = model.press(.char("o"))
    guard case .run(.editor(_, let line))? = effects.first else {
      Issue.record("no editor: \(effects)")
      return
    }
    #expect(line == 8)
  }

  @Test func `after the editor exits, everything is reloaded, and typed keys are not discarded`() {
    var model = Story.model()
    let effects = model.update(
      .work(.ran(ExternalProgram.Ending(notice: nil, mayHaveChanged: true))))
    #expect(effects.contains(.loadOverview) && !effects.contains(.flushTypeAhead))
  }

  @Test func `opening an applied migration without a file reports that it has none`() {
    var model = Story.model()
    model.screens.migrations.select("hotfix-2024", in: model.scene)
    model.press(.char("z"))
    #expect(model.press(.char("o")).isEmpty)
    #expect(model.notice?.text == "This migration has no file.")
  }

  @Test
  func `the pager gets a private temporary file that is removed afterwards`()
    throws
  {
    let terminal = MemoryTerminal { _ in nil }
    let outcome = ExternalProgram.pager(text: "hello\n").run(on: terminal) {
      $0 == "PAGER" ? "less -R" : nil
    }
    #expect(outcome == ExternalProgram.Ending(notice: nil, mayHaveChanged: false))
    let arguments = try #require(terminal.programs.first)
    #expect(Array(arguments.prefix(2)) == ["less", "-R"])
    #expect(arguments.count == 3 && !FileManager.default.fileExists(atPath: arguments[2]))
  }
}
