import TerminalUI

struct MessageDialog: ConsoleDialog {
  var title: String
  /// The text; each element is a paragraph or a preformatted line.
  var lines: [StyledLine]

  var bindings: [Binding] { Binding.reading }
  var widest: Int { 96 }

  mutating func perform(_ command: Command) -> DialogOutcome { .close(nil) }

  /// Wraps long lines with one style; truncates lines with several styles.
  func text(in scene: SharedState, columns: Int) -> DialogText {
    DialogText(
      title: title,
      lines: lines.flatMap { line -> [StyledLine] in
        guard line.width > columns, line.spans.count == 1, let span = line.spans.first
        else { return [line] }
        return span.text.wrapped(columns: columns).map { piece in
          var broken = StyledLine()
          broken.spans = [StyledLine.Span(text: piece, style: span.style)]
          return broken
        }
      })
  }
}

struct QuitDialog: ConsoleDialog {
  var bindings: [Binding] {
    [
      .dialog(
        .back, [.escape, .enter, .control("c"), .char("n"), .char("q")], "stay", "Do not quit."),
      .dialog(.agree, [.char("y")], "stop and quit", "Stop the work and quit."),
    ] + Binding.scrollingPages
  }

  var widest: Int { 56 }

  mutating func perform(_ command: Command) -> DialogOutcome {
    command == .agree ? .leave : .close(nil)
  }

  func text(in scene: SharedState, columns: Int) -> DialogText {
    var words = "The work has ended."
    if let work = scene.work {
      let title = work.title.prefix(1).uppercased() + work.title.dropFirst()
      words =
        work.kind.isOnRealFile
        ? "\(title) is running. Quitting stops it and rolls back uncommitted changes."
        : "\(title) is running. Quitting stops it and deletes its copy."
    }
    var choice = DialogChoice()
    choice.add(StyledLine())
    choice.add(StyledLine("y", .key, bold: true).adding(" stop and quit"))
    choice.add(StyledLine("Esc", .key, bold: true).adding(" stay"))
    return DialogText(
      title: "Quit?", lines: paragraph(words, width: columns), choice: choice)
  }
}
