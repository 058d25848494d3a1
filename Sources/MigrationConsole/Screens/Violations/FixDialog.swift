import MigratorEngine
import MigratorSession
import TerminalUI

/// A choice of statements that fix all violations of one foreign key; each can be tried on a copy.
struct FixDialog: ConsoleDialog {
  let remedies: [GroupFix]
  let count: Int
  private(set) var index = 0

  init(remedies: [GroupFix], count: Int) {
    self.remedies = remedies
    self.count = count
  }

  var bindings: [Binding] {
    [
      .dialog(.back, [.escape, .control("c"), .char("q")], "close", "Close the dialog."),
      .dialog(.activate, [.enter], "try on a copy", "Run the statement on a copy."),
      .dialog(.nextField, [.down, .char("j"), .tab], "next", "Select the next statement."),
      .dialog(.previousField, [.up, .char("k"), .backTab], nil, "Select the previous statement."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func choose(_ index: Int) { self.index = index }

  mutating func perform(_ command: Command) -> DialogOutcome {
    switch command {
    case .back: return .close(nil)
    case .nextField: index = (index + 1) % remedies.count
    case .previousField: index = (index + remedies.count - 1) % remedies.count
    case .activate:
      let remedy = remedies[index]
      return .work(.tryingFix) { .tryFix(remedy, generation: $0) }
    default: break
    }
    return .stay
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var text = DialogText(
      title:
        "Fix \(Format.count(count, "row")) of \(remedies.first?.foreignKey.originTable ?? "")",
      lines: [])
    for (place, remedy) in remedies.enumerated() {
      let isChosen = place == index
      let first = text.lines.count
      var line = StyledLine(isChosen ? "> " : "  ", .accent, bold: true)
      line.add(remedy.note.capitalizedFirst, isChosen ? .selection : .strong)
      text.lines.append(line)
      text.lines += remedy.lines(columns: columns)
      for line in first..<text.lines.count { text.places[line] = place }
      text.lines.append(StyledLine())
    }
    text.lines += paragraph(
      "Nothing is run on the real file. Enter tries the statement on a copy; then you can write it to "
        + "a new migration.", width: columns, .dim)
    return text
  }
}

/// The effects of a fix on a copy, and the choice to write it to a new migration.
struct FixTrialDialog: ConsoleDialog {
  let trial: FixTrial

  var bindings: [Binding] {
    let close = Binding.dialog(
      .back, [.escape, .enter, .control("c"), .char("q")], "close", "Close the dialog.")
    let write = Binding.dialog(
      .write, [.char("w")], "write a migration", "Write the statement to a new migration.")
    return [close] + (trial.report.failure == nil ? [write] : []) + Binding.scrollingPages
  }

  var widest: Int { 88 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    command == .write
      ? .ask(.writeMigration(title: trial.remedy.title, sql: trial.remedy.sql)) : .close(nil)
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    let report = trial.report
    var lines = [
      StyledLine("COPY", .copy, bold: true).adding(
        " took \(Format.seconds(report.seconds)); the real file is unchanged", .dim)
    ]
    lines += trial.remedy.lines(columns: columns) + [StyledLine()]
    if let failure = report.failure {
      lines += failure.explanation(
        on: .copy, width: columns, of: scene.context.path)
      return DialogText(title: "The fix failed on a copy", lines: lines)
    }
    for row in report.rows { lines += row.line.styled(width: columns) }
    if report.rows.isEmpty { lines.append(StyledLine("It changed no rows.", .warning)) }
    for line in report.countLines { lines += line.styled(width: columns) }
    for warning in report.warnings { lines += paragraph(warning, width: columns, .warning) }
    if let left = report.violations?.after, left > 0 {
      lines +=
        [StyledLine()]
        + paragraph(
          "Migrations that check foreign keys at the end fail while "
            + "\(Format.count(left, "violation")) \(left == 1 ? "remains" : "remain").",
          width: columns,
          .warning)
    }
    return DialogText(title: "Result of the fix on a copy", lines: lines)
  }
}

extension GroupFix {
  /// The statement, wrapped, because all of it must be readable before it runs.
  fileprivate func lines(columns: Int) -> [StyledLine] {
    sql.split(separator: "\n").flatMap { line in
      paragraph(String(line), width: columns - 4).map { $0.indented(by: 4) }
    }
  }

  fileprivate var title: String {
    let columns = foreignKey.originColumns.joined(separator: " ")
    return kind == .release
      ? "release \(foreignKey.originTable) \(columns)"
      : "remove \(foreignKey.originTable) without \(foreignKey.destinationTable)"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
