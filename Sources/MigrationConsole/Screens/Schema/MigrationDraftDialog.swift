import MigratorEngine
import MigratorSession
import MigratorWriter
import TerminalUI

/// A new migration with the result of its trial, and the choice to write it.
struct MigrationDraftDialog: ConsoleDialog {
  let draft: MigrationDraft
  let goal: MigrationDraft.Goal

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.write, [.char("w")], "write the file", "Write the migration to its folder."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 96 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    command == .write
      ? .ask(.writeFiles(draft.files, for: .schema(goal)))
      : .close(Notice(level: .info, text: "No migration was written."))
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var lines: [StyledLine] = []
    for file in draft.files { lines += paragraph(file.path, width: columns, .strong, bold: true) }
    lines += paragraph(draft.verdict.summary, width: columns, .applied)
    for warning in draft.verdict.warnings {
      lines += paragraph(warning, width: columns, .warning)
    }
    for line in draft.rehearsal?.lines ?? [] { lines += line.styled(width: columns) }
    for loss in draft.plan.losses {
      lines += paragraph("Drops \(loss.text).", width: columns, .danger)
    }
    for note in draft.plan.notes { lines += paragraph(note.text, width: columns, .dim) }
    if goal == .migrationsToDatabase {
      lines += paragraph(
        "This database already has these changes. After writing the file, select it on the first "
          + "screen, press \(scene.key(.repair)) and mark it as applied.", width: columns,
        .warning)
    }
    var last: String?
    for statement in draft.plan.statements {
      let reason = statement.reason.text
      if reason != last {
        lines += [StyledLine()] + paragraph("-- \(reason)", width: columns, .dim)
        last = reason
      }
      for line in "\(statement.sql);".split(separator: "\n") {
        let shown = line.map { $0 == "\t" ? "  " : String($0) }.joined()
        for (index, piece) in paragraph(shown, width: columns - 2).enumerated() {
          lines.append(index == 0 ? piece : piece.indented(by: 2))
        }
      }
    }
    return DialogText(title: "New migration, not written yet", lines: lines)
  }
}
