import MigratorEngine
import MigratorSession
import TerminalUI

/// The effects of the chosen fixes on a copy, and the ways to bring them to the database.
struct FixTrialDialog: ConsoleDialog {
  let trial: FixTrial

  private var files: [MigrationFile] {
    if trial.failure == nil, case .file(let files, _) = trial.delivery { files } else { [] }
  }

  var bindings: [Binding] {
    let close = Binding.dialog(
      .back, [.escape, .enter, .control("c"), .char("q")], "close", "Close the dialog.")
    let write = Binding.dialog(
      .write, [.char("w")], "write the file", "Write the fixes to a new migration.")
    let apply = Binding.dialog(
      .applyFixes, [.char("a")], "apply at once", "Apply the fixes to the real file now.")
    return [close] + (files.isEmpty ? [] : [write]) + (trial.failure == nil ? [apply] : [])
      + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .write:
      guard case .file(let files, let follower) = trial.delivery else { return .stay }
      return .ask(.writeFiles(files, for: .fixes(before: follower)))
    case .applyFixes: return .replace(ConfirmFixes(trial: trial))
    default: return .close(nil)
    }
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    let seconds = trial.reports.reduce(0) { $0 + $1.seconds }
    var lines = [
      StyledLine("COPY", .copy, bold: true).adding(
        " took \(Format.seconds(seconds)); the real file is unchanged", .dim)
    ]
    for line in trial.lines { lines += line.styled(width: columns) }
    if let failure = trial.failure {
      lines += failure.explanation(on: .copy, width: columns, of: scene.context.path)
      return DialogText(title: "A fix failed on a copy", lines: lines)
    }
    lines += [StyledLine()] + paragraph(trial.deliveryWords, width: columns, .strong)
    lines.append(StyledLine())
    lines += trial.statementLines(columns: columns)
    return DialogText(title: "Result of the fixes on a copy", lines: lines)
  }
}

/// Asks whether to run the fixes on the real file.
struct ConfirmFixes: ConfirmationDialog {
  let trial: FixTrial
  var consent: Confirmation

  init(trial: FixTrial) {
    self.trial = trial
    consent = Confirmation(
      "Apply", agreeing: "apply to the real file", phrases: trial.phrase.map { [$0] } ?? [])
  }

  var agreed: DialogOutcome {
    .begin(.fixing) { [trial, consent] in
      .applyFixes(
        trial, agreeing: consent.given.first, keepsBackup: consent.makesBackup, generation: $0)
    }
  }

  var left: DialogOutcome { .replace(FixTrialDialog(trial: trial)) }
  var widest: Int { 88 }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var lines = paragraph(scene.context.databasePath, width: columns, .strong)
    // The statements and the rows were shown before; this is what remains to be decided.
    for fix in trial.fixes {
      lines += paragraph("\(fix.foreignKey.title): \(fix.note)", width: columns)
    }
    for line in trial.summaryLines { lines += line.styled(width: columns) }
    if case .atOnce(let reason) = trial.delivery {
      lines += paragraph(reason, width: columns, .warning)
    }
    lines += trial.backups.lines.flatMap { $0.styled(width: columns) }
    return DialogText(
      title: "Apply the fixes to the REAL file", lines: lines,
      choice: consent.choice(
        backup: trial.backups.path, because: "Data is lost.", in: scene, columns: columns))
  }
}

extension FixTrial {
  /// The statements, wrapped, because all of them must be readable before they run.
  fileprivate func statementLines(columns: Int) -> [StyledLine] {
    script.split(separator: "\n").flatMap { paragraph(String($0), width: columns, .dim) }
  }
}

extension Command {
  /// In a dialog: apply the fixes of violations at once.
  public static var applyFixes: Command { Command() }
}
